import { expect, test } from "vitest";
import { FieldFill, isEmpty } from "./field-fill.ts";

test("fields are counted by name, whatever their order and whichever records have them; inner ones under the outer's name", () => {
  const fill = new FieldFill();
  fill.add({ "@type": "thing", id: "1", name: "chair", price: { amount: 0, currency: null }, tags: [] });
  fill.add({ "@type": "thing", name: "", id: "2", isNew: false, price: { currency: "EUR", amount: 4 } });
  fill.add({ id: "3", tags: ["wood"], price: null, maker: { name: "Oak", place: { city: "Riga" } } });
  expect(fill.records).toBe(3);
  expect(Object.fromEntries(fill.filled)).toEqual({
    id: 3,
    name: 1,
    price: 2,
    "price.amount": 2,
    "price.currency": 1,
    tags: 1,
    isNew: 1,
    maker: 1,
    "maker.name": 1,
    "maker.place": 1,
  });
});

test("nothing is null, undefined, an empty text or an empty list; 0, false and an empty record are something", () => {
  expect([null, undefined, "", []].map(isEmpty)).toEqual([true, true, true, true]);
  expect([0, false, {}, " ", [null]].map(isEmpty)).toEqual([false, false, false, false, false]);
});

test("fields that come in another order, or are new in the middle, keep their own count", () => {
  const fill = new FieldFill();
  fill.add({ a: 1, b: 1, c: null });
  fill.add({ b: 2, a: null, c: 3 });
  fill.add({ a: 3, x: 3, b: 3, list: [{ inner: 1 }] });
  expect([...fill.filled]).toEqual([
    ["a", 2],
    ["b", 3],
    ["c", 1],
    ["x", 1],
    ["list", 1],
  ]);
});
