import { expect, test } from "vitest";
import { all } from "../../source-kit/html.ts";
import { cardText, elementsWith, largestImage } from "./card-elements.ts";

const read = (html: string) => cardText([...elementsWith(html, "class", (value) => value === "card")][0]?.element);

test.each(["a", "b", "bdi", "em", "i", "mark", "s", "small", "span", "strong", "sub", "sup", "u", "wbr"])(
  "<%s> does not split a word",
  (name) => {
    expect(read(`<div class="card">met<${name}>een</${name}></div>`)).toBe("meteen");
  },
);

test.each(["div", "p", "li", "h2"])("<%s> starts a new word", (name) => {
  expect(read(`<div class="card">met<${name}>een</${name}>twee</div>`)).toBe("met een twee");
});

test("a comment, and a < that starts no tag, are delimited correctly", () => {
  expect(read('<div class="card">a<!-- <p>no</p> -->b 1 < 2</div>')).toBe("ab 1 < 2");
});

const found = (html: string) =>
  [...elementsWith(html, "data-id", (value) => value === "7")].map(({ element }) => cardText(element));

test.each<[string, Array<string | null>]>([
  ['<p data-id="7">a</p><p data-id="8">b</p><p data-id=\'7\'>c</p><p data-id=7>d</p>', ["a", "c", "d"]],
  ['<p data-id= "7">a</p>', ["a"]],
  // Outermost only, and what follows it.
  ['<p data-id="7">a<b data-id="7">b</b></p><i data-id="7">c</i>', ["ab", "c"]],
  // Text, an end tag, another attribute's end: no start tag with this attribute.
  ['data-id="7" <p>a</p>', []],
  ['<p>data-id="7"</p>', []],
  ['<p> data-id="7"</p>', []],
  ['</p data-id="7">', []],
  ['<p x-data-id="7">a</p>', []],
  ["<1 data-id=7>a", []],
  ['<p data-id="77">a</p>', []],
  ["<P data-id=7>a</P>", ["a"]],
  // A tag without an end makes it and everything after it incomplete.
  ['<p data-id="7">a</p><p data-id="7" x="<i data-id=7>b</i>', ["a"]],
  ['<p data-id="7">open<', ["open<"]],
])("elements with an attribute in %s", (html, expected) => {
  expect(found(html)).toEqual(expected);
});

test("an attribute is searched for in a start tag of 8,192 letters, its value in 512", () => {
  const tag = (letters: number) => `<p x="${"a".repeat(letters - '<p x="" '.length)}" data-id="7">a</p>`;
  expect(tag(8_192).indexOf("data-id")).toBe(8_192);
  expect(found(tag(8_192))).toEqual(["a"]);
  expect(found(`<i>${tag(8_193)}`)).toEqual([]);
  const longest = "7".repeat(510);
  const elements = (value: string) => [
    ...elementsWith(`<p data-id="${value}">a</p>`, "data-id", (one) => one === value),
  ];
  expect(elements(longest)).toHaveLength(1);
  expect(elements(`${longest}7`)).toHaveLength(0);
});

test("every descendant is listed in document order, and may be excluded from the text", () => {
  const [card] = [...elementsWith("<p data-id=7><i>a<b>b</b></i>c<em>d</em></p>", "data-id", () => true)];
  expect(all("*", card!.element).map(({ name }) => name)).toEqual(["i", "b", "em"]);
  expect(cardText(card!.element, ({ name }) => name === "b")).toBe("acd");
  expect(cardText(undefined)).toBeNull();
});

test.each<[string, string | null]>([
  ["<img>", null],
  ['<img src="">', null],
  ["<img src=data:image/gif;base64,xx>", null],
  ["<img src=/a.jpg>", "/a.jpg"],
  ["<img data-src=/a.jpg>", "/a.jpg"],
  ["<img src=/a/10x10.jpg data-src=/b/10x11.jpg>", "/b/10x11.jpg"],
  ["<img src=/a/10x10.jpg data-src=/b/10x10.jpg>", "/a/10x10.jpg"],
  ["<img src=/a/20x5.jpg?x=1 data-src=/b/9x11.jpg>", "/a/20x5.jpg?x=1"],
  ['<img src=/a.jpg srcset="/b.jpg 1x, /c.jpg 2x, /d.jpg 1.5x">', "/c.jpg"],
  ['<img data-srcset="/b.jpg 100w,  /c.jpg 640w">', "/c.jpg"],
  ['<img srcset="/b,1.jpg 2x, /c.jpg 1x">', "/b,1.jpg"],
  ['<img srcset=" /b.jpg x, /c.jpg">', "/c.jpg"],
  ['<img srcset="/b/100x100.jpg 1x, /c.jpg 9w">', "/b/100x100.jpg"],
  ["<img src=/a/10x10.jpg><img src=/b/30x30.jpg><img src=/c/20x20.jpg>", "/b/30x30.jpg"],
])("the largest picture of %s is %j", (html, expected) => {
  const [card] = [...elementsWith(`<p data-id=7>${html}</p>`, "data-id", () => true)];
  expect(largestImage(all("img", card!.element))).toBe(expected);
});
