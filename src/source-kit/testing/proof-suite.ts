import { beforeAll, describe, expect, test } from "vitest";
import { fieldsOf, partsOf } from "../../contract/echo.ts";
import type { Operation } from "../../contract/operation.ts";
import { sizedPages } from "../../contract/page-size.ts";
import type { Source } from "../../contract/source.ts";
import { idsIn, withoutRows } from "./drop-rows.ts";
import { questionPairs } from "./other-questions.ts";
import { type Exchange, type Outcome, type Tamper, type TamperedSite, tamperedSite } from "./tampered-site.ts";

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
  const parts = partsOf(operation.echo)
    .filter(([name, part]) => name !== "page" && fieldsOf(name, part).some((field) => field in own))
    .map(([name]) => name);
  const pages = sizedPages(operation.pageSize);
  if (parts.length === 0 && !pages) return;

  describe("a page proves itself", () => {
    let site: TamperedSite;
    beforeAll(async () => {
      site = await tamperedSite(source);
      return () => site.close();
    });

    test.each(parts)("with another %s, it gives no record", async (part) => {
      const { asked, others, right } = await otherAnswer(source, operation, part, site);
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
    const body = { ...operation.examples[0], count: pages.rows + 1 };
    /** The right records of a count, and the exchanges that lead to them. */
    const honest = async (count: number) => {
      const { outcome, exchanges } = await site.run(operation, { ...body, count });
      if (!("records" in outcome)) throw new Error(`the first example fails: ${JSON.stringify(outcome)}`);
      const lists = listCalls(exchanges);
      if (count > pages.rows && lists.length < 2) throw new Error("the first example has no second page");
      return { right: outcome.records, lists };
    };
    /** A source with a second form of its pages may still find the right records there. */
    const check = async (count: number, tamper: Tamper) => {
      const { right } = await honest(count);
      const { outcome } = await site.run(operation, { ...body, count }, tamper);
      expect(["500 unreadable", RIGHT], `count ${count}`).toContain(verdict(outcome, right));
    };

    test("with another page number, it gives nothing", async () => {
      const { lists } = await honest(body.count);
      const [first, second] = lists as [Exchange, Exchange];
      const swapped =
        (asked: Exchange, other: Exchange): Tamper =>
        ({ call, reply }) =>
          isSame(call, asked.call) ? other.reply : reply;
      await check(body.count, swapped(first, second));
      await check(body.count, swapped(second, first));
    });

    test.each(SHARES)("without %d of its rows, it gives nothing", async (share) => {
      const { right, lists } = await honest(body.count);
      const ids = identitiesOf(operation, right);
      const [first, second] = lists as [Exchange, Exchange];
      const spoil =
        (isSpoilt: (exchange: Exchange) => boolean): Tamper =>
        (exchange) =>
          isSpoilt(exchange) ? lacking(exchange.reply, ids, share) : exchange.reply;
      await check(
        body.count,
        spoil(({ call }) => isSame(call, second.call)),
      );
      for (const count of [1, body.count]) {
        await check(
          count,
          spoil(({ call }) => isSame(call, first.call)),
        );
        // In whatever form they are: no form is left to find the right records.
        const { outcome } = await site.run(
          operation,
          { ...body, count },
          spoil(() => true),
        );
        expect(verdict(outcome, []), `count ${count}, all pages`).toBe("500 unreadable");
      }
    });
  });
}

/** A question with records, and the replies to another that differs from it only in one part. */
async function otherAnswer(source: Source, operation: Operation, part: string, site: TamperedSite) {
  const records = async (looked: Operation, body: Body) => {
    const { outcome } = await site.run(looked, body);
    return "records" in outcome ? outcome.records : [];
  };
  let tried = 0;
  let alike: { asked: Body; right: readonly object[]; others: Exchange[] } | null = null;
  for await (const [asked, other] of questionPairs(source, operation, part, records)) {
    if (++tried > MAX_PAIRS) break;
    const { outcome, exchanges: others } = await site.run(operation, other);
    const right = await records(operation, asked);
    if (!("records" in outcome) || others.length === 0 || right.length === 0) continue;
    if (verdict(outcome, right) === WRONG) return { asked, right, others };
    alike ??= { asked, right, others };
  }
  if (alike) return alike;
  throw new Error(`no two examples or canaries differ in "${part}" alone: add one, so that its echo can be tested`);
}

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
  one.method === other.method && one.url.href === other.url.href && one.body === other.body;

const RIGHT = "200 with the right records";
const WRONG = "200 with other records";

function verdict(outcome: Outcome, right: readonly object[]): string {
  if (!("records" in outcome)) return `${outcome.status} ${outcome.code}`;
  return JSON.stringify(outcome.records) === JSON.stringify(right) ? RIGHT : WRONG;
}

const identitiesOf = ({ identity }: Operation, records: readonly object[]): string[] =>
  records.map((record) => String(identity?.(record as never) ?? Reflect.get(record, "id")));

/** The reply without the last rows of its page; adverts come first. */
function lacking(reply: Exchange["reply"], ids: readonly string[], share: number): Exchange["reply"] {
  const text = typeof reply.body === "string" ? reply.body : new TextDecoder().decode(reply.body);
  const here = idsIn(text, ids);
  if (here.length === 0) return reply;
  const gone = new Set(here.slice(here.length - Math.ceil(here.length * share)));
  return { ...reply, body: withoutRows(text, ids, gone) };
}
