import { expect, test } from "vitest";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { blockMarker } from "./block-marker.ts";

const marker = (page: string) => blockMarker(savedAnswer(page));
const challenge = '<div id="sec-if-cpt-container"></div>';

test.each<[string, string]>([
  [challenge, "challenge container"],
  ['\n  <p id="sec-bc-text-container">', "challenge container"],
  ["<p id=sec-cpt-if-container>", "challenge container"],
  ["<p id='sec-cpt-container'>", "challenge container"],
  ['<script async src="/.well-known/sbsd/1?v=2"></script>', "challenge script"],
  ["<script src=https://x.example/.well-known/sbsd/1></script>", "challenge script"],
  ["<p>Uw toegang is Tijdelijk Geblokkeerd</p>", "refusal text"],
  ["<title lang=en> Access Denied</title>", "refusal text"],
])("%s is a block, by its %s", (page, expected) => {
  expect(marker(page)).toBe(expected);
});

test.each([
  "<p>sec-if-cpt-container</p>",
  '<p id="sec-xx-container">',
  '<a href="/.well-known/sbsd/1">',
  "<p>access denied</p>",
  `{"html": "${challenge.replaceAll('"', "'")}"}`,
  `text ${challenge}`,
  "",
])("%s is not a block", (page) => {
  expect(marker(page)).toBeNull();
});

test.each(["bestSellingOffer", "product-title", "ProductTitle", "streamController.enqueue"])(
  "a page with products, as %s shows, is not a block",
  (mark) => {
    expect(marker(`${challenge}<script>${mark}</script>`)).toBeNull();
    expect(marker(`${challenge}<script>${mark.slice(1)}</script>`)).toBe("challenge container");
  },
);

test("a page of 100,000 bytes is searched, a larger one is not a block", () => {
  const page = (bytes: number) => challenge.padEnd(bytes);
  expect(marker(page(100_000))).toBe("challenge container");
  expect(marker(page(100_001))).toBeNull();
});
