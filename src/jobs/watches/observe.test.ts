import { expect, test } from "vitest";
import { type Known, observe, type Watch } from "./observe.ts";
import type { WatchRule } from "./watch-views.ts";

const rule = (when: WatchRule["when"], field: string | null = null, value: unknown = null): WatchRule => ({
  field,
  when,
  value,
});

/** A watch over `price.amount` and `state` that runs repeatedly, as the store would keep it. */
function watching(rules: WatchRule[], track = ["price.amount", "state"]) {
  const watch: Watch = { fields: [...track], track: [...track], rules, watchedAt: null };
  const known = new Map<string, Known>();
  let at = 0;
  return {
    watch,
    known,
    run(prices: Record<string, number | null | { price: number | null; state: string }>, complete = true) {
      at += 1;
      const records = Object.entries(prices).map(([id, given]) => {
        const { price, state = null } = typeof given === "object" && given !== null ? given : { price: given };
        return { id, price: price === null ? null : { amount: price }, state };
      });
      const found = observe(watch, known, records, { at, complete });
      for (const record of found.records) known.set(record.recordId, record);
      watch.watchedAt = at;
      return {
        fired: found.events.map(({ recordId, rule, old, new: now }) => [recordId, rule.when, old, now]),
        points: found.points.map(({ recordId, values }) => [recordId, values?.[0] ?? values]),
      };
    },
  };
}

test("a value is stored only when it changes, and a gap when the record was not listed", () => {
  const { run, known } = watching([]);
  expect(run({ a: 5, b: 7 }).points).toEqual([
    ["a", 5],
    ["b", 7],
  ]);
  expect(run({ a: 5, b: 8 }).points).toEqual([["b", 8]]);
  expect(run({ a: 5 }).points).toEqual([["b", null]]);
  expect(known.get("b")).toMatchObject({ firstSeen: 1, lastSeen: 2, values: [8, null] });
  expect(run({ a: 5 }).points).toEqual([]);
  expect(run({ a: 5, b: 8 }).points).toEqual([["b", 8]]);
});

test("a rule fires when it becomes true, once per crossing, and never in the first run", () => {
  const { run } = watching([rule("below", "price.amount", 400), rule("above", "price.amount", 500)]);
  expect(run({ a: 390, b: 450 }).fired).toEqual([]);
  expect(run({ a: 380, b: 399 }).fired).toEqual([["b", "below", 450, 399]]);
  expect(run({ a: 400, b: 390 }).fired).toEqual([]);
  expect(run({ a: 399, b: 510 }).fired).toEqual([
    ["a", "below", 400, 399],
    ["b", "above", 390, 510],
  ]);
  // A new record that is already below has crossed too; a missing value is neither above nor below.
  expect(run({ a: null, b: 510, c: 1 }).fired).toEqual([["c", "below", null, 1]]);
});

test("a record that returns unchanged fires nothing", () => {
  const { run } = watching([rule("below", "price.amount", 400)]);
  run({ a: 500 });
  expect(run({ a: 390 }).fired).toHaveLength(1);
  for (let away = 0; away < 9; away += 1) expect(run({}, false).fired).toEqual([]);
  expect(run({ a: 390 }, false).fired).toEqual([]);
});

test("a percentage change is measured from the last reported value, so that slow changes add up", () => {
  const { run } = watching([rule("changes_by_percent", "price.amount", 10)]);
  for (const [price, fired] of [
    [100, []],
    [104, []],
    [109, []],
    [110, [["a", "changes_by_percent", 100, 110]]],
    [101, []],
    [99, [["a", "changes_by_percent", 110, 99]]],
    [null, []],
    [99, []],
  ] as const) {
    expect([price, run({ a: price }).fired]).toEqual([price, fired]);
  }
});

test("a fall is measured from the highest value since the rule last fired, a rise from the lowest, and neither reports the other", () => {
  const { run } = watching([
    rule("falls_by_percent", "price.amount", 10),
    rule("rises_by_percent", "price.amount", 50),
  ]);
  for (const [price, fired] of [
    [100, []],
    [140, []],
    [126, [["a", "falls_by_percent", 140, 126]]],
    [120, []],
    [150, [["a", "rises_by_percent", 100, 150]]],
    [135, [["a", "falls_by_percent", 150, 135]]],
    [134, []],
  ] as const) {
    expect([price, run({ a: price }).fired]).toEqual([price, fired]);
  }
});

