import { expect, test } from "vitest";
import { flatten } from "./flat-record.ts";

const remembered = (value: unknown) => flatten({ value }).get("value");

test.each([
  ["https://img.example/a/b.jpg", "/b.jpg"],
  ["https://img.example/a/b/", "/b"],
  ["https://img.example/a/b?w=1/2#c/d", "/b"],
  ["https://img.example/a/b/?w=1", "/b"],
  ["https://img.example/a/b#top?w=1", "/b"],
  ["https://img.example", "/img.example"],
  ["https://img.example/", "/img.example"],
  ["https://img.example/a//", "/"],
  ["https://?w=1", "/"],
  ["http:/", "/http:"],
  ["/", "/"],
  ["//", "/"],
  ["/?w=1", "/"],
  ["/a", "/a"],
  ["//img.example/a.jpg", "/a.jpg"],
])("Of the address %s only the last name of its path is remembered", (address, name) => {
  expect(remembered(address)).toBe(name);
});

test("A last name is cut like any other text", () => {
  expect(remembered(`/${"a".repeat(100)}`)).toBe(`/${"a".repeat(59)}`);
});
