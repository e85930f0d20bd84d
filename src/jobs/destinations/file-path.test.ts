import { expect, test } from "vitest";
import { checkPath, filePath } from "./file-path.ts";

const facts = {
  kind: "schedule" as const,
  id: "s1",
  name: "Lamps / chairs ü",
  operation: "/api/nlretail/products/search",
  endedAt: Date.UTC(2026, 10, 16, 7, 5, 9),
  run: "j1",
  format: "csv",
};

test("a path is filled with characters that every storage accepts", () => {
  expect(filePath("a/{kind}/{operation}/{name}/{date}/{time}-{id}-{run}.{format}", facts)).toBe(
    "a/schedule/nlretail-products-search/Lamps-chairs/2026-11-16/070509-s1-j1.csv",
  );
  expect(filePath("{name}", { ...facts, name: "ü" })).toBe("unnamed");
});

test.each(["{idd}", "a b", "/a", "a//b", "../a", "a/./b", "a/", "ü", "{id", "{}", ""])(
  "%s is not a valid path",
  (path) => {
    expect(() => checkPath(path)).toThrow();
  },
);

test.each(["{id}.{format}", "year={date}/{kind}-{id}.csv", "latest.csv"])("%s is a valid path", (path) => {
  expect(checkPath(path)).toBe(path);
});
