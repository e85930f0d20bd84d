import { expect, test } from "vitest";
import { decimal, flag, jsonRecord, list, sub, text, textOr, texts, whole } from "../source-kit/record.ts";
import { requestDefaults } from "./canary.ts";
import { didYouMean } from "./did-you-mean.ts";
import { countField, defineRequest, flagField, orNull, textField } from "./fields.ts";
import type { Operation } from "./operation.ts";
import { filledFields, unitsOf } from "./record.ts";
import { recordMisfit } from "./record-misfit.ts";

const Money = jsonRecord("Money", {
  amount: decimal().meaning("A number."),
  currency: textOr("EUR").meaning("A text."),
});
const Thing = jsonRecord("Thing", {
  id: text().filled("always").meaning("A text."),
  count: whole().meaning("A number."),
  open: flag().meaning("A flag."),
  tags: texts().meaning("Texts."),
  price: sub(Money).meaning("A part."),
  offers: list(Money).meaning("A list."),
});
const { make: thing } = Thing;
const money = { "@type": "Money", amount: 1.5, currency: "USD" } as const;
const good = thing({ id: "1", count: 2, open: false, tags: ["a"], price: money, offers: [money] });

test("a complete record fits, and so does an empty one", () => {
  expect(recordMisfit(Thing, good)).toBeNull();
  expect(recordMisfit(Thing, thing({ id: "" }))).toBeNull();
});

test.each<[object, string]>([
  [{ id: null }, "id is not string"],
  [{ id: 7 }, "id is not string"],
  [{ count: 1.5 }, "count is not integer or null"],
  [{ count: "2" }, "count is not integer or null"],
  [{ open: "yes" }, "open is not boolean or null"],
  [{ tags: null }, "tags is not array"],
  [{ tags: ["a", 1] }, "tags[1] is not string"],
  [{ tags: { 0: "a" } }, "tags is not array"],
  [{ price: [] }, "price is not object"],
  [{ price: { ...money, amount: "1" } }, "price.amount is not number or null"],
  [{ price: { ...money, "@type": "Monye" } }, 'price.@type is not "Money"'],
  [{ price: { "@type": "Money", amount: 1 } }, "price.currency is missing"],
  [{ offers: [money, { ...money, hue: 1 }] }, "offers[1].hue is not a field of the record"],
  [{ hue: 1 }, "hue is not a field of the record"],
  [{ "@type": "Other" }, '@type is not "Thing"'],
])("%j does not fit: %s", (change, why) => {
  expect(recordMisfit(Thing, { ...good, ...change })).toBe(why);
});

test("a value that is not a record, or lacks a field, does not fit", () => {
  const { count: _, ...rest } = good;
  expect(recordMisfit(Thing, rest)).toBe("count is missing");
  for (const value of [null, [], "x"]) expect(recordMisfit(Thing, value)).toBe("the record is not object");
});

test("a recursive record is checked to the end", () => {
  const itself: any = { $ref: "Branch" };
  const fields = { name: text().filled("always").meaning("A text."), twigs: list(itself).meaning("A list.") };
  const Branch = Object.assign(jsonRecord("Branch", fields), { $id: "Branch" });
  const branch = (name: unknown, ...twigs: unknown[]) => ({ "@type": "Branch", name, twigs });
  expect(recordMisfit(Branch, branch("a", branch("b"), branch("c", branch("d"))))).toBeNull();
  expect(recordMisfit(Branch, branch("a", branch("b"), branch("c", branch(7))))).toBe(
    "twigs[1].twigs[0].name is not string",
  );
});

test("a maker fills missing fields, in the record's order", () => {
  expect(Object.entries(thing({ id: "1", price: null }))).toEqual([
    ["@type", "Thing"],
    ["id", "1"],
    ["count", null],
    ["open", null],
    ["tags", []],
    ["price", null],
    ["offers", []],
  ]);
  expect(Money.make({})).toEqual({ "@type": "Money", amount: null, currency: "EUR" });
  expect(thing({ id: "1" }).tags).not.toBe(thing({ id: "1" }).tags);
});

test("units, filled fields and defaults come from the description", () => {
  const record = jsonRecord("Flat", {
    size: whole().unit("sq ft").meaning("A number."),
    name: text().filled("usually").meaning("A text."),
    note: text().meaning("A text."),
  });
  const request = defineRequest("Flats", {
    place: textField({ description: "" }),
    count: countField(),
    open: flagField({ description: "", default: false }),
    from: orNull(textField({ description: "" })),
  });
  const operation = { record, request, examples: [{ place: "a" }, { place: "b" }] } as unknown as Operation;
  expect(unitsOf(record)).toEqual({ size: "sq ft" });
  expect(filledFields(record)).toEqual(["name"]);
  expect(request.required).toEqual(["place", "count"]);
  expect(requestDefaults(operation)).toStrictEqual({ open: false, from: null });
});

const towns = [
  { value: "oh-1", label: "Northdale" },
  { value: "mn-1", label: "Northfield" },
  { value: "il-1", label: "Springfield" },
  { value: "or-1", label: null },
];
const rows = ["row 1", "row 2", "row 3", "row 4"].map((value) => ({ value }));

test.each([
  ["nort", towns.slice(0, 3), null, 'Did you mean "oh-1" (Northdale) or "mn-1" (Northfield)?'],
  ["or-1", towns.slice(2), null, 'Did you mean "or-1"?'],
  ["a", [{ value: "a" }], "/api/x/towns", 'Did you mean "a"? Look up valid values with POST /api/x/towns.'],
  ["row", rows, null, 'Did you mean "row 1", "row 2", or "row 3"?'],
  ["c", [{ value: "", label: "c" }], null, 'Did you mean "" (c)?'],
  ["x", [{ value: "a" }], "/api/x/towns", "Look up valid values with POST /api/x/towns."],
  ["a", [{ value: "a" }, { value: "ab", label: "b" }], null, 'Did you mean "a" or "ab" (b)?'],
  ["x", [], null, ""],
])("%s among %j by %s: %s", (given, known, lookup, words) => {
  expect(didYouMean(given, known, lookup)).toBe(words);
});