test("`becomes`, and `appears` and `disappears` of a field, look at its value", () => {
  const field = "price.amount";
  const { run } = watching([rule("appears", field), rule("disappears", field), rule("becomes", "state", "sold")]);
  const at = (price: number | null, state: string) => run({ a: { price, state } }).fired;
  expect(at(null, "open")).toEqual([]);
  expect(at(5, "sold")).toEqual([
    ["a", "appears", null, 5],
    ["a", "becomes", "open", "sold"],
  ]);
  expect(at(null, "sold")).toEqual([["a", "disappears", 5, null]]);
  // The record itself is gone: its value was not seen to disappear.
  expect(run({}).fired).toEqual([]);
});

test("a record disappears only from a complete list, and appears in a truncated list if it was never seen", () => {
  const { run } = watching([rule("appears"), rule("disappears")]);
  run({ a: 1, b: 1 }, false);
  expect(run({ a: 1, c: 1 }, false).fired).toEqual([["c", "appears", null, "c"]]);
  expect(run({ b: 1, c: 1 }, false).fired).toEqual([]);
  // The list is complete now: missing records are gone, once.
  expect(run({ c: 1 }).fired).toEqual([
    ["a", "disappears", "a", null],
    ["b", "disappears", "b", null],
  ]);
  expect(run({ c: 1 }).fired).toEqual([]);
  expect(run({ a: 1, c: 1 }).fired).toEqual([["a", "appears", null, "a"]]);
});

test("a field that is added, or tracked again, has nothing to compare with in its first run", () => {
  const { run, watch } = watching([rule("below", "price.amount", 400)], ["state"]);
  run({ a: 500 });
  watch.track.push("price.amount");
  watch.fields.push("price.amount");
  expect(run({ a: 300 }).fired).toEqual([]);
  expect(run({ a: 500 }).fired).toEqual([]);
  expect(run({ a: 300 }).fired).toEqual([["a", "below", 500, 300]]);
  watch.track = ["state"];
  run({ a: 500 });
  watch.track = ["state", "price.amount"];
  watch.fields.push("price.amount");
  expect(run({ a: 300 }).fired).toEqual([]);
});

test("a rule for the first run fires once if its condition already holds, and then like any other", () => {
  const first = { ...rule("below", "price.amount", 400), first_run: true };
  const { run, watch } = watching([first]);
  expect(run({ a: 390, b: 450 }).fired).toEqual([["a", "below", null, 390]]);
  expect(run({ a: 380, b: 450 }).fired).toEqual([]);
  expect(run({ a: 410, b: 399 }).fired).toEqual([["b", "below", 450, 399]]);
  expect(run({ a: 390, b: 399 }).fired).toEqual([["a", "below", 410, 390]]);
  // Added later, it fires for what is so when it first looks.
  watch.rules = [first, { ...rule("above", "price.amount", 100), first_run: true }, rule("above", "price.amount", 200)];
  expect(run({ a: 390 }).fired).toEqual([["a", "above", 390, 390]]);
  expect(run({ a: 390 }).fired).toEqual([]);
});

test("a rule about an amount fires when a value has fallen or risen by it since its highest or lowest", () => {
  const { run } = watching([rule("falls_by", "price.amount", 10), rule("rises_by", "price.amount", 0.3)]);
  expect(run({ a: 100 }).fired).toEqual([]);
  expect(run({ a: 95 }).fired).toEqual([]);
  expect(run({ a: 90 }).fired).toEqual([["a", "falls_by", 100, 90]]);
  expect(run({ a: 90.1 }).fired).toEqual([]);
  expect(run({ a: 90.3 }).fired).toEqual([["a", "rises_by", 90, 90.3]]);
  expect(run({ a: 0 }).fired).toEqual([["a", "falls_by", 90.3, 0]]);
  expect(run({ a: 0.3 }).fired).toEqual([["a", "rises_by", 0, 0.3]]);
});
