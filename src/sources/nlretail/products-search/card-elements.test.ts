import { expect, test } from "vitest";
import { elementsWith, textOf } from "./card-elements.ts";

const read = (html: string) => textOf([...elementsWith(html, "class", (value) => value === "card")][0]);

test.each(["a", "b", "bdi", "em", "i", "mark", "s", "small", "span", "strong", "sub", "sup", "u", "wbr"])(
  "<%s> stands within a word",
  (name) => {
    expect(read(`<div class="card">met<${name}>een</${name}></div>`)).toBe("meteen");
  },
);

test.each(["div", "p", "li", "h2"])("<%s> begins a new one", (name) => {
  expect(read(`<div class="card">met<${name}>een</${name}>twee</div>`)).toBe("met een twee");
});

test("a comment, and a < that begins no tag, end where they end", () => {
  expect(read('<div class="card">a<!-- <p>no</p> -->b 1 < 2</div>')).toBe("ab 1 < 2");
});
