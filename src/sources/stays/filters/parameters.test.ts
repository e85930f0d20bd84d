import { expect, test } from "vitest";
import { asParameters } from "./parameters.ts";

const offered = (key: string, code: string | null) => ({ key, code, label: "a label", count: 3 });
const read = (key: string, code: string | null) => asParameters([offered(key, code)], [])[0];

test("an id is a whole number, below zero too; anything else is offered without a parameter", () => {
  expect(read("di", "12")).toMatchObject({ parameter: "district_ids", value: "12", id: 12, property_count: 3 });
  expect(read("di", "-12")).toMatchObject({ parameter: "district_ids", value: "-12", id: -12 });
  for (const code of ["12abc", "a12", "", null]) expect(read("di", code)).toMatchObject({ parameter: null, id: null });
});

test("what is offered twice is there once", () => {
  expect(asParameters([offered("di", "1"), offered("di", "1"), offered("di", "2")], [])).toHaveLength(2);
});
