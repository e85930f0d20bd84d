import { expect, test } from "vitest";
import { readStyles, usedStyles } from "./used-styles.ts";

const sheet = [
  "@layer a;",
  ":root{--x:1}",
  "@font-face{font-family:A;src:url(/a.woff2)}",
  ".card,.note{color:red}",
  ".card .title:not(.small)::after{content:'}'}",
  "[data-scheme=dark] .card:is(.x,.y){color:blue}",
  ".other{color:green}",
  "@media (width>1px){.other{color:green}.card{margin:0}}",
  "@media print{.other{color:green}}",
  "@keyframes turn{to{rotate:1turn}}",
].join("");

test("a page gets the rules that can style it, in their order, and none that cannot", () => {
  expect(usedStyles(readStyles(sheet), '<p class="card wide"><b class="title">')).toBe(
    [
      "@layer a;",
      ":root{--x:1}",
      "@font-face{font-family:A;src:url(/a.woff2)}",
      ".card,.note{color:red}",
      ".card .title:not(.small)::after{content:'}'}",
      "[data-scheme=dark] .card:is(.x,.y){color:blue}",
      "@media (width>1px){.card{margin:0}}",
      "@keyframes turn{to{rotate:1turn}}",
    ].join(""),
  );
});
