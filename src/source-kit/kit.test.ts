import { expect, test } from "vitest";
import { otherThanAsked, SourceError, Unreadable } from "../contract/errors.ts";
import { managedChallenge } from "../contract/managed-challenge.ts";
import type { Site } from "../contract/site.ts";
import { savedAnswer } from "../source-testing/saved-answer.ts";
import { objectAfter, scriptJson } from "./embedded-json.ts";
import { instead } from "./fallbacks.ts";
import { all, attributeOf, linkOf, nextElement, one, parseHtml, previousElement, textOf } from "./html.ts";
import { readIdentifier } from "./identifier.ts";
import { answerJson, asObjects, at, looksLikeJson } from "./json.ts";
import { remembered } from "./remembered.ts";
import { distanceBetween } from "./stand-in/distance.ts";
import { filtered, hasWords, paged, recent } from "./stand-in/lists.ts";
import { escapeHtml, scriptJson as scriptText, toSlug } from "./stand-in/markup.ts";
import { challenge, redirect } from "./stand-in/replies.ts";

test("JSON is parsed after any prefix, and anything else is unreadable", () => {
  expect(answerJson(savedAnswer('\uFEFF {"a": [1, {"b": 2}]}'))).toEqual({ a: [1, { b: 2 }] });
  expect(() => answerJson(savedAnswer("<html>"))).toThrow(Unreadable);
  expect(looksLikeJson(savedAnswer('\uFEFF\n {"a": 1}'))).toBe(true);
  expect(looksLikeJson(savedAnswer("<p>{}"))).toBe(false);
});

test("helpers make no assumptions about a site's JSON", () => {
  expect(at({ a: { b: 3 } }, "a", "b")).toBe(3);
  expect(at({ a: [] }, "a", "b", "c")).toBeUndefined();
  expect(asObjects([1, { a: 1 }, null, [{}]])).toEqual([{ a: 1 }]);
  expect(asObjects("none")).toEqual([]);
});

test("JSON inside a page is extracted whole, even with brackets in its strings", () => {
  const page = '<script>var S = {"a":"}</b>","n":{"x":1}}; other()</script><script id="data" >{"b":2}</script>';
  expect(objectAfter(page, "var S")).toEqual({ a: "}</b>", n: { x: 1 } });
  expect(objectAfter(page, "S = {")).toBeNull();
  expect(scriptJson(page, 'id="data"')).toEqual({ b: 2 });
  expect(scriptJson(page, 'id="gone"')).toBeNull();
  expect(objectAfter('var S = {"a":', "var S")).toBeNull();
});

test("the parts of a page", () => {
  const page = parseHtml('<ul><li>a &amp;\n b</li> x <li class=" "><a href="/p?x=1&amp;y=2">c</a></li></ul>');
  const [first, second] = all("li", page);
  expect(textOf(first)).toBe("a & b");
  expect(textOf(one("b", page))).toBeNull();
  expect(attributeOf("class", second)).toBeNull();
  expect(linkOf(one("a", page), "https://site.example")).toBe("https://site.example/p?x=1&y=2");
  expect(nextElement(first!)).toBe(second);
  expect(previousElement(second!)).toBe(first);
  expect(nextElement(second!)).toBeNull();
});

test("an identifier is accepted bare or in a URL of the site, and nothing else is", () => {
  const read = (given: string, hosts?: string[]) =>
    readIdentifier(given, {
      field: "item",
      idWords: "an item's number",
      urlWords: "its URL",
      ofId: (text) => (/^\d+$/.test(text) ? text : null),
      ofUrl: ({ pathname }) => /^\/item\/(\d+)$/.exec(pathname)?.[1] ?? null,
      hosts,
    });
  expect(read(" 12 ")).toBe("12");
  expect(read("https://www.site.example/item/12", ["site.example"])).toBe("12");
  expect(() => read("https://other.example/item/12", ["site.example"])).toThrow("another site (other.example)");
  expect(() => read("https://me@site.example/item/12")).toThrow("item is neither an item's number nor its URL.");
  expect(() => read("twelve")).toThrow("item is neither");
});

