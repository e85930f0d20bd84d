import { parse, parseFragment } from "parse5";
import { describe, expect, test } from "vitest";
import type { PageElement } from "./page-element.ts";
import { scanElement, scanPage } from "./scan-elements.ts";

type Shape = string | ShapeOfElement;
interface ShapeOfElement extends Array<Shape> {}

/** Adjacent texts are joined. */
function joined(shapes: Shape[]): Shape[] {
  const all: Shape[] = [];
  for (const shape of shapes) {
    const last = all.at(-1);
    if (typeof last === "string" && typeof shape === "string") all[all.length - 1] = last + shape;
    else all.push(shape);
  }
  return all;
}
const shapeOf = (element: PageElement): Shape => [
  element.name,
  ...joined(element.parts().map((part) => (typeof part === "string" ? part : shapeOf(part)))),
];
const scan = (html: string) => {
  const found = scanElement(html, 0);
  return found && { shape: shapeOf(found), rest: html.slice(found.end) };
};

/** The same from parse5, without the content of opaque elements. */
const OPAQUE = ["script", "style", "svg", "template", "textarea", "title"];
interface Node {
  nodeName: string;
  value?: string;
  childNodes?: Node[];
}
const referee = (node: Node): Shape[] => {
  if (node.nodeName === "#text") return [node.value!];
  if (node.nodeName === "#comment") return [];
  return [[node.nodeName, ...joined(OPAQUE.includes(node.nodeName) ? [] : (node.childNodes ?? []).flatMap(referee))]];
};

describe("the element at the start matches parse5's", () => {
  test.each([
    "<div>a</div>",
    "<DIV>a<B>b</B></DIV>",
    "<div><p>a</p><p>b</p></div>",
    "<div a=\">\" b='>'>a</div>",
    "<div><br>a<img src=x>b<hr>c<input>d<wbr>e</div>",
    "<div><area>a<base>b<embed>c<link>d<meta>e<param>f<source>g<track>h</div>",
    "<div>a<!-- <p>b --></b> -->c</div>",
    "<div>a<!doctype x>b<?xml <p ?>c</ >d</div>",
    "<div><p><span>a</p>b</div>",
    "<div>a</i>b</div>",
    "<ul><li>a<li>b<li>c</ul>",
    "<ul><li>a<ul><li>b<li>c</ul><li>d</ul>",
    "<div><script>if (a < b) '<p>'</script>a<style>p > b</style>b<textarea><p></textarea>c</div>",
    "<div><svg><path d='x'/></svg>a</div>",
    "<div><svg><svg><path/></svg><path/></svg>a<svg/>b<svg><svg/></svg>c</div>",
    "<div><SCRIPT>'<p>'</SCRIPT>a<Style></sTYLE>b</div>",
    "<div><p>a<p>b</div>",
    "<select><option>a<option>b</select>",
    `<div ${Array.from({ length: 100 }, (_, at) => `a${at}="<p>"`).join(" ")}>a</div>`,
    "<div>a<template><p>b</template>c</div>",
    "<div\n class=x\n>a</div\n>",
  ])("%s", (html) => {
    const [expected] = referee(parseFragment(html).childNodes[0] as unknown as Node);
    expect(scan(`${html}after`)).toEqual({ shape: expected, rest: "after" });
  });
});

test("a whole page matches parse5's", () => {
  const page = `<html lang="en"><head><title>a <b> c</title><meta charset=x></head><body><ul><li>a<li>b</ul><!-- <p> -->
    <p>1 <br>2</p></b><script>"<p>"</script></body></html>`;
  const [, ...shape] = shapeOf(scanPage(page));
  expect(shape).toEqual(referee(parse(page).childNodes[0] as unknown as Node));
  expect(shapeOf(scanPage("no tags"))).toEqual(["#page"]);
  expect(scanPage("<p>a</p>").attribute("a")).toBeUndefined();
});

test("void and opaque elements end with their own tag", () => {
  expect(scan('<img src="a">b</p>')).toEqual({ shape: ["img"], rest: "b</p>" });
  expect(scan("<svg/>b</p>")).toEqual({ shape: ["svg"], rest: "b</p>" });
  expect(scan("<script>a</script>b</p>")).toEqual({ shape: ["script"], rest: "b</p>" });
});

describe("truncated mark-up", () => {
  test.each<[string, Shape | null]>([
    ["<div>a", ["div"]],
    ["<div>a<b>b", ["div", "a", ["b"]]],
    ["<div>a<b", ["div", "a"]],
    ['<div>a<b x="', ["div", "a"]],
    ["<div>a<!-- b", ["div", "a"]],
    ["<div>a<! b", ["div", "a"]],
    ["<div><script>a</div>", ["div", ["script"]]],
    ["<div><script>a</script", ["div", ["script"]]],
    ["<div>a <", ["div", "a &lt;"]],
    ["<div>1 < 2 <3</div>", ["div", "1 &lt; 2 &lt;3"]],
  ])("%s ends with the page, without the truncated text", (html, shape) => {
    expect(scan(html)).toEqual({ shape, rest: expect.any(String) });
  });

  test.each(["", "<div", "<div a='", "text", "</p><div>a</div>"])("%j is not an element", (html) => {
    expect(scan(html)).toBeNull();
  });

  test("nesting deeper than 256 elements is not scanned", () => {
    const depthOf = (html: string) => {
      let depth = 0;
      for (let at = scanElement(html, 0) ?? undefined; at; at = at.children()[0]) depth++;
      return depth;
    };
    const deep = (levels: number) => `${"<b>".repeat(levels)}${"</b>".repeat(levels)}`;
    expect(scan(`${deep(256)}after`)?.rest).toBe("after");
    expect(scan(`${deep(257)}after`)?.rest).toBe("");
    expect(depthOf(deep(400))).toBe(257);
  });
});

describe("attributes", () => {
  const attributes = (tag: string) => scanElement(`${tag}x</p>`, 0)!;

  test.each<[string, string | undefined]>([
    ['<p a="1">', "1"],
    ["<p a='1'>", "1"],
    ["<p a=1>", "1"],
    ["<p a = 1>", "1"],
    ['<p a="">', ""],
    ["<p a>", ""],
    ["<p b=2 a=1/>", "1/"],
    ["<p b=2 a/>", ""],
    ['<p a="1" a="2">', "1"],
    ['<p b="a=3">', undefined],
    ["<p aa=1>", undefined],
    ['<p a="x > y">', "x > y"],
    ["<p>", undefined],
  ])("%s: a is %j", (tag, expected) => {
    expect(attributes(tag).attribute("a")).toBe(expected);
  });

  test("an element has several attributes and can be searched for a word in them", () => {
    const element = attributes('<p data-test="price" class="big sale">');
    expect([element.attribute("class"), element.attribute("data-test")]).toEqual(["big sale", "price"]);
    expect([element.mentions("sale"), element.mentions("sold")]).toEqual([true, false]);
  });
});
