import { describe, expect, test } from "vitest";
import { NoSuchThing } from "../contract/errors.ts";
import { savedAnswer } from "../source-testing/saved-answer.ts";
import { embeddedJson, objectAfter, scriptJson } from "./embedded-json.ts";
import { suggestedNear } from "./fallbacks.ts";
import { isSameHost, readIdentifier } from "./identifier.ts";
import { asObject, at, isObject, looksLikeJson, parseJson } from "./json.ts";
import { jsonPage, jsonRecord, text } from "./record.ts";
import { filtered, hasWords, onDemand, paged, recent } from "./stand-in/lists.ts";
import { escapeHtml, scriptJson as scriptText, toSlug } from "./stand-in/markup.ts";
import { html, json, notFound, redirect } from "./stand-in/replies.ts";

describe("an object after its marker", () => {
  test.each([
    ['S={"a":1}', { a: 1 }],
    ['x S = {"a":1}', { a: 1 }],
    ['"S" : {"a":1}', { a: 1 }],
    ['S={"a":{"b":{}}}{"c":2}', { a: { b: {} } }],
    ['S={"a":"\\"}"}', { a: '"}' }],
    ['S={"a":"\\\\"}', { a: "\\" }],
    ['S={"{":"{"}', { "{": "{" }],
    ["S={}", {}],
    ['S={"a":"no end', null],
    ['S={"a":1', null],
    ['S={"a":1}"', { a: 1 }],
    ['S={"a\\', null],
    ['S={"a":"}\\"', null],
    ['S\n=\n{"a":[{}]}}', { a: [{}] }],
    ['SS={"a":1}', null],
    ['S=={"a":1}', null],
    ['S={"a":""}', { a: "" }],
    ['S={"":{"":""}}', { "": { "": "" } }],
    ["S={a:1}", null],
    ['S.x = {"a":1}', null],
    ['S() {"a":1}', null],
    ["S =", null],
    ['{"a":1}', null],
    ["", null],
  ])("%s is %j", (page, found) => {
    expect(objectAfter(page, page.includes('"S"') ? '"S"' : "S")).toEqual(found);
  });

  test("an object after its marker is not searched for before the marker", () => {
    expect(objectAfter('={"a":1} S ={"b":2}', "S")).toEqual({ b: 2 });
    expect(objectAfter('={"a":1}', "S")).toBeNull();
  });
});

describe("the content of a script", () => {
  test.each([
    ['<script id="d">{"a":1}</script>', { a: 1 }],
    ['<script id="d" type="x">[1,2]</script>', [1, 2]],
    ['<script id="d">{"a":1}', { a: 1 }],
    ['<SCRIPT id="d">{"a":1}</SCRIPT>', { a: 1 }],
    ['<script>1</script><SCRIPT id="d">{"a":1}</script>', { a: 1 }],
    ['<script>7</script><script id="d">8</script>', 8],
    ['<script id="d">nothing</script>', null],
    ['<script id="d" {"a":1}', null],
    ["<script>1</script>", null],
    ['{"a":1}', null],
    ['id="d">7</script>', null],
    ['<link id="d"><script id="d">7</script>', 7],
    ['<script id="d">code()</script><script id="d">7</script>', 7],
    ['<script id="d">7</script id="d">8', 7],
    ['<script id="d">', null],
    ['7 <script id="d"', null],
  ])("%s: %j", (page, found) => {
    expect(scriptJson(page, 'id="d"')).toEqual(found);
  });
});

test("JSON in a page is found by an attribute of its script, or by the variable that it is assigned to", () => {
  const page = '<script>var STATE = {"a":1};</script><script id="d" type="application/json">[2]</script>';
  expect(['id="d"', 'type="application/json"', "STATE", "OTHER", 'id="e"'].map((at) => embeddedJson(page, at))).toEqual(
    [[2], [2], { a: 1 }, null, null],
  );
});

test.each([
  '<script type="application/ld+json">',
  '<SCRIPT TYPE="application/ld+json">',
  '<SCRIPT TYPE="APPLICATION/LD+JSON">',
  '<Script Type="application/ld+json">',
])("a page's typed data is found in %s", (tag) => {
  const page = `<script>1</script>${tag}{"@type": "Lamp", "id": 1}</script>`;
  expect(embeddedJson(page, "@type=Lamp")).toEqual({ "@type": "Lamp", id: 1 });
});

test("a page's JSON is, among several scripts with the attribute, the one that has the rows or the item", () => {
  const scripts = [{ theme: "dark" }, { data: { items: [{ id: 1 }] } }, { shown: { id: 2 } }];
  const page = scripts.map((one) => `<script type="application/json">${JSON.stringify(one)}</script>`).join("");
  const read = (places: object) =>
    jsonPage(jsonRecord("Lamp", { id: text("id").filled("always") }), { from: 'type="application/json"', ...places })(
      savedAnswer(page),
    ).records;
  expect(read({ rows: "data.items" })).toMatchObject([{ id: "1" }]);
  expect(read({ row: "shown" })).toMatchObject([{ id: "2" }]);
  expect(() => read({ rows: "gone" })).toThrow('expected a list at "gone", but the response is an object with "theme"');
});

