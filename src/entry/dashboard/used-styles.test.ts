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

test.each([
  [".a.b{x:1}", "a", ""],
  [".a.b{x:1}", "a b", ".a.b{x:1}"],
  [".a,.b{x:1}", "b", ".a,.b{x:1}"],
  [".a:is(.c,.d),.e{x:1}", "e", ".a:is(.c,.d),.e{x:1}"],
  [".a[title='x,y'],.b{x:1}", "c", ""],
  [".-a_1{x:1}", "-a_1", ".-a_1{x:1}"],
  ["p{x:1}.a{y:2}", "", "p{x:1}"],
  [".a{content:'{'}.b{x:1}", "b", ".b{x:1}"],
  ['.a{content:"}"}.b{x:1}', "a", '.a{content:"}"}'],
  ["@supports (x:1){.a{x:1}}@container (y){.b{x:1}}", "a", "@supports (x:1){.a{x:1}}"],
  ["@media a{@media b{.a{x:1}}.b{y:1}}", "b", "@media a{@media b{.a{x:1}}.b{y:1}}"],
  ["@layer a, b;.a{x:1}", "", "@layer a, b;"],
  ["p.a:not(.b){x:1}", "a", "p.a:not(.b){x:1}"],
  [".a:where(.z) .b:has(.q){x:1}", "a b", ".a:where(.z) .b:has(.q){x:1}"],
])("%s on a page with the classes %j: %j", (css, classes, used) => {
  expect(usedStyles(readStyles(css), `<i class="${classes}">`)).toBe(used);
});
