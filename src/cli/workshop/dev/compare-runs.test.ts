import { expect, test } from "vitest";
import { compareRuns } from "../dev.ts";

const first = [
  { "@type": "Lamp", id: "1", name: "A", tags: [] },
  { "@type": "Lamp", id: "2", name: null, tags: ["x"] },
];

test("a first run shows how often each field is filled, with an example", () => {
  expect(compareRuns(first, null)).toEqual([
    { field: "id", filled: "2/2", before: "", changed: 0, example: "1" },
    { field: "name", filled: "1/2", before: "", changed: 0, example: "A" },
    { field: "tags", filled: "1/2", before: "", changed: 0, example: ["x"] },
  ]);
});

test("a later run shows changed values, lost fields and new records", () => {
  const second = [
    { "@type": "Lamp", id: "1", name: "B" },
    { "@type": "Lamp", id: "2", name: "C" },
    { "@type": "Lamp", id: "3", name: "D" },
  ];
  expect(compareRuns(second, first)).toEqual([
    { field: "id", filled: "3/3", before: "2/2", changed: 1, example: "1" },
    { field: "name", filled: "3/3", before: "1/2", changed: 3, example: "B" },
    { field: "tags", filled: "0/3", before: "1/2", changed: 2, example: undefined },
  ]);
});
