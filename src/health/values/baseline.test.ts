import { expect, test } from "vitest";
import { Baseline, type Change } from "./baseline.ts";
import { wordsOf } from "./change-words.ts";
import { flatten } from "./columns.ts";
import { measure } from "./measure.ts";

type Item = { price: number | null; name: string };
const figures = { records: 20, pages: 1, count: 20, total: null, latencyMs: 50, duplicates: 0, overlap: 0 };
/** The same request finds the same items. */
const itemsOf = (request: number): Item[] =>
  Array.from({ length: 20 }, (_, nth) => ({
    price: 10 + ((request * 37 + nth * 11) % 90),
    name: `thing ${request} ${nth}`,
  }));

let at = 0;
function ask(baseline: Baseline, request: number, caller: string, change = (item: Item): Item => item): Change[] {
  const records = itemsOf(request).map((item) => flatten(change(item)));
  return baseline.observe({
    ...measure(records, figures, baseline.profiles),
    digest: `${request}`,
    caller,
    at: ++at,
    pairs: new Map(),
  });
}

const dear = (item: Item): Item => ({ ...item, price: (item.price ?? 0) * 100 });
const wordsIn = (changes: Change[]) => changes.filter(({ isSure }) => isSure).map(wordsOf);

test("one caller who repeats ten requests is enough to detect within ten runs that prices grew a hundredfold", () => {
  const baseline = new Baseline([]);
  for (let nth = 0; nth < 50; nth++) expect(ask(baseline, nth % 10, "one")).toEqual([]);
  const until = Array.from({ length: 10 }, (_, nth) => wordsIn(ask(baseline, nth, "one", dear)));
  const named = until.find((words) => words.length > 0);
  expect(named).toEqual([expect.stringMatching(/^price: median 5\d(\.\d)? -> 5,\d\d0$/)]);
});

test("a caller with new requests for expensive items proves nothing", () => {
  const baseline = new Baseline([]);
  for (let nth = 0; nth < 60; nth++) ask(baseline, nth % 20, `caller ${nth % 4}`);
  for (let nth = 0; nth < 40; nth++) {
    expect(wordsIn(ask(baseline, 100 + nth, "odd", dear))).toEqual([]);
    ask(baseline, nth % 20, `caller ${nth % 4}`);
  }
});

test("half of the prices drop in a sale and return: neither is a change, however long the sale lasts", () => {
  const baseline = new Baseline([]);
  const sale = (item: Item): Item => ({ ...item, price: (item.price ?? 0) / 2 });
  for (const change of [undefined, sale, undefined]) {
    for (let nth = 0; nth < 100; nth++) expect(ask(baseline, nth % 10, `caller ${nth % 3}`, change)).toEqual([]);
  }
});

test("a field that a request has lacked before may be missing again: the end of a sale is no change", () => {
  const baseline = new Baseline([]);
  const none = (item: Item): Item => ({ ...item, price: null });
  for (let nth = 0; nth < 50; nth++) ask(baseline, nth % 10, "one", none);
  for (let nth = 0; nth < 100; nth++) expect(ask(baseline, nth % 10, "one")).toEqual([]);
  for (let nth = 0; nth < 50; nth++) {
    expect(ask(baseline, nth % 10, "one", none).map(({ key }) => key)).not.toContain("price filled");
  }
});

test("nothing is learned from values that look wrong: they are still wrong after a thousand runs", () => {
  const baseline = new Baseline([]);
  for (let nth = 0; nth < 50; nth++) ask(baseline, nth % 10, "one");
  for (let nth = 0; nth < 1_000; nth++) ask(baseline, nth % 10, "one", dear);
  expect(wordsIn(ask(baseline, 1, "one", dear))).toHaveLength(1);
  baseline.forget("price");
  for (let nth = 0; nth < 30; nth++) ask(baseline, nth % 10, "one", dear);
  expect(ask(baseline, 1, "one", dear)).toEqual([]);
});
