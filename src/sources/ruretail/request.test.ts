import { expect, test } from "vitest";
import { sortIds } from "./request.ts";
import { imagesField, priceRange } from "./search-request.ts";

test.each([
  [null, null, "0-99999999"],
  [100, null, "100-99999999"],
  [null, 500, "0-500"],
  [0, 0, "0-0"],
  [100, 500, "100-500"],
])("a price from %s to %s is requested as %s", (min, max, range) => {
  expect(priceRange(min, max)).toBe(range);
});

test("orders use the site's own names and directions", () => {
  const rows = Object.entries(sortIds).map(([name, { id, direction }]) => `${name}: ${id} ${direction}`);
  expect(rows).toEqual([
    "relevance:  SORT_DIRECTION_DESC",
    "price_asc: price SORT_DIRECTION_ASC",
    "price_desc: price SORT_DIRECTION_DESC",
    "discount: discount SORT_DIRECTION_DESC",
    "rating: rating SORT_DIRECTION_DESC",
    "opinions: opinions SORT_DIRECTION_DESC",
    "reviews: reviews SORT_DIRECTION_DESC",
  ]);
});

test.each([
  ["https://www.shop.example", "shop"],
  ["https://shop.example", "shop"],
  ["http://localhost:8080", "retailer"],
  ["http://127.0.0.1:8080", "retailer"],
  ["https://my-shop.example", "retailer"],
  ["https://2shop.example", "retailer"],
])("the shop's own pictures at %s are in the field %s", (origin, field) => {
  expect(imagesField(origin)).toBe(field);
});
