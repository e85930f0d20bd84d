import { expect, test } from "vitest";
import operation from "./products-search.ts";
import type { SearchRequest } from "./request.ts";

const check = (changes: Partial<SearchRequest>) => () =>
  operation.check?.({
    city: "msk_cl",
    filters: [],
    brands: [],
    price_min: null,
    price_max: null,
    ...changes,
  } as SearchRequest);

const broken = (...loc: Array<string | number>) =>
  expect.objectContaining({
    status: 422,
    detail: [expect.objectContaining({ type: "value_error", loc: ["body", ...loc] })],
  });

test("a lowest price above the highest is rejected at the highest", () => {
  expect(check({ price_min: 200, price_max: 100 })).toThrow(broken("price_max"));
  expect(check({ price_min: 100, price_max: 100 })).not.toThrow();
  expect(check({ price_min: 100 })).not.toThrow();
});

test.each(["apple", ":x", "x:", " : ", ""])("a filter %j without a group and an option is rejected", (entry) => {
  expect(check({ filters: ["21619_835:21619_835amoled", entry] })).toThrow(
    expect.objectContaining({ status: 400, detail: expect.stringMatching(/^filters: /) }),
  );
});

test("a brand without letters is rejected", () => {
  expect(check({ brands: ["Apple", " "] })).toThrow(broken("brands", 1));
});
