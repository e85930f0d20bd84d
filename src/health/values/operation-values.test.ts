import { expect, test } from "vitest";
import type { Value } from "./flat-record.ts";
import { OperationValues } from "./operation-values.ts";
import type { SampledRun } from "./sampled-run.ts";

const MINUTE_MS = 60_000;
/** A list of records of which few have an area. */
const run = (digest: string, at: number, areas: readonly Value[]): SampledRun => ({
  digest,
  caller: digest,
  at,
  records: new Map(areas.map((area, nth) => [`${digest} ${nth}`, new Map([["area", area]])])),
  rows: areas.length,
  pages: 1,
  count: null,
  total: null,
  pageMs: null,
});

/** A canary that was well confirms what was seen before it. */
const confirm = (values: OperationValues, at: number) => {
  values.confirm(at, new Set());
  values.callers.sights.promote("caller", () => true);
};

/** What the canary says about a part of a caller's values that is gone, `minutes` after it last had them itself. */
function confirmed(minutes: number, before: Array<number | null>, after: Array<number | null>): boolean | null {
  const values = new OperationValues();
  const learn = (one: SampledRun, isCanary: boolean) => {
    const witness = isCanary ? values.canary : values.callers;
    values.learn(witness.judge(one), {}, new Set(), isCanary);
  };
  const now = minutes * MINUTE_MS;
  learn(run("caller", 0, [10, 20, 30, 40, 50, 60]), false);
  learn(run("canary", 0, before), true);
  confirm(values, 0);
  learn(run("caller", now, [10, 20, 30, 40, null, null]), false);
  learn(run("canary", now, after), true);
  return values.confirms("area", values.suspicionOf("area", now)!, now);
}

test("one value that the canary has lost since yesterday confirms nothing, but one of a quarter of an hour ago does", () => {
  expect(confirmed(24 * 60, [1, 2, 3, null], [1, 2, null, null])).toBe(false);
  expect(confirmed(15, [1, 2, 3, null], [1, 2, null, null])).toBe(true);
});

test("two values that the canary had within the hour confirm that callers lose theirs, of however many, unless as many are new", () => {
  const many = Array.from({ length: 20 }, (_, nth) => nth + 1);
  const lost = many.map((area) => (area > 2 ? area : null));
  expect(confirmed(15, many, lost)).toBe(true);
  expect(confirmed(24 * 60, many, lost)).toBe(false);
  expect(confirmed(15, [null, null, ...many.slice(2)], [1, 2, null, null, ...many.slice(4)])).toBe(false);
});

test("a canary that has just recovered does not speak for requests that have not, but one that stays well does", () => {
  const values = new OperationValues();
  const shown = [10, 20, 30, 40, 50, 60];
  const lost = [10, 20, 30, null, null, null];
  for (const [digest, at, areas] of [
    ["caller", 0, shown],
    ["canary", 0, shown],
    ["caller", 10, lost],
    ["canary", 10, lost],
    ["canary", 12, shown],
  ] as const) {
    const isCanary = digest === "canary";
    const witness = isCanary ? values.canary : values.callers;
    values.learn(witness.judge(run(digest, at * MINUTE_MS, areas)), {}, new Set(at > 10 ? ["area"] : []), isCanary);
    if (at === 0) confirm(values, at);
  }
  const isOver = (minute: number) => values.isOver("area", 10 * MINUTE_MS, minute * MINUTE_MS);
  expect([isOver(12), isOver(13)]).toEqual([false, true]);
});

test("a change that has ended at the canary's pages is not confirmed afterwards, but one that had come and gone before is", () => {
  const confirms = (lostAt: number) => {
    const values = new OperationValues();
    const show = (digest: string, at: number, area: number | null, isCanary: boolean) => {
      const witness = isCanary ? values.canary : values.callers;
      values.learn(witness.judge(run(digest, at * MINUTE_MS, [area])), {}, new Set(), isCanary);
    };
    const canary = (at: number, area: number | null) => {
      for (const page of ["a", "b"]) show(page, at, area, true);
    };
    show("caller", 0, 1, false);
    canary(0, 1);
    confirm(values, 0);
    if (lostAt < 10) canary(lostAt, null);
    if (lostAt < 10) canary(lostAt + 1, 1);
    show("caller", 10, null, false);
    if (lostAt >= 10) canary(lostAt, null);
    canary(20, 1);
    return values.confirms("area", values.suspicionOf("area", 20 * MINUTE_MS)!, 20 * MINUTE_MS);
  };
  expect([confirms(5), confirms(11)]).toEqual([true, false]);
});

test("a canary that never has the value cannot tell", () => {
  expect(confirmed(15, [null, null], [null, null])).toBe(null);
});

/** Detail pages of a text each: what the canary says of a caller's page that says something else, if so many of its five do. */
function confirmedText(changed: number, old: (nth: number) => string, now: (nth: number) => string): boolean | null {
  const values = new OperationValues();
  const pages = [0, 1, 2, 3, 4, 5].map((nth) => ({ name: nth === 0 ? "caller" : `canary ${nth}`, nth }));
  for (const [at, text] of [
    [0, old],
    [15 * MINUTE_MS, (nth: number) => (nth <= changed ? now(nth) : old(nth))],
  ] as const) {
    for (const { name, nth } of pages) {
      const witness = nth === 0 ? values.callers : values.canary;
      values.learn(witness.judge(run(name, at, [text(nth)])), {}, new Set(), nth > 0);
    }
    if (at === 0) confirm(values, 0);
  }
  return values.confirms("area", values.suspicionOf("area", 15 * MINUTE_MS)!, 15 * MINUTE_MS);
}

test("a canary that shows another language or format on the half of its pages confirms a single page, and on fewer it does not", () => {
  const names = ["Falcon", "Cedar", "Karam", "Amal", "Haddad", "Rashid"].map((name) => `${name} Group`);
  const translated = (nth: number) => [..."yksi kaksi kolme talo vesi kirja".split(" ")][nth]!;
  expect(confirmedText(3, (nth) => names[nth]!, translated)).toBe(true);
  expect(confirmedText(2, (nth) => names[nth]!, translated)).toBe(false);
  const size = (between: string) => (nth: number) => `${nth + 1}0${between}${nth + 1}9 Employees`;
  expect(confirmedText(3, size("-"), size(" to "))).toBe(true);
  expect(confirmedText(2, size("-"), size(" to "))).toBe(false);
});
