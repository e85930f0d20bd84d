import { expect, test } from "vitest";
import { parseHtml, textOf } from "./html.ts";

test("a page of a million open tags is refused, and what sites nest is read", () => {
  expect(() => parseHtml("<b>".repeat(1_300_000))).toThrow("HTML nested more than 2000 levels");
  expect(textOf(parseHtml(`${"<i>".repeat(1_000)}deep`))).toBe("deep");
});
