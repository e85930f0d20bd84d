import { expect, test } from "vitest";
import { jsonRecord, text, texts } from "../source-kit/record.ts";
import { CoverageGuard } from "./coverage.ts";

const Thing = jsonRecord("Thing", {
  id: text().filled("always").meaning("A text."),
  name: text().filled("usually").meaning("A text."),
  tags: texts().filled("usually").meaning("Texts."),
  note: text().meaning("A text."),
  parts: texts().meaning("A list."),
});

const thing = (changes: Record<string, unknown> = {}) => ({ id: "1", name: "a", tags: ["x"], note: null, ...changes });
const page = (whole: number, broken: number, changes: Record<string, unknown>) => [
  ...Array.from({ length: whole }, () => thing()),
  ...Array.from({ length: broken }, () => thing(changes)),
];
/** One that has read many whole pages. */
const guard = () => {
  const learned = new CoverageGuard(Thing);
  for (let time = 0; time < 250; time++) learned.check(page(24, 0, {}));
  return learned;
};

test("a healthy page that leaves a usual field empty in a third of its records is not refused because it is the first", () => {
  new CoverageGuard(Thing).check(page(16, 8, { name: null }));
  expect(() => new CoverageGuard(Thing).check(page(10, 14, { name: null }))).toThrow(/14 of 24/);
  expect(() => new CoverageGuard(Thing).check(page(0, 1, { name: null }))).toThrow(/1 of 1/);
});

test("a field is watched as strictly as it was filled so far, whatever was assumed at first", () => {
  const learned = new CoverageGuard(Thing);
  for (let time = 0; time < 100; time++) learned.check(page(24, 0, {}));
  expect(() => learned.check(page(16, 8, { name: null }))).toThrow(/8 of 24/);
});

test.each([
  ["null", { name: null }],
  ["an empty text", { name: "" }],
  ["an empty list", { tags: [] }],
  ["nothing at all", { id: undefined }],
])("a column that becomes %s makes the page unreadable", (_what, changes) => {
  expect(() => guard().check(page(0, 24, changes))).toThrow(/is missing in 24 of 24/);
});

test("fields that a healthy page may leave empty are not watched", () => {
  guard().check(page(0, 24, { note: null, parts: [] }));
});

test("a page of one record without its name is unreadable", () => {
  expect(() => guard().check(page(0, 1, { name: null }))).toThrow(/"name" is missing in 1 of 1/);
});

test("an empty page proves nothing", () => {
  guard().check([]);
});

test("a few missing values are accepted; a fifth more than usual are not", () => {
  guard().check(page(22, 2, { name: null }));
  expect(() => guard().check(page(18, 6, { name: null }))).toThrow(/6 of 24/);
});

test("the usual share is learned from accepted pages", () => {
  const learned = guard();
  for (let time = 0; time < 100; time++) learned.check(page(20, 4, { name: null }));
  learned.check(page(17, 7, { name: null }));
  learned.check(page(0, 1, { name: null }));
  expect(() => learned.check(page(0, 24, { name: null }))).toThrow(/24 of 24/);
});

test("a rejected page teaches nothing: a site that stays broken stays rejected", () => {
  const learned = guard();
  for (let time = 0; time < 200; time++) {
    expect(() => learned.check(page(0, 24, { name: null }))).toThrow();
  }
});

test("up to a fifth may be missing on a page that has never missed any", () => {
  guard().check(page(4, 1, { name: null }));
  guard().check(page(8, 2, { name: null }));
  expect(() => guard().check(page(79, 21, { name: null }))).toThrow(/"name" is missing in 21 of 100 records/);
});

test("the usual share moves by about n five-hundredths for a page of n records", () => {
  const learned = guard();
  // After one page of 100 with 20 missing: 0.2 * (1 - (499/500)^100) = 0.0363; a fifth above that is 0.2363.
  learned.check(page(80, 20, { name: null }));
  learned.check(page(77, 23, { name: null }));
  const other = guard();
  other.check(page(80, 20, { name: null }));
  expect(() => other.check(page(75, 25, { name: null }))).toThrow(/25 of 100/);
});

test("a page that chance may explain is accepted: rare means less than one in a hundred", () => {
  const learned = guard();
  for (let time = 0; time < 2_000; time++) learned.check(page(4, 1, { name: null }));
  // With a usual share of a fifth, all of three are missing in 0.8 % of pages, two of two in 4 %, three of four in 2.7 %.
  learned.check(page(0, 2, { name: null }));
  learned.check(page(1, 3, { name: null }));
  expect(() => learned.check(page(0, 3, { name: null }))).toThrow(/3 of 3/);
  expect(() => learned.check(page(3, 7, { name: null }))).toThrow(/7 of 10/);
  learned.check(page(5, 5, { name: null }));
});

test("each field has its own usual share", () => {
  const learned = guard();
  for (let time = 0; time < 500; time++) learned.check(page(4, 1, { name: null }));
  learned.check(page(7, 4, { name: null }));
  expect(() => learned.check(page(7, 4, { tags: [] }))).toThrow(/"tags" is missing in 4 of 11/);
});
