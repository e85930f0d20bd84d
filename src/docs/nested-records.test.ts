import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { recordMisfit } from "../contract/record-misfit.ts";
import { createRegistry } from "../service/registry.ts";
import { jsonRecord, list, sub, text } from "../source-kit/record.ts";
import { toySource } from "../source-testing/toy-source.ts";
import { clientTypes } from "./client-types.ts";
import { operationPage } from "./markdown.ts";
import { openApiDocument } from "./openapi.ts";

const Colour = jsonRecord("ToyColour", { name: text().meaning("A text.") });
const Part = jsonRecord("ToyPart", { colour: sub(Colour).meaning("A part.") });
const itself: any = { $ref: "ToyCategory" };
const fields = {
  name: text().filled("always").meaning("A text."),
  parts: list(Part).meaning("A list."),
  children: list(itself).meaning("A list."),
  parent: sub(itself).meaning("A part."),
};
const Category = Object.assign(jsonRecord("ToyCategory", fields), { $id: "ToyCategory" });

const source = toySource();
const [rows] = source.operations;
const registry = createRegistry([
  { ...source, operations: [rows, { ...rows, path: "/api/toy/categories", record: Category }] },
]);
const entry = registry.byName("toy/categories")!;

test("a record is described to any depth, each type once, in the reference page", () => {
  const { schemas } = openApiDocument(registry).components as { schemas: Record<string, any> };
  expect(schemas.ToyCategory.properties.children.items).toEqual({ $ref: "#/components/schemas/ToyCategory" });
  expect(schemas.ToyCategory.properties.parent.anyOf[0]).toEqual({ $ref: "#/components/schemas/ToyCategory" });
  expect(schemas.ToyPart.properties.colour.anyOf[0]).toEqual({ $ref: "#/components/schemas/ToyColour" });
  expect(schemas.ToyCategory.$id).toBeUndefined();
});

test("in the operation's own page each type has a table", () => {
  const page = operationPage(entry);
  expect(page.match(/^#{2,3} .*Toy\w+/gm)).toEqual(["## Record: ToyCategory", "### ToyPart", "### ToyColour"]);
  expect(page).toContain("| `children` | list of ToyCategory |");
});

test("the client's types refer to themselves", () => {
  const types = clientTypes(registry)["client/src/generated/toy.ts"]!;
  expect(types).toContain("children: Array<ToyCategory>;");
  expect(types).toContain("parent: ToyCategory | null;");
  expect(types.match(/export interface ToyCategory\b/g)).toHaveLength(1);
  expect(types).toContain("categories");
});

test("its records are generated and checked like any other", () => {
  const { make: category } = Category;
  const record = category({ name: "a", children: [category({ name: "b" })] });
  const fits = new Ajv2020({ strict: false }).compile(Category);
  expect([fits(record), recordMisfit(Category, record)]).toEqual([true, null]);
  const wrong = { ...record, children: [{ ...record, name: 1, children: [] }] };
  expect([fits(wrong), recordMisfit(Category, wrong)]).toEqual([false, "children[0].name is not string"]);
  const Shop = jsonRecord("ToyShop", {
    id: text().filled("always").meaning("A text."),
    categories: list(Category).meaning("A list."),
  });
  expect(recordMisfit(Shop, Shop.make({ id: "1", categories: [record] }))).toBeNull();
  expect(recordMisfit(Shop, Shop.make({ id: "1", categories: [wrong] }))).toContain("children[0].name");
});
