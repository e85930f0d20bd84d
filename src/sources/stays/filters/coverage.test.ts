import { join } from "node:path";
import { expect, test } from "vitest";
import { coveragePage, filterCoverage } from "./coverage.ts";

test("every value is counted once, as known or as learned", () => {
  for (const { field, values, by } of filterCoverage()) {
    expect(
      Object.values(by).reduce((total, count) => total + count, 0),
      field,
    ).toBe(values);
  }
});

test("docs/stays-filters.md is generated from the table; `vitest run -u` writes it", async () => {
  const file = join(import.meta.dirname, "../../../../docs/stays-filters.md");
  await expect(coveragePage()).toMatchFileSnapshot(file);
});