test("a stand-in's lists: pages, filters, words", () => {
  const items = [1, 2, 3, 4, 5];
  expect(paged(items, "2", 2)).toEqual({ items: [3, 4], page: 2, lastPage: 3, total: 5 });
  expect(paged(items, null, 2, 1)).toMatchObject({ page: 1, lastPage: 1 });
  expect([paged(items, 4, 2), paged(items, "x", 2), paged(items, 0, 2)]).toEqual([null, null, null]);
  expect(paged([], 1, 2)).toMatchObject({ items: [], lastPage: 1 });
  const over = { over: (item: number, value: string) => item > Number(value) };
  expect(filtered(items, new URLSearchParams("over=3&other=1"), over)).toEqual([4, 5]);
  expect(filtered(items, new URLSearchParams("over="), over)).toEqual(items);
  expect([hasWords("Red Wool Coat", "coat red"), hasWords("Red", "coat")]).toEqual([true, false]);
});

test("a recent value is reused until others push it out", () => {
  let made = 0;
  const keep = recent<number>(2);
  const make = () => ++made;
  expect([keep("a", make), keep("a", make), keep("b", make), keep("a", make), keep("c", make)]).toEqual([
    1, 1, 2, 1, 3,
  ]);
  expect(keep("b", make)).toBe(4);
});

test("texts of a catalogue cannot break the page that contains them", () => {
  expect(escapeHtml('<a b="c&d">')).toBe("&lt;a b=&quot;c&amp;d&quot;&gt;");
  expect(JSON.parse(scriptText({ a: "</script>" }))).toEqual({ a: "</script>" });
  expect(scriptText({ a: "</script>" })).not.toContain("<");
  expect(toSlug(" Café Noir 2!")).toBe("cafe-noir-2");
});

test("a redirect has its location", () => {
  expect(redirect("/there")).toEqual({ status: 301, headers: { location: "/there" }, body: "" });
});

test("the engine recognises the kit's challenge", () => {
  expect(managedChallenge(String(challenge().body), false)).not.toBeNull();
});

test("one kind of error has a fallback, and any other propagates", async () => {
  const failing = (error: Error) => Promise.reject(error);
  expect(await failing(new Unreadable("x")).catch(instead(SourceError, () => "none"))).toBe("none");
  await expect(failing(new TypeError("x")).catch(instead(SourceError, () => "none"))).rejects.toThrow(TypeError);
});

test("a remembered value is requested once; null is requested again", async () => {
  const kept = new Map<string, unknown>();
  const ttls: number[] = [];
  const memory = {
    get: (key: string) => kept.get(key),
    set(key: string, value: unknown, seconds: number) {
      kept.set(key, value);
      ttls.push(seconds);
    },
  };
  const site = { memory } as unknown as Site;
  const answers = [null, "a", "b"];
  const ask = () => remembered(site, "key", async () => answers.shift()!);
  expect([await ask(), await ask(), await ask()]).toEqual([null, "a", "a"]);
  expect(ttls).toEqual([86_400]);
});

test("a response to another question is retried, and unreadable if it persists", () => {
  const error = otherThanAsked("page 3 instead of 1", "The page is another.");
  expect([error.policy, error.message]).toEqual(["retry", "page 3 instead of 1"]);
  expect(error.last).toEqual(new Unreadable("page 3 instead of 1", "The page is another."));
});

test("distances are geographical", () => {
  const [lisbon, porto] = [
    { latitude: 38.72, longitude: -9.14 },
    { latitude: 41.15, longitude: -8.61 },
  ];
  expect(distanceBetween(lisbon!, porto!, 6_371)).toBeCloseTo(273.9, 0);
  expect(distanceBetween(lisbon!, lisbon!, 6_371)).toBe(0);
});
