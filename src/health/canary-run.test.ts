import { afterEach, expect, test } from "vitest";
import { operationResource } from "../contract/canary.ts";
import type { Source } from "../contract/source.ts";
import { unmetExpectation } from "../extraction/canary-expectations.ts";
import { type StandInBench, standInFor } from "../source-testing/stand-in-for.ts";
import { findSources } from "../sources/find-sources.ts";
import hkproperty from "../sources/hkproperty/source.ts";
import { runCanaries } from "./canary-run.ts";

let bench: StandInBench | null = null;
afterEach(() => bench?.close());

test.each(await findSources())("the live canaries of $name match its wire format", async (source) => {
  const hasty: Source = { ...source, politeness: { concurrency: 8, perSecond: 10_000 } };
  bench = await standInFor(hasty);
  for (const operation of hasty.operations) {
    const live = hasty.canaries.live[operationResource(operation)]!;
    const results = await runCanaries(bench.engine, hasty, operation, live);
    expect(results.map(({ problem }) => problem)).toEqual(live.map(() => null));
  }
});

test("a canary whose lookup finds nothing does not judge its operation", async () => {
  const [valuations] = hkproperty.operations;
  bench = await standInFor(hkproperty);
  const find = { unit: { request: {}, find: { estate: { request: { query: "no such estate at all" } } } } };
  const [result] = await runCanaries(bench.engine, hkproperty, valuations, [{ request: {}, find }]);
  expect(result).toMatchObject({ ok: false, judges: false, records: 0 });
  expect(result!.problem).toContain('/api/hkproperty/estates/search gave no value for "estate": 0 records');
});

test("a canary at a site that asks to wait does not judge its operation", async () => {
  const [valuations] = hkproperty.operations;
  bench = await standInFor(hkproperty);
  await bench.fault("429:86400");
  const [result] = await runCanaries(bench.engine, hkproperty, valuations, [{ request: { unit: "a-unit" } }]);
  expect(result).toMatchObject({ ok: false, judges: false, code: "asked_to_wait" });
});

test("an ignored filter or sort is reported with a value that shows it", () => {
  const operation = { record: { properties: {} } } as never;
  const prices = (...list: Array<number | null>) => list.map((price) => ({ price: { amount: price } }));
  const problemOf = (canary: object, records: object[]) =>
    unmetExpectation(operation, { request: {}, ...canary }, records as never)?.problem ?? null;
  const every = { "price.amount": { min: 10, max: 20 } };
  expect(problemOf({ every }, prices(10, null, 20))).toBeNull();
  expect(problemOf({ every }, prices(10, 21))).toBe(
    'the site ignored a filter: "price.amount" is 21 in 1 of 2 records, not 10 or more and 20 or less',
  );
  expect(problemOf({ every }, prices(null, null))).toBe('"price.amount" is missing in all 2 records');
  const sorted = { field: "price.amount", order: "ascending" };
  expect(problemOf({ sorted }, prices(1, 2, 2, null, 3))).toBeNull();
  expect(problemOf({ sorted }, prices(5, 1, 4, 2))).toContain("the site ignored the sort");
  expect(problemOf({ sorted: { ...sorted, order: "descending" } }, prices(3, 2, 1))).toBeNull();
  expect(problemOf({ sorted }, prices(1, 2))).toContain("too few to see an order");
});
