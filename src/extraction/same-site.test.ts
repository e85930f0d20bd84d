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
  ["https://site.example:8443", "https://www.site.example:8443", true],
  ["http://site.example", "http://www.site.example", true],
  ["http://site.example:8080", "https://site.example", false],
  ["http://site.example", "https://site.example:8443", false],
  ["http://site.example:8080", "https://site.example:8080", false],
  ["ftp://site.example", "https://site.example", false],
  ["http://site.example", "ftp://site.example", false],
  ["https://site.www.example", "https://site.example", false],
  ["https://site.example", "https://site.example", true],
])("from %s to %s is the same site: %s", (from, to, same) => {
  expect(isSameSite(from, to)).toBe(same);
});
