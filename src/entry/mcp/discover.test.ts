import { describe, expect, test } from "vitest";
import { flat } from "../../contract/price.ts";
import type { Registry } from "../../service/registry.ts";
import { discover } from "./discover.ts";

const listed = (length: number) => Array.from({ length }, (_, n) => `value ${n}`);
const entry = {
  name: "toyshelf/things",
  operation: {
    summary: "Things",
    description: "All of them",
    price: flat(2),
    request: {
      required: ["shelf"],
      properties: {
        shelf: { type: "string" },
        short: { type: "string", enum: listed(30) },
        long: { type: "string", enum: listed(31), description: "which" },
        many: { type: "array", items: { enum: listed(40) } },
        maybe: { anyOf: [{ enum: listed(50) }, { type: "null" }] },
        place: {
          type: "string",
          "x-lookup": { operation: "/api/toyshelf/places", field: "id", where: { kind: "city" } },
        },
      },
    },
    record: { properties: { id: {}, name: {} } },
    examples: [{ shelf: "top" }, { shelf: "second" }],
  },
};
const registry = {
  entries: [entry],
  byName: (name: string) => (name === entry.name ? entry : undefined),
} as unknown as Registry;
const ofThings = (values_of?: string) =>
  discover(registry, { operation: "toyshelf/things", ...(values_of && { values_of }) }) as any;

describe("discover", () => {
  test("lists the operations with their prices", () => {
    expect(discover(registry, {})).toEqual({
      operations: [{ operation: "toyshelf/things", summary: "Things", price: "2 credits per request" }],
    });
  });

  test("describes one in full, with its first example", () => {
    expect(ofThings()).toMatchObject({
      operation: "toyshelf/things",
      description: "All of them",
      required: ["shelf"],
      record_fields: ["id", "name"],
      example: { shelf: "top" },
    });
    expect(ofThings()).not.toHaveProperty("unavailable_when");
  });

  test("lists 30 values in full; for a longer list its length, its beginning and how to get the rest", () => {
    const { request } = ofThings();
    const short = (size: number, name: string) => ({
      enum_size: size,
      enum_first: listed(5),
      more: `discover with values_of "${name}"`,
    });
    expect(request.short).toEqual({ type: "string", enum: listed(30) });
    expect(request.long).toEqual({ type: "string", description: "which", ...short(31, "long") });
    expect(request.many).toEqual({ type: "array", items: short(40, "many") });
    expect(request.maybe).toEqual({ anyOf: [short(50, "maybe"), { type: "null" }] });
  });

  test.each([
    ["short", 30],
    ["long", 31],
    ["many", 40],
    ["maybe", 50],
  ])("lists all values of %s on request", (field, size) => {
    expect(ofThings(field)).toEqual({ field, values: listed(size) });
  });

  test("lists the alternatives for a wrong name, or a field without a list", () => {
    expect(() => discover(registry, { operation: "nothing" })).toThrow(
      'There is no operation "nothing". Operations: toyshelf/things.',
    );
    expect(() => ofThings("toString")).toThrow('no field "toString". Fields: shelf, short, long, many, maybe, place.');
    expect(() => ofThings("shelf")).toThrow('"shelf" takes any value of its type');
    expect(() => ofThings("place")).toThrow(
      'The values of "place" are id of toyshelf/places where kind is city: execute that operation.',
    );
  });
});
