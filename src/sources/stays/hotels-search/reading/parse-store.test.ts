import { describe, expect, test } from "vitest";
import { Unreadable } from "../../../../contract/errors.ts";
import { parseBlock, parseStore } from "./parse-store.ts";
import { type Node, stepsIn } from "./store.ts";

const before = "<script>";
const parse = (json: string) => {
  const page = Buffer.from(new TextEncoder().encode(`${before}${json}</script><p>"filters":[1]</p>`).buffer);
  const store = parseStore(page, before.length, page.indexOf("</script"));
  // As the engine does when the page was read.
  structuredClone(page.buffer, { transfer: [page.buffer] });
  return store;
};

/** The search of a store as a reader sees it: the list of filters by its reference. */
function seen(json: string): unknown {
  const store = parse(`{"ROOT_QUERY":${json}}`);
  const search = store.ROOT_QUERY as Node;
  return { ...search, filters: stepsIn(store)(search, "filters") };
}

describe("a store reads as if it were parsed whole", () => {
  test.each([
    ["its filters between others", { a: [1], filters: [{ options: [[1], [2]] }], results: [{ id: 1 }] }],
    ["no filter", { filters: [], results: [] }],
    ["a pair of brackets in a text", { filters: ["[new] hotels"], results: [] }],
    ["a bracket in a text", { filters: [{ label: "hotels [" }, { label: "x" }], results: [{ name: "]" }] }],
    ["the other bracket", { filters: [{ options: [{ label: "hotels ]" }, { label: "x" }] }], results: [] }],
    ["a bracket and what goes on after it", { filters: ['],"a":["', 1], results: [] }],
    ["an escaped quote before a bracket", { filters: ['a " [', 'b " ] "'], results: [{ name: "]" }] }],
    [
      "lists in lists",
      {
        filters: [
          [[1], [[]]],
          [["a"], "b"],
        ],
        results: [],
      },
    ],
    ["filters that are no list", { filters: { a: [1] }, results: [] }],
    ["no filters at all", { results: [] }],
  ])("%s", (_, store) => {
    expect(seen(JSON.stringify(store))).toEqual(store);
  });
});

test("a store written with blanks, and one of brackets alone, read the same", () => {
  const store = { filters: [{ label: "a [" }, "b"], results: [{ name: "]" }] };
  expect(seen(JSON.stringify(store, null, 2).replace('"filters": [', '"filters":['))).toEqual(store);
  const brackets = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
  expect(parse(`{"ROOT_QUERY":{"filters":[${brackets}],"b":2}}`)).toMatchObject({ ROOT_QUERY: { b: 2 } });
});

test("the filters are parsed when somebody asks, once", () => {
  const store = parse('{"ROOT_QUERY":{"filters":[{"a":1}],"b":2}}');
  expect(Object.keys(store)).toEqual(["ROOT_QUERY"]);
  const get = stepsIn(store);
  expect(get(store.ROOT_QUERY, "filters")).toBe(get(store.ROOT_QUERY, "filters"));
  const broken = parse('{"ROOT_QUERY":{"filters":[{"a" 1}],"b":2}}');
  expect(() => stepsIn(broken)(broken.ROOT_QUERY, "filters")).toThrow(Unreadable);
});

test("what is no store has nothing cut out", () => {
  expect(parse('{"data":{"filters":[{"a":1}]}}')).toEqual({ data: { filters: [{ a: 1 }] } });
});

test.each(['{"filters":[1', '{"filters":[1}', "{", "[]", '"a"', "1", '[{"filters":[1]}]'])(
  "%s is Unreadable",
  (json) => {
    expect(() => parse(json)).toThrow(Unreadable);
    expect(() => parseBlock(json)).toThrow(Unreadable);
  },
);
