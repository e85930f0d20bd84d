import { expect, test } from "vitest";
import { defineRecord, filled, list, required, text, texts } from "../contract/record.ts";
import { CoverageGuard } from "./coverage.ts";

const Thing = defineRecord("Thing", {
  id: filled(required(text())),
  name: filled(text()),
  tags: filled(texts()),
  note: text(),
  parts: list(text()),
});

const thing = (changes: Record<string, unknown> = {}) => ({ id: "1", name: "a", tags: ["x"], note: null, ...changes });
const page = (whole: number, broken: number, changes: Record<string, unknown>) => [
  ...Array.from({ length: whole }, () => thing()),
  ...Array.from({ length: broken }, () => thing(changes)),
];
const guard = () => new CoverageGuard(Thing);

test.each([
  ["null", { name: null }],
  ["an empty text", { name: "" }],
  ["an empty list", { tags: [] }],
  ["nothing at all", { id: undefined }],
])("a column that has become %s makes the page unreadable", (_what, changes) => {
  expect(() => guard().check(page(0, 24, changes))).toThrow(/is missing in 24 of 24/);
});

test("fields that a healthy page may leave empty are not watched", () => {
  guard().check(page(0, 24, { note: null, parts: [] }));
});

test("a page of one record without its name is unreadable", () => {
  expect(() => guard().check(page(0, 1, { name: null }))).toThrow(/"name" is missing in 1 of 1/);
});

test("an empty page is no sign of anything", () => {
  guard().check([]);
});

test("a few that are missing are let through; a fifth more than usual are not", () => {
  guard().check(page(22, 2, { name: null }));
  expect(() => guard().check(page(18, 6, { name: null }))).toThrow(/6 of 24/);
});

test("what is usual at the site is learned from the pages that were let through", () => {
  const learned = guard();
  for (let time = 0; time < 100; time++) learned.check(page(20, 4, { name: null }));
  learned.check(page(17, 7, { name: null }));
  learned.check(page(0, 1, { name: null }));
  expect(() => learned.check(page(0, 24, { name: null }))).toThrow(/24 of 24/);
});

test("a refused page teaches nothing: a site that stays broken stays refused", () => {
  const learned = guard();
  for (let time = 0; time < 200; time++) {
    expect(() => learned.check(page(0, 24, { name: null }))).toThrow();
  }
});
