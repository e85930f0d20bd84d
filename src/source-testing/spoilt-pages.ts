import { type Operation, recordIdentity } from "../contract/operation.ts";
import { idsIn, withoutRows } from "./drop-rows.ts";
import type { Exchange, Tamper } from "./tampered-site.ts";

/** Ways of a site to answer another question than it was asked. */
export function confusions(others: Exchange[]) {
  const last = others.at(-1)!;
  const lists = listCalls(others);
  const byPath: Tamper = ({ call }, nth) =>
    (others.find((one) => one.call.url.pathname === call.url.pathname) ?? others[nth] ?? last).reply;
  const isLookup = ({ call }: Exchange) =>
    others.some((one) => one.call.url.pathname === call.url.pathname && !lists.includes(one));
  return {
    "every request gets the same page": (() => last.reply) as Tamper,
    "every address always sends the same": byPath,
    "its lists are for another question": ((exchange, nth) =>
      isLookup(exchange) ? exchange.reply : (lists[Math.min(nth, lists.length - 1)] ?? last).reply) as Tamper,
  };
}

/** The pages of the list: the requests to the address that the run ended with. */
export function listCalls(exchanges: Exchange[]): Exchange[] {
  const last = exchanges.at(-1);
  const pages = exchanges.filter(({ call }) => call.url.pathname === last?.call.url.pathname);
  return pages.filter((one, nth) => pages.findIndex((other) => isSame(other.call, one.call)) === nth);
}

export const isSame = (one: Exchange["call"], other: Exchange["call"]): boolean =>
  one.method === other.method && target(one.url) === target(other.url) && one.body === other.body;

/** Without the origin, which is another one at each start of a stand-in. */
const target = ({ pathname, search }: URL): string => pathname + search;

export const recordIdentities = (operation: Operation, records: readonly object[]): string[] =>
  records.map((record) => String(recordIdentity(operation, record) ?? record));

/** The reply without the last rows of its page; adverts come first. */
export function lacking(reply: Exchange["reply"], ids: readonly string[], share: number): Exchange["reply"] {
  const text = typeof reply.body === "string" ? reply.body : new TextDecoder().decode(reply.body);
  const here = idsIn(text, ids);
  if (here.length === 0) return reply;
  const gone = new Set(here.slice(here.length - Math.ceil(here.length * share)));
  return { ...reply, body: withoutRows(text, ids, gone) };
}
