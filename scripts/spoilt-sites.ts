import { parseArgs } from "node:util";
import { requestDefaults } from "../src/contract/canary.ts";
import { echoParts } from "../src/contract/echo.ts";
import type { Operation } from "../src/contract/operation.ts";
import { sizedPages } from "../src/contract/page-size.ts";
import type { Source } from "../src/contract/source.ts";
import { withUpcomingExamples } from "../src/contract/upcoming-examples.ts";
import { questionPairs } from "../src/source-testing/other-questions.ts";
import { confusions, isSame, lacking, listCalls, recordIdentities } from "../src/source-testing/spoilt-pages.ts";
import { type Exchange, serveTampered, type Tamper, tamperedSite } from "../src/source-testing/tampered-site.ts";
import { findSources } from "../src/sources/find-sources.ts";
import { startTestService } from "../test/support/service.ts";

/**
 * The whole service in front of sites that send pages of other requests, or pages that lack rows: ten requests of one
 * account for each operation. A 200 may only have the records that the honest site gives, and nothing else may cost points.
 */
const { values } = parseArgs({ options: { only: { type: "string", default: "" } } });
const REQUESTS = 10;
const MAX_TRIED = 60;

interface Asked {
  operation: Operation;
  body: Record<string, unknown>;
  right: readonly object[];
  exchanges: Exchange[];
}

/** Different requests with records, some for more than a page. */
async function requestsOf(source: Source, operation: Operation): Promise<Asked[]> {
  const site = await tamperedSite(source);
  const found = new Map<string, Asked>();
  let tried = 0;
  const add = async (given: Record<string, unknown>) => {
    const body = { ...requestDefaults(operation), ...given };
    if (found.size === REQUESTS || found.has(JSON.stringify(body)) || ++tried > MAX_TRIED) return;
    const { outcome, exchanges } = await site.run(operation, body);
    if (!("records" in outcome) || outcome.records.length === 0) return;
    found.set(JSON.stringify(body), { operation, body, right: outcome.records, exchanges });
  };
  const count = (sizedPages(operation.pageSize)?.rows ?? 0) + 1;
  const records = async (looked: Operation, body: Record<string, unknown>) => {
    const { outcome } = await site.run(looked, body);
    return "records" in outcome ? outcome.records : [];
  };
  for (const example of operation.examples) await add(example);
  if (count > 1) await add({ ...operation.examples[0], count });
  for (const [part] of echoParts(operation.echo)) {
    for await (const pair of questionPairs(source, operation, part, records)) {
      for (const body of pair) await add(body);
      if (count > 1) await add({ ...pair[1], count });
      if (found.size === REQUESTS || tried > MAX_TRIED) break;
    }
  }
  await site.close();
  return [...found.values()];
}

/** The ways to spoil the pages of a request; `other` is another one of the same operation. */
const spoilers: Record<string, (asked: Asked, other: Asked) => Tamper> = {
  ...Object.fromEntries(
    (["every request gets the same page", "every address always sends the same"] as const).map((name) => [
      name,
      (_: Asked, other: Asked) => confusions(other.exchanges)[name],
    ]),
  ),
  "another page number": ({ exchanges }) => {
    const lists = listCalls(exchanges);
    return ({ call, reply }) => {
      const at = lists.findIndex((one) => isSame(one.call, call));
      return at < 0 ? reply : lists[(at + 1) % lists.length]!.reply;
    };
  },
  ...Object.fromEntries(
    [0.01, 0.3, 0.9].map((share) => [
      `${share * 100} % of the rows missing`,
      ({ operation, right }: Asked): Tamper => {
        const ids = recordIdentities(operation, right);
        return ({ reply }) => lacking(reply, ids, share);
      },
    ]),
  ),
};

const bytes = ({ body }: Exchange["reply"]): string =>
  typeof body === "string" ? body : new TextDecoder().decode(body);

/** One fresh service and account for all requests; returns what they gave, by operation. */
async function calls(source: Source, asked: Asked[], spoil: (typeof spoilers)[string]) {
  const site = await serveTampered(source);
  const service = await startTestService({
    env: {
      [`WINNOW_${source.name.toUpperCase()}_ORIGIN`]: site.originOf(),
      [`WINNOW_${source.name.toUpperCase()}_PER_SECOND`]: "500",
      [`WINNOW_${source.name.toUpperCase()}_ROBOTS`]: "ignore",
    },
  });
  const key = await service.createKey({ points: 10_000 });
  const points = async () => (await service.get("/token/statistic", key)).json()[0].points as number;
  const tallies: Record<string, Record<string, number>> = {};
  for (const [at, one] of asked.entries()) {
    const same = asked.filter(({ operation }) => operation === one.operation);
    const other = same[(same.indexOf(one) + 1) % same.length]!;
    const tamper = spoil(one, other);
    let spoilt = 0;
    site.tamperWith((exchange, nth) => {
      const reply = tamper(exchange, nth);
      if (bytes(reply) !== bytes(exchange.reply)) spoilt++;
      return reply;
    });
    const before = await points();
    const { path } = one.operation;
    const response = await service.post(path, one.body, { key, headers: { "x-request-id": `spoilt-${at}` } });
    const paid = before - (await points());
    const verdict = verdictOn(
      response.statusCode === 200 ? response.json() : response.statusCode,
      one,
      spoilt > 0,
      paid,
    );
    tallies[path] ??= {};
    tallies[path][verdict] = (tallies[path][verdict] ?? 0) + 1;
  }
  await service.close();
  await site.close();
  return tallies;
}

function verdictOn(given: object[] | number, { right }: Asked, isSpoilt: boolean, paid: number): string {
  if (typeof given === "number") return paid > 0 ? `${given} CHARGED` : String(given);
  if (isSameRecords(given, right)) return isSpoilt ? "right all the same" : "not spoilt";
  return given.length === 0 && paid === 0 ? "none, free" : "WRONG";
}

/** Values that a record takes from the time or address of its reading differ between two sites. */
const isSameRecords = (given: object[], right: readonly object[]): boolean =>
  JSON.stringify(given).replaceAll(/127\.0\.0\.1:\d+/g, "") ===
  JSON.stringify(right).replaceAll(/127\.0\.0\.1:\d+/g, "");

let wrong = 0;
for (const source of await findSources()) {
  if (!source.name.includes(values.only)) continue;
  const operations = source.operations.map((operation) => withUpcomingExamples(operation, Date.now()));
  const asked: Asked[] = [];
  for (const operation of operations) asked.push(...(await requestsOf(source, operation)));
  const rows: Record<string, Record<string, string>> = {};
  for (const [name, spoil] of Object.entries(spoilers)) {
    for (const [path, tally] of Object.entries(await calls(source, asked, spoil))) {
      rows[path] ??= {};
      rows[path][name] = Object.entries(tally)
        .map(([verdict, times]) => `${times} ${verdict}`)
        .join(", ");
      wrong += Object.entries(tally).reduce((sum, [verdict, n]) => sum + (/WRONG|CHARGED/.test(verdict) ? n : 0), 0);
    }
  }
  for (const [path, row] of Object.entries(rows)) {
    console.log(path);
    for (const [name, tally] of Object.entries(row)) console.log(`  ${name.padEnd(40)} ${tally}`);
  }
}
console.log(`${wrong} wrong or charged`);
process.exitCode = wrong === 0 ? 0 : 1;
