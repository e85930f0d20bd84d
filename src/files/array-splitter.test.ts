import { describe, expect, test } from "vitest";
import { ArraySplitter } from "./splitters.ts";

const split = (text: string, sizes: number): unknown[] => {
  const bytes = Buffer.from(text);
  const splitter = new ArraySplitter();
  const elements: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += sizes) elements.push(...splitter.push(bytes.subarray(at, at + sizes)));
  splitter.end();
  return elements.map((element) => JSON.parse(element.toString()));
};

const rows = [
  { id: "1", text: 'a "quoted" [text] {with} brackets, \\ and \\" and \\\\' },
  {},
  { nested: { list: [{ a: 1 }, [], "]}"], none: null }, number: -1.5e3, flag: true },
  { "}{][": "ключ, 鍵, 🔑" },
];

describe("a stored array", () => {
  test.each([1, 2, 3, 7, 16, 1_000])(
    "a stored array is split into its elements when it comes in pieces of %i bytes",
    (size) => {
      expect(split(JSON.stringify(rows), size)).toEqual(rows);
      expect(split(` [\n${rows.map((row) => JSON.stringify(row, null, 2)).join(" ,\n")}\n] `, size)).toEqual(rows);
    },
  );

  test("may be empty", () => {
    expect([split("[]", 1), split(" [ ] ", 9)]).toEqual([[], []]);
  });

  test.each(["", "[", '[{"a":1}', '[{"a":1},', '[{"a":"]'])(
    "a stored array that ends early is not taken for a whole one: %s",
    (text) => {
      expect(() => split(text, 3)).toThrow("ended early");
    },
  );

  test("has its elements before the rest has arrived", () => {
    const splitter = new ArraySplitter();
    expect(splitter.push(Buffer.from('[{"a":1},{"b"')).map(String)).toEqual(['{"a":1}']);
    expect(splitter.push(Buffer.from(":2}")).map(String)).toEqual(['{"b":2}']);
  });
});

test("nothing of a chunk is needed once it was pushed: readers that wait keep no chunk for the sake of one element", () => {
  const splitter = new ArraySplitter();
  const chunk = Buffer.from('[{"id":1},{"id":');
  expect(splitter.push(chunk).map(String)).toEqual(['{"id":1}']);
  chunk.fill(0);
  expect(splitter.push(Buffer.from("2}]")).map(String)).toEqual(['{"id":2}']);
});
