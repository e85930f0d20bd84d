import { expect, test } from "vitest";
import { flatten } from "../health/values/flat-record.ts";
import type { ChangeKind } from "../health/values/judge.ts";
import type { DeliveredCall } from "./delivered-calls.ts";
import { judgedCalls } from "./judged-calls.ts";
import { changeOf } from "./shown-change.ts";

type Rec = Record<string, unknown>;
interface Made {
  at: number;
  request?: string;
  records: Rec[] | null;
  total?: number;
}
type Shown = Parameters<typeof changeOf>[0] & { field: string };

/**
 * Calls of an operation with their records, by when they were made. A canary was well at 50, the change was first seen at 100
 * and over at 200, and the newest canary that was well began at 240.
 */
async function select(
  made: Made[],
  { measure = "scale", field = "price", before = 1, after = 100, value }: Partial<Shown> = {},
) {
  const calls = made.map(
    ({ at, request = "lamp", records, total = null }, nth): DeliveredCall => ({
      no: nth,
      request_id: String(nth),
      account_id: "a",
      key_id: "k",
      started_at: at,
      ended_at: at,
      cost: 10,
      results: records?.length ?? 0,
      results_total: total,
      digest: request,
      count: null,
      recalled: null,
    }),
  );
  const change = changeOf({ measure, before, after, ...(value !== undefined && { value }) });
  const span = { field, change, firstSeen: 100, from: 50, isVouched: true, to: 200 };
  const read = async ({ no, digest, account_id, ended_at, count, results, results_total }: DeliveredCall) => {
    const records = made[no]?.records;
    const about = { digest, caller: account_id, at: ended_at, count, total: results_total, pages: 1, pageMs: null };
    const flat = new Map(records?.map((record) => [String(record.id), flatten(record)]));
    return records ? { ...about, records: flat, rows: results } : null;
  };
  const { affected, undecided, well } = await judgedCalls(calls, span, { state: null, wellAt: 240 }, read);
  return {
    affected: affected.map(({ no, records }) => [no, records]),
    undecided: undecided.map(({ no }) => no),
    well,
  };
}

const prices = (times: number, from = 0) =>
  Array.from({ length: 6 }, (_, nth) => ({ id: nth + from, price: (12.5 + nth) * times, name: `lamp ${nth + from}` }));

test("calls whose records show the change are affected, and calls of the same request that do not are well", async () => {
  const calls = [
    { at: 40, records: prices(1) },
    { at: 90, records: prices(1) },
    { at: 100, records: prices(100) },
    { at: 150, records: prices(100) },
    { at: 160, records: prices(1) },
    { at: 220, records: prices(1) },
  ];
  expect(await select(calls)).toEqual({
    affected: [
      [2, 6],
      [3, 6],
    ],
    undecided: [],
    well: 2,
  });
});

test("a request first made during the incident is judged by its next call after it, or before its end", async () => {
  const calls = [
    { at: 120, records: prices(100) },
    { at: 190, records: prices(1) },
    { at: 120, request: "desk", records: prices(100) },
    { at: 230, request: "desk", records: prices(1) },
    { at: 120, request: "chair", records: prices(1, 50) },
    { at: 230, request: "chair", records: prices(1, 50) },
  ];
  expect(await select(calls.toSorted((a, b) => a.at - b.at))).toMatchObject({
    affected: [
      [0, 6],
      [1, 6],
    ],
    well: 2,
  });
});

test("a call with nothing to compare it with is undecided, and so is one whose records are gone", async () => {
  const calls = [
    { at: 40, request: "desk", records: prices(1, 70) },
    { at: 120, records: prices(100) },
    { at: 130, request: "desk", records: null },
  ];
  expect(await select(calls)).toEqual({ affected: [], undecided: [1, 2], well: 0 });
});

test("records that another request has shown decide, if nearly all of them show the very same change", async () => {
  const calls = [
    { at: 40, request: "all", records: prices(1) },
    { at: 120, request: "all", records: prices(100) },
    { at: 130, request: "lamps", records: prices(100) },
    { at: 130, request: "other currency", records: prices(160) },
    { at: 130, request: "well", records: prices(1) },
  ];
  expect(await select(calls)).toEqual({
    affected: [
      [1, 6],
      [2, 6],
    ],
    undecided: [3],
    well: 1,
  });
});

test("a wrong call from before the first sight is found; one that only looks dearer is not", async () => {
  const calls = [
    { at: 30, records: prices(1) },
    { at: 60, request: "unseen", records: prices(100) },
    { at: 80, records: prices(1.1) },
    { at: 110, records: prices(100) },
    { at: 230, request: "unseen", records: prices(1) },
  ];
  expect(await select(calls)).toEqual({
    affected: [
      [1, 6],
      [3, 6],
    ],
    undecided: [],
    well: 1,
  });
});

