import { expect, test } from "vitest";
import { isSameSite } from "./same-site.ts";

test.each([
  ["https://site.example", "https://www.site.example", true],
  ["https://www.site.example", "https://site.example", true],
  ["http://site.example", "https://www.site.example", true],
  ["https://site.example", "http://site.example", false],
  ["https://site.example", "https://shop.site.example", false],
  ["https://site.example", "https://www.site.example.evil.example", false],
  ["https://site.example", "https://wwwsite.example", false],
  ["https://site.example", "https://www.site.example:8443", false],
  ["http://127.0.0.1:80", "http://127.0.0.1:81", false],
  ["https://site.example", "null", false],
])("from %s to %s is the same site: %s", (from, to, same) => {
  expect(isSameSite(from, to)).toBe(same);
});
