import { expect, test } from "vitest";
import { SourceError } from "../../contract/errors.ts";
import { readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import operation from "./products-search.ts";

const request = { keyword: "x", count: 1_000, timeout: 300 };

test("deep nesting and endless numbers are harmless", () => {
  const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
  const strange = [
    `[${deep("[", "]")}]`,
    `<ul><li data-id="1"><a data-test="product-title">${deep("<div>", "</div>")}</a></li></ul>`,
    `<div data-bltgi="a.ProductList_Middle.1">${deep("<b>", "")}`,
    `<p ${'data-id="1" '.repeat(20_000)}`,
    '<li data-id="1" '.repeat(20_000),
    `[${Array.from({ length: 50_000 }, (_, place) => `[${place + 1},0]`).join(",")}]`,
  ];
  // Quadratic time on a page of a megabyte would take minutes and hit the test's timeout.
  for (const text of strange) {
    try {
      expect([...operation.parse(savedAnswer(text), request, readingContext)].length).toBeLessThan(2);
    } catch (error) {
      expect(error).toBeInstanceOf(SourceError);
    }
  }
});
