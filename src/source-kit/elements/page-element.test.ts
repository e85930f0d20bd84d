import { expect, test } from "vitest";
import type { PageElement } from "./page-element.ts";
import { textIn, valueIn, wordsIn } from "./read-element.ts";
import { scanPage } from "./scan-elements.ts";

const named = (elements: Array<PageElement | null | undefined>) => elements.map((element) => element?.name);

test("an element knows its descendants, ancestors and siblings", () => {
  const page = scanPage("<ul><li>a<b>b<i>c</i></b>d</li> <!-- e --> <li><u>f</u></li></ul><p>g</p>");
  const [list, paragraph] = page.children();
  const [first, second] = list!.children();
  expect(named(page.inside())).toEqual(["ul", "li", "b", "i", "li", "u", "p"]);
  expect(named(first!.inside())).toEqual(["b", "i"]);
  expect(named([list!.find(({ name }) => name === "i"), first!.find(({ name }) => name === "u")])).toEqual([
    "i",
    undefined,
  ]);
  expect([first!.next(), second!.next(), list!.next(), page.next()]).toEqual([second, null, paragraph, null]);
  expect([first!.parent, list!.parent, page.parent]).toEqual([list, page, null]);
  expect(first!.parts()).toEqual(["a", first!.children()[0], "d"]);
});

test.each<[string, string[]]>([
  ["a<!-- b -->c", ["ac"]],
  ["a</i>b</i title='>'>c", ["abc"]],
  ["a<!x>b<?y>c</ >d", ["abcd"]],
  ["1 < 2 <3", ["1 &lt; 2 &lt;3"]],
  ["", []],
])("the text of %j is %j", (html, expected) => {
  expect(scanPage(`<p>${html}</p>`).children()[0]!.parts()).toEqual(expected);
});

test.each<[string, string | null]>([
  ["<p>a <b>b</b>\n c&nbsp;&amp; &lt;d&gt; 1 < 2</p>", "a b c & <d> 1 < 2"],
  ["<p>a<script>b</script><style>c</style><svg><title>d</title></svg>e</p>", "ae"],
  ["<p> <b></b></p>", null],
])("the visible text of %s is %j", (html, expected) => {
  expect(textIn(scanPage(html).children()[0])).toBe(expected);
});

test("an attribute value has its entities decoded by the rules for attributes", () => {
  const [link] = scanPage('<a href="/x?a=1&amp;b=2&copy=3" title=" a &eacute; " rel="  ">a</a>').children();
  expect(valueIn(link, "href")).toBe("/x?a=1&b=2&copy=3");
  expect([valueIn(link, "title"), wordsIn(link, "title")]).toEqual([" a é ", "a é"]);
  expect([wordsIn(link, "rel"), wordsIn(link, "id"), wordsIn(null, "id")]).toEqual([null, null, null]);
  expect([valueIn(link, "id"), valueIn(undefined, "id"), textIn(null)]).toEqual([undefined, undefined, null]);
});
