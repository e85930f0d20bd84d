import { expect, test } from "vitest";
import { compareRecords } from "./compare-runs.ts";

test("two runs are compared by the records' identifying field", () => {
  const before = [{ estate: "A", price: 1 }, { estate: "B" }];
  const after = [{ estate: "A", price: 2 }, { estate: "C" }];
  expect(
    compareRecords(before, after).map(({ kind, record_id, fields: changed }) => [kind, record_id, changed]),
  ).toEqual([
    ["changed", "A", { price: { old: 1, new: 2 } }],
    ["added", "C", null],
    ["removed", "B", null],
  ]);
});
