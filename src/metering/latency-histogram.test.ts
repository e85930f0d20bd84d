import { expect, test } from "vitest";
import { addStored, type Histogram } from "./latency-histogram.ts";

test("stored histograms are merged as JSON would be, however it is formatted", () => {
  const histogram: Histogram = new Map();
  addStored(histogram, '{ "90" : 5, "1000" : 21 }');
  addStored(histogram, '{"0":1,"90":12,"-3":2}');
  addStored(histogram, "{}");
  expect([...histogram].map(([ms, { calls }]) => [ms, calls])).toEqual([
    [90, 17],
    [1_000, 21],
    [0, 1],
    [-3, 2],
  ]);
});
