import { expect, test } from "vitest";
import { fieldsByUse, usuallyTracked, usualRule, withValuesIn } from "./fields-by-use.ts";

const withValues = (values: Record<string, "text" | "number" | "flag">) => ({
  record: { title: "Hotel", fields: [], units: {}, meanings: {}, values },
});

test("a watch offers prices first, then other numbers, last what never changes, and reports a fall of ten percent", () => {
  const hotel = withValues({
    id: "number",
    latitude: "number",
    destination_id: "number",
    star_rating: "number",
    "price.amount": "number",
    open: "flag",
  });
  expect(fieldsByUse(hotel)).toEqual(["price.amount", "star_rating", "open", "id", "latitude", "destination_id"]);
  expect(usualRule(hotel)).toEqual({ field: "price.amount", when: "falls_by_percent", value: 10 });
  expect(usuallyTracked(hotel)).toEqual(["price.amount", "star_rating"]);
});

test("a watch of records without a price reports new records", () => {
  const company = withValues({ name: "text", employees: "number" });
  expect(usualRule(company)).toEqual({ field: null, when: "appears", value: null });
});

test("a field without a value in the answer that the watch comes from is not offered", () => {
  const hotel = withValues({ name: "text", "price.amount": "number", rating: "number" });
  const undated = withValuesIn(hotel, [
    { name: "A", price: null, rating: 8 },
    { name: "B", price: { amount: null } },
  ]);
  expect(fieldsByUse(undated)).toEqual(["rating", "name"]);
  expect(usualRule(undated).field).toBe(null);
  expect(fieldsByUse(withValuesIn(hotel, []))).toContain("price.amount");
});
