import { expect, test } from "vitest";
import { FieldFill } from "../extraction/field-fill.ts";
import { FieldBaseline } from "./field-baseline.ts";

/** Twenty records, of which so many have a rating. */
function answer(rated: number) {
  const fill = new FieldFill();
  for (let nth = 0; nth < 20; nth++) fill.add({ id: `${nth}`, name: "thing", rating: nth < rated ? 4 : null });
  return fill;
}

function healthy(requests = 60, callers = 6) {
  const baseline = new FieldBaseline();
  for (let nth = 0; nth < requests; nth++) baseline.add(`healthy ${nth}`, `caller ${nth % callers}`, answer(12));
  return baseline;
}

test("a field that was there in every request and is in none of the newest is named, with its share before", () => {
  const baseline = healthy();
  expect(baseline.drifting()).toEqual([]);
  for (let nth = 0; nth < 5; nth++) baseline.add(`changed ${nth}`, `caller ${nth}`, answer(0));
  expect(baseline.drifting()).toEqual([{ field: "rating", before: 1, missing: 5 }]);
});

test("four such requests are too few to tell", () => {
  const baseline = healthy();
  for (let nth = 0; nth < 4; nth++) baseline.add(`changed ${nth}`, `caller ${nth}`, answer(0));
  expect(baseline.drifting()).toEqual([]);
});

test("one request repeated a hundred times is one piece of evidence", () => {
  const baseline = healthy();
  for (let nth = 0; nth < 100; nth++) baseline.add("the same", "caller 1", answer(0));
  expect(baseline.drifting()).toEqual([]);
});

test("a field that is often missing needs more requests before its absence says something", () => {
  const baseline = new FieldBaseline();
  for (let nth = 0; nth < 80; nth++)
    baseline.add(`healthy ${nth}`, `caller ${nth % 6}`, answer(nth % 2 === 0 ? 12 : 0));
  for (let nth = 0; nth < 6; nth++) baseline.add(`next ${nth}`, `caller ${nth}`, answer(0));
  expect(baseline.drifting()).toEqual([]);
  for (let nth = 6; nth < 12; nth++) baseline.add(`next ${nth}`, `caller ${nth}`, answer(0));
  expect(baseline.drifting()).toMatchObject([{ field: "rating" }]);
});

test("a changed page does not become usual by staying", () => {
  const baseline = healthy();
  for (let nth = 0; nth < 500; nth++) baseline.add(`changed ${nth}`, `caller ${nth % 6}`, answer(0));
  expect(baseline.drifting()).toMatchObject([{ field: "rating", before: 1 }]);
});

test("what was learned goes to the store once, and another process goes on from it", () => {
  const first = healthy();
  const learned = first.takeLearned();
  expect(new Map(learned).get("rating")).toEqual({ requests: 35, present: 35, records: 700, filled: 420 });
  expect(first.takeLearned()).toEqual([]);
  const second = new FieldBaseline();
  second.load([["rating", { requests: 35, present: 35, records: 700, filled: 420 }]]);
  expect(second.usualShare("rating")).toBe(0.6);
  for (let nth = 0; nth < 5; nth++) second.add(`changed ${nth}`, `caller ${nth}`, answer(0));
  expect(second.drifting()).toMatchObject([{ field: "rating", missing: 5 }]);
});

test("records inside records are watched too; an answer without records says nothing", () => {
  const fill = new FieldFill();
  fill.add({ id: "1", review: { score: 8, words: null }, images: [] });
  expect(Object.fromEntries(fill.filled)).toEqual({
    id: 1,
    review: 1,
    "review.score": 1,
    "review.words": 0,
    images: 0,
  });
  const baseline = healthy();
  for (let nth = 0; nth < 50; nth++) baseline.add(`none ${nth}`, "one", new FieldFill());
  expect(baseline.drifting()).toEqual([]);
});
