import { expect, test } from "vitest";
import type { JsonSchema } from "../contract/json-schema.ts";
import { TypeWriter } from "./json-schema-types.ts";
import { TypedDictWriter } from "./python/typed-dicts.ts";

const colours = ["red", "orange", "yellow", "green", "cyan", "blue", "violet", "black", "white"];
const id: JsonSchema = { type: "string" };
const toy: JsonSchema = { title: "Toy", required: ["id"], properties: { id } };
const newToy: JsonSchema = {
  title: "NewToy",
  required: ["id", "secret"],
  properties: { id, secret: { type: "string" } },
};
const alike: JsonSchema = { title: "Alike", required: ["id", "no"], properties: { id: { type: "string" }, no: id } };

test("an object that has all fields of another extends it, in both clients", () => {
  const types = new TypeWriter([toy, newToy]);
  types.name(newToy);
  expect(types.declarations).toEqual([
    "export interface NewToy extends Toy {\n  secret: string;\n}",
    "export interface Toy {\n  id: string;\n}",
  ]);
  const dicts = new TypedDictWriter([toy, newToy]);
  dicts.name(newToy);
  expect(dicts.text).toBe("class Toy(TypedDict):\n    id: str\n\n\nclass NewToy(Toy):\n    secret: str");
});

test("an object with a field that only looks similar does not extend it", () => {
  const types = new TypeWriter([toy]);
  types.name(alike);
  expect(types.declarations).toEqual(["export interface Alike {\n  id: string;\n  no: string;\n}"]);
});

test("a list of values that two fields share is written once, under both names", () => {
  const field = { type: "string", enum: colours };
  const paint: JsonSchema = {
    title: "Paint",
    required: ["inside", "outside"],
    properties: { inside: field, outside: field },
  };
  const types = new TypeWriter([]);
  types.name(paint);
  expect(types.declarations.at(-1)).toBe("export type PaintOutside = PaintInside;");
  const dicts = new TypedDictWriter(null);
  dicts.name(paint);
  expect(dicts.text).toContain("]\nPaintOutside = PaintInside\n\n\nclass Paint(TypedDict):");
});