test("wrong calls that ended before the first sight are found, also if good ones came just before and after", async () => {
  const calls = [
    { at: 40, records: prices(1) },
    { at: 97, records: prices(100) },
    { at: 98, records: prices(100) },
    { at: 101, records: prices(100) },
    { at: 110, records: prices(1) },
  ];
  expect(await select(calls)).toEqual({
    affected: [
      [1, 6],
      [2, 6],
      [3, 6],
    ],
    undecided: [],
    well: 1,
  });
});

test("one value that is gone for good is no part of an incident; one that came back is", async () => {
  const list = (...gone: number[]) => prices(1).map((one) => (gone.includes(one.id) ? { ...one, price: null } : one));
  const sold = [
    { at: 40, records: list() },
    { at: 120, records: list(3) },
    { at: 220, records: list(3) },
  ];
  expect(await select(sold, { measure: "emptied" })).toEqual({ affected: [], undecided: [], well: 1 });
  const back = [sold[0]!, sold[1]!, { at: 220, records: list() }];
  expect(await select(back, { measure: "emptied" })).toEqual({ affected: [[1, 1]], undecided: [], well: 0 });
});

test.each<[ChangeKind, (nth: number) => Rec, (nth: number) => Rec]>([
  ["type", (nth) => ({ price: nth + 1 }), (nth) => ({ price: `${nth + 1}` })],
  ["traded", (nth) => ({ price: nth + 1, rating: nth + 40 }), (nth) => ({ price: nth + 40, rating: nth + 1 })],
  ["same", (nth) => ({ price: nth + 2 }), () => ({ price: 9 })],
  ["format", (nth) => ({ price: `${nth + 1}.50` }), (nth) => ({ price: `${nth + 1},50` })],
  ["words", (nth) => ({ price: "abcdefgh"[nth] }), (nth) => ({ price: `други ${"abcdefgh"[nth]}` })],
])("a change of kind %s is found in the records that show it", async (measure, good, wrong) => {
  const list = (of: (nth: number) => Rec) => Array.from({ length: 6 }, (_, nth) => ({ id: nth, ...of(nth) }));
  const calls = [
    { at: 40, records: list(good) },
    { at: 120, records: list(wrong) },
    { at: 130, records: list(good) },
    { at: 220, records: list(good) },
  ];
  expect(await select(calls, { measure, value: 9 })).toEqual({ affected: [[1, 6]], undecided: [], well: 1 });
});

test("a common factor is told from an ordinary change of prices", async () => {
  const shown = { measure: "factor" as const, before: 50, after: 46 };
  const calls = [
    { at: 40, records: prices(1) },
    { at: 120, records: prices(0.92) },
    { at: 130, records: prices(0.8) },
  ];
  expect(await select(calls, shown)).toEqual({ affected: [[1, 6]], undecided: [], well: 1 });
});

test("a shorter list, a smaller total and other records are found in the response as a whole", async () => {
  const many = (from: number, length: number) => Array.from({ length }, (_, nth) => ({ id: from + nth }));
  const whole = { at: 40, records: many(0, 20), total: 500 };
  const find = (field: string, measure: ChangeKind, wrong: Partial<Made>) =>
    select([whole, { ...whole, at: 45 }, { ...whole, at: 120, ...wrong }, { ...whole, at: 130 }], { field, measure });
  const first = (records: number) => ({ affected: [[2, records]], undecided: [], well: 1 });
  expect(await find("answer.records", "records", { records: many(0, 8) })).toEqual(first(8));
  expect(await find("answer.total", "total", { total: 20 })).toEqual(first(20));
  expect(await find("answer.overlap", "overlap", { records: many(100, 20) })).toEqual(first(20));
});

test("a list that lacks records which its confirmed ones share cannot be checked", async () => {
  const ids = (...from: number[]) =>
    from.flatMap((first) => Array.from({ length: 10 }, (_, nth) => ({ id: first + nth })));
  const good = ids(0, 10);
  const calls = [good, good, ids(0, 20), good].map((records, nth) => ({ at: [40, 45, 120, 130][nth]!, records }));
  expect(await select(calls, { field: "answer.records", measure: "records" })).toEqual({
    affected: [],
    undecided: [2],
    well: 1,
  });
});

test("what is not known at first is known once a later call of the request is confirmed, whatever came before", async () => {
  const wrong = Array.from({ length: 4 }, (_, nth) => ({ at: 90 + nth * 10, records: prices(100) }));
  expect(await select(wrong)).toEqual({ affected: [], undecided: [0, 1, 2, 3], well: 0 });
  expect(await select([...wrong, { at: 250, records: prices(1) }])).toMatchObject({ affected: [] });
  expect(await select([...wrong, { at: 230, records: prices(1) }])).toMatchObject({
    affected: [0, 1, 2, 3].map((no) => [no, 6]),
    undecided: [],
  });
});
