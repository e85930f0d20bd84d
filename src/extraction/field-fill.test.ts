import { expect, test } from "vitest";
import { FieldFill } from "./field-fill.ts";

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
