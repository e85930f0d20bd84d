import { describe, expect, test } from "vitest";
import operation from "./hotels-search.ts";
import { HotelsSearch } from "./request.ts";

const defaults = Object.fromEntries(
  Object.entries(HotelsSearch.properties as Record<string, { default?: unknown }>).map(([name, field]) => [
    name,
    field.default,
  ]),
);
const check = (body: object) => {
  try {
    operation.check?.({ ...defaults, count: 1, ...body } as never);
    return "fits";
  } catch (error) {
    const { status, detail } = error as { status: number; detail: string | Array<{ loc: unknown[]; type: string }> };
    return typeof detail === "string"
      ? `${status} ${detail}`
      : `${status} ${detail.map(({ loc, type }) => `${type} ${loc.join(".")}`)}`;
  }
};

describe("rules across fields", () => {
  test.each([
    [{ destination: "Paris" }, /^fits$/],
    [{ destination_id: 5 }, /^fits$/],
    [{}, /^400 .*destination or destination_id/],
    [{ destination: "Paris", checkin: "2027-01-02" }, /^400 checkout/],
    [{ destination: "Paris", checkout: "2027-01-02" }, /^400 checkin/],
    [{ destination: "Paris", checkin: "2027-01-02", checkout: "2027-01-03" }, /^fits$/],
    [{ destination: "Paris", checkin: "2027-01-02", checkout: "2027-01-02" }, /^422 value_error body\.checkout$/],
    [{ destination: "Paris", checkin: "2027-01-02", checkout: "2026-12-31" }, /^422 value_error body\.checkout$/],
    [{ destination: "Paris", min_price_per_night: 50, max_price_per_night: 50 }, /^fits$/],
    [
      { destination: "Paris", min_price_per_night: 51, max_price_per_night: 50 },
      /^422 value_error body\.max_price_per_night$/,
    ],
    [{ destination: "38.7,-9.1", destination_type: "LATLONG" }, /^fits$/],
    [{ destination: "Paris", destination_type: "LATLONG" }, /^400 destination /],
    [{ destination_id: 5, destination_type: "LATLONG" }, /^fits$/],
  ])("%o", (body, expected) => {
    expect(check(body)).toMatch(expected);
  });
});

test("the price is 5 credits per 25 results", () => {
  expect([0, 1, 25, 26, 1000].map((results) => operation.price.of(results))).toEqual([0, 5, 5, 10, 200]);
});