test("an identifier: spaces, case of the scheme, advice, and hosts with or without www.", () => {
  const forms = {
    field: "item",
    idWords: "a number",
    urlWords: "a URL",
    advice: "See there.",
    ofId: (text: string) => (/^\d+$/.test(text) ? text : null),
    ofUrl: ({ pathname }: URL) => /(\d+)/.exec(pathname)?.[1] ?? null,
  };
  expect(readIdentifier("HTTPS://x.example/7", forms)).toBe("7");
  expect(readIdentifier("http://x.example/7", { ...forms, hosts: ["a.example", "WWW.X.example"] })).toBe("7");
  for (const wrong of [
    "x7",
    "ftp://x.example/7",
    "see https://x.example/7",
    "https://x.example/a",
    "https://:p@x.example/7",
    "https://",
  ]) {
    expect(() => readIdentifier(wrong, forms), wrong).toThrow("item is neither a number nor a URL. See there.");
  }
  expect(() => readIdentifier("http://x.example:81/7", { ...forms, hosts: ["x.example"] })).toThrow(
    "item is a URL of another site (x.example:81).",
  );
  expect([isSameHost("www.a.b", "A.b"), isSameHost("wwwa.b", "a.b"), isSameHost("x.www.a", "x.a")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("JSON: byte order marks, first letters, and objects", () => {
  expect(parseJson("\uFEFF[1]")).toEqual([1]);
  expect(() => parseJson("x")).toThrow(/^unreadable response: expected JSON: /);
  expect(['{"a"', " \n[1", "\uFEFF{}", "x{", "", "<p>", "7"].map((text) => looksLikeJson(savedAnswer(text)))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  expect([{}, [], null, "x", 7].map(isObject)).toEqual([true, false, false, false, false]);
  expect([asObject([]), asObject({ a: 1 }), at({ a: 1 }), at(null, "a"), at([{}], "0")]).toEqual([
    null,
    { a: 1 },
    { a: 1 },
    undefined,
    undefined,
  ]);
});

describe("suggestions near a name", () => {
  test("suggestions near a name are found with its first three letters, then with its first", async () => {
    const requested: string[] = [];
    const box = (known: string) => async (text: string) => {
      requested.push(text);
      return text === known ? ["found"] : [];
    };
    expect(await suggestedNear("  😀aratov", box("😀ar"))).toEqual(["found"]);
    expect(await suggestedNear("Saratov", box("S"))).toEqual(["found"]);
    expect(await suggestedNear("Saratov", box("x"))).toEqual([]);
    expect(await suggestedNear("Saratov", box("Sa"), [2])).toEqual(["found"]);
    expect(requested).toEqual(["😀ar", "Sar", "S", "Sar", "S", "Sa"]);
  });

  test("suggestions near a name are empty if the site fails; our own errors propagate", async () => {
    const failing = (error: Error) => suggestedNear("x", () => Promise.reject(error));
    expect(await failing(new NoSuchThing())).toEqual([]);
    await expect(failing(new TypeError("a bug"))).rejects.toThrow("a bug");
  });
});

test("replies of a stand-in", () => {
  expect(json({ a: 1 })).toEqual({
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8" },
    body: '{"a":1}',
  });
  expect(json([], 500).status).toBe(500);
  expect(html("<p>")).toEqual({ status: 200, headers: { "content-type": "text/html; charset=utf-8" }, body: "<p>" });
  expect(notFound()).toMatchObject({ status: 404, body: expect.stringContaining("<title>Not found</title>") });
  expect(notFound("Gone").body).toContain("<h1>Gone</h1>");
  expect(redirect("/x", 302)).toEqual({ status: 302, headers: { location: "/x" }, body: "" });
});

test("pages, slugs, and values created once", () => {
  expect([paged([1, 2, 3], 2, 2)?.items, paged([1, 2, 3], "1.5", 2), paged([1, 2], 2, 2), paged([1], 2, 1, 9)]).toEqual(
    [[3], null, null, null],
  );
  expect([toSlug("-A b-"), toSlug("ÀÉ"), toSlug("a--b")]).toEqual(["a-b", "ae", "a-b"]);
  let made = 0;
  const once = onDemand((key: string) => `${key}${++made}`);
  expect([once("a"), once("a"), once("b")]).toEqual(["a1", "a1", "b2"]);
});

test("a stand-in's lists at their edges", () => {
  const pages = [
    [paged([1, 2, 3, 4], 2, 2), paged([1, 2, 3, 4], 3, 2), paged([1, 2, 3, 4, 5], 3, 2, 2), paged([1, 2, 3], 1, 2, 9)],
    [paged([1], "", 1), paged([1], -1, 1), paged([1], null, 1)],
  ].map((found) => found.map((page) => page && [page.items, page.page, page.lastPage, page.total]));
  expect(pages).toEqual([
    [[[3, 4], 2, 2, 4], null, null, [[1, 2], 1, 2, 3]],
    [null, null, [[1], 1, 1, 1]],
  ]);
  const filters = {
    is: (item: number, value: string) => item === Number(value),
    over: (item: number, value: string) => item > Number(value),
  };
  const found = (query: string) => filtered([1, 2, 3], new URLSearchParams(query), filters);
  expect([found("is=1&is=3"), found("is=1&is="), found("is=2&over=2"), found("over=1&is=2"), found("")]).toEqual([
    [1, 3],
    [1],
    [],
    [2],
    [1, 2, 3],
  ]);
  expect([hasWords("a b", "  B   A "), hasWords("ab", "a c"), hasWords("x", "")]).toEqual([true, false, true]);
  const kept = recent<string>(1);
  expect([kept("a", () => "1"), kept("a", () => "2"), kept("b", () => "3"), kept("a", () => "4")]).toEqual([
    "1",
    "1",
    "3",
    "4",
  ]);
});

test("texts in a page: every character that could end something is escaped", () => {
  expect(escapeHtml(`a&&<<>>""'`)).toBe("a&amp;&amp;&lt;&lt;&gt;&gt;&quot;&quot;'");
  expect(scriptText("<>&\u2028\u2029<é")).toBe('"\\u003c\\u003e\\u0026\\u2028\\u2029\\u003cé"');
  expect([toSlug("a!?b"), toSlug("Z9"), toSlug("--")]).toEqual(["a-b", "z9", ""]);
});
