import { beforeAll, describe, expect, test } from "vitest";
import { echoFields, echoParts } from "../contract/echo.ts";
import { type Operation, recordIdentity } from "../contract/operation.ts";
import { sizedPages } from "../contract/page-size.ts";
import type { Source } from "../contract/source.ts";
import { idsIn, withoutRows } from "./drop-rows.ts";
import { questionPairs } from "./other-questions.ts";
import { type Exchange, type Outcome, type Tamper, type TamperedSite, tamperedSite } from "./tampered-site.ts";

/** Ways of a site to answer another question than it was asked. */
function confusions(others: Exchange[]) {
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
function listCalls(exchanges: Exchange[]): Exchange[] {
  const last = exchanges.at(-1);
  const pages = exchanges.filter(({ call }) => call.url.pathname === last?.call.url.pathname);
  return pages.filter((one, nth) => pages.findIndex((other) => isSame(other.call, one.call)) === nth);
}

const isSame = (one: Exchange["call"], other: Exchange["call"]): boolean =>
  one.method === other.method && target(one.url) === target(other.url) && one.body === other.body;

/** Without the origin, which is another one at each start of a stand-in. */
const target = ({ pathname, search }: URL): string => pathname + search;

const recordIdentities = (operation: Operation, records: readonly object[]): string[] =>
  records.map((record) => String(recordIdentity(operation, record) ?? record));

/** The reply without the last rows of its page; adverts come first. */
function lacking(reply: Exchange["reply"], ids: readonly string[], share: number): Exchange["reply"] {
  const text = typeof reply.body === "string" ? reply.body : new TextDecoder().decode(reply.body);
  const here = idsIn(text, ids);
  if (here.length === 0) return reply;
  const gone = new Set(here.slice(here.length - Math.ceil(here.length * share)));
  return { ...reply, body: withoutRows(text, ids, gone) };
}

type Body = Record<string, unknown>;

/** Pairs of questions that are tried for each part. */
const MAX_PAIRS = 12;
/** Shares of the rows that vanish from a page: at least one row. */
const SHARES = [0.01, 0.3, 0.9];

/**
 * Checks on the wire that no response brings records of a page that answers another request, or that lacks rows: for each
 * part of the question that the operation says its pages repeat, and for each list whose pages have a size.
 */
export function proofSuite(source: Source, operation: Operation): void {
  const own = operation.request.properties;
  const parts = echoParts(operation.echo)
    .filter(([name, part]) => name !== "page" && echoFields(name, part).some((field) => field in own))
    .map(([name, part]) => [name, echoFields(name, part).filter((field) => field in own)] as const);
  const pages = sizedPages(operation.pageSize);
  if (parts.length === 0 && !pages) return;

  describe("a page proves itself", () => {
    let site: TamperedSite;
    beforeAll(async () => {
      site = await tamperedSite(source);
      return () => site.close();
    });

    test.each(parts)("with another %s, it gives no record", async (_part, fields) => {
      const { asked, others, right } = await otherAnswer(source, operation, fields, site);
      const verdicts: Record<string, string> = {};
      for (const [words, tamper] of Object.entries(confusions(others))) {
        const { outcome } = await site.run(operation, asked, tamper);
        verdicts[words] = verdict(outcome, right);
      }
      expect(Object.values(verdicts), JSON.stringify(verdicts)).not.toContain(WRONG);
      expect(Object.values(verdicts), JSON.stringify(verdicts)).toContainEqual(
        expect.stringMatching(/^(500 unreadable|422 validation)$/),
      );
    });

    if (!pages) return;
    /** The right records of a count, and the pages of the list that lead to them. */
    const honest = async (count: number) => {
      const { outcome, exchanges } = await site.run(operation, { ...operation.examples[0], count });
      return { right: "records" in outcome ? outcome.records : [], lists: listCalls(exchanges) };
    };
    /** A count that takes a second page, and a third if the stand-in has one. */
    const long = async () => {
      for (const count of [2 * pages.rows + 1, pages.rows + 1]) {
        const { right, lists } = await honest(count);
        const [first, second, third] = lists;
        if (right.length > 0 && first && second) return { count, right, first, second, hasThird: third !== undefined };
      }
      throw new Error("the first example has no second page");
    };
    /** A source with a second form of its pages may still find the right records there. */
    const check = async (count: number, tamper: Tamper) => {
      const { right } = await honest(count);
      const { outcome } = await site.run(operation, { ...operation.examples[0], count }, tamper);
      expect(["500 unreadable", RIGHT], `count ${count}`).toContain(verdict(outcome, right));
    };

    test("with another page number, it gives nothing", async () => {
      const { count, first, second } = await long();
      const swapped =
        (asked: Exchange, other: Exchange): Tamper =>
        ({ call, reply }) =>
          isSame(call, asked.call) ? other.reply : reply;
      await check(count, swapped(first, second));
      await check(count, swapped(second, first));
    });

    test.each(SHARES)("without %d of its rows, it gives nothing", async (share) => {
      const { count, right, first, second, hasThird } = await long();
      const ids = recordIdentities(operation, right);
      const spoiling =
        (...spoilt: Exchange[]): Tamper =>
        ({ call, reply }) =>
          spoilt.some((one) => isSame(call, one.call)) ? lacking(reply, ids, share) : reply;
      // The last page of a list without a total cannot be known to be complete.
      if (hasThird) await check(count, spoiling(second));
      for (const wanted of [1, count]) {
        await check(wanted, spoiling(first));
        // In whatever form they are: none is left to find the right records.
        const all: Tamper = ({ reply }) => lacking(reply, ids, share);
        const { outcome } = await site.run(operation, { ...operation.examples[0], count: wanted }, all);
        expect(verdict(outcome, []), `count ${wanted}, all pages`).toBe("500 unreadable");
      }
    });
  });
}

/** A question with records, and the replies to another that differs from it only in the fields of one part. */
async function otherAnswer(source: Source, operation: Operation, fields: readonly string[], site: TamperedSite) {
  const records = async (looked: Operation, body: Body) => {
    const { outcome } = await site.run(looked, body);
    return "records" in outcome ? outcome.records : [];
  };
  let tried = 0;
  let alike: { asked: Body; right: readonly object[]; others: Exchange[] } | null = null;
  for await (const [asked, other] of questionPairs(source, operation, fields, records)) {
    if (++tried > MAX_PAIRS) break;
    const { outcome, exchanges: others } = await site.run(operation, other);
    const right = await records(operation, asked);
    if (!("records" in outcome) || others.length === 0 || right.length === 0) continue;
    if (verdict(outcome, right) === WRONG) return { asked, right, others };
    alike ??= { asked, right, others };
  }
  if (alike) return alike;
  throw new Error(
    `no two examples or canaries differ in "${fields.join(" and ")}" alone: add one, so that its echo can be tested`,
  );
}

const RIGHT = "200 with the right records";
const WRONG = "200 with other records";

function verdict(outcome: Outcome, right: readonly object[]): string {
  if (!("records" in outcome)) return `${outcome.status} ${outcome.code}`;
  return JSON.stringify(outcome.records) === JSON.stringify(right) ? RIGHT : WRONG;
}
