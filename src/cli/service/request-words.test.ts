import { describe, expect, test } from "vitest";
import type { RemoteOperation } from "./operations.ts";
import { readRequest } from "./request-words.ts";

const nullable = (type: string) => ({ anyOf: [{ type }, { type: "null" }] });
const operation = {
  name: "toyshelf/things",
  fields: {
    shelf: { type: "string" },
    count: { type: "integer" },
    rating: { type: "number" },
    fresh: { type: "boolean" },
    tags: { type: "array", items: { type: "string" } },
    sizes: { type: "array", items: { type: "integer" } },
    note: nullable("string"),
    max: nullable("integer"),
  },
} as unknown as RemoteOperation;
const read = (word: string) => Object.values(readRequest(operation, [word]))[0];

describe("key=value is read by the field's type", () => {
  test.each([
    ["shelf=7", "7"],
    ["shelf=a=b:=c", "a=b:=c"],
    ["shelf=two\nlines", "two\nlines"],
    ["shelf=", ""],
    ["count=7", 7],
    ["count=-7", -7],
    ["count=+7", 7],
    ["count=many", "many"],
    ["count=7x", "7x"],
    ["count=x7", "x7"],
    ["rating=4.5", 4.5],
    ["rating=4.", "4."],
    ["fresh=true", true],
    ["fresh=YES", true],
    ["fresh=no", false],
    ["fresh=false", false],
    ["fresh=1", "1"],
    ["tags=a, b,c", ["a", "b", "c"]],
    ["tags=", []],
    ["sizes=1,2,x", [1, 2, "x"]],
    ["note=null", null],
    ["note=", null],
    ["note=words", "words"],
    ["max=3", 3],
    ["max=null", null],
  ])("%s", (word, expected) => {
    expect(read(word)).toEqual(expected);
  });
});

test("key:=json is literal JSON", () => {
  expect(read('tags:=["a",1]')).toEqual(["a", 1]);
  expect(read("shelf:=7")).toBe(7);
  expect(() => read("shelf:={")).toThrow(/^shelf: /);
});

test("several arguments make one request", () => {
  expect(readRequest(operation, ["shelf=top", "count=3"])).toEqual({ shelf: "top", count: 3 });
});

test.each(["shelf", "=x", ""])("%j is not a pair", (word) => {
  expect(() => read(word)).toThrow(`"${word}" is not key=value or key:=json`);
});

test.each(["colour", "toString", "__proto__"])("an unknown field %s is rejected with the known ones", (name) => {
  expect(() => read(`${name}=x`)).toThrow(`toyshelf/things has no field "${name}"; it has shelf, count, rating`);
});
