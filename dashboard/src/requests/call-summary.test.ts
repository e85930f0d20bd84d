import { expect, test } from "vitest";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { callSummary } from "./call-summary.ts";

const day = { anyOf: [{ type: "string", format: "date" }, { type: "null" }] };

const operation: OperationView = {
  path: "/api/stays/hotels/search",
  summary: "",
  description: "",
  price: { kind: "flat", credits: 1, results: null, words: "" },
  request: {
    title: "",
    required: ["destination"],
    properties: {
      count: { type: "integer", default: 20 },
      destination: { type: "string" },
      checkin: day,
      checkout: day,
      adults: { type: "integer", default: 2 },
      sort: { type: "string", enum: ["best", "price_low_to_high"], default: "best" },
      min_price: { type: "integer" },
      free_wifi: { type: "boolean", default: false },
      property_types: { type: "array", items: { type: "string", enum: ["hotel", "hostel", "villa"] } },
    },
  },
  record: { title: "", fields: [], units: {}, meanings: {}, values: {} },
  example_csv: "",
  examples: [],
  lookup_prices: {},
};

test("a call is summarised by the parameters that differ from the defaults, as its description words them", () => {
  expect(
    callSummary(operation, {
      destination: "Lisbon",
      count: 60,
      checkin: "2026-11-20",
      checkout: "2026-11-24",
      adults: 3,
    }),
  ).toBe("Lisbon, 20–24 Nov, 3 adults");
  expect(callSummary(operation, { destination: "Porto", adults: 2, sort: "best", checkin: null })).toBe("Porto");
  expect(
    callSummary(operation, { destination: "Porto", min_price: 40, free_wifi: true, property_types: ["hotel"] }),
  ).toBe("Porto, min price 40, free wifi, hotel");
});

test("a long value is cut, and a removed operation has no summary", () => {
  expect(callSummary(operation, { destination: "x".repeat(80) })).toBe(`${"x".repeat(40)}…`);
  expect(callSummary(undefined, { destination: "Lisbon" })).toBe("");
});
