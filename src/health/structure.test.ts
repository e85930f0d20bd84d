import { expect, test } from "vitest";
import { compareStructures, structureOf } from "./structure.ts";

const rows = (name: string) =>
  JSON.stringify(
    Array.from({ length: 10 }, (_, nth) => ({ id: nth, [name]: `thing ${nth}`, price: nth, stock: true })),
  );

test("a renamed key is found by its kind and number, whatever else is on the page", () => {
  const diff = compareStructures(
    structureOf(`<script>${rows("title")}</script>`),
    structureOf(`<script>${rows("productTitle")}</script>`),
  );
  expect(diff).toEqual({
    vanished: ["title"],
    appeared: ["productTitle"],
    renamed: [{ from: "title", to: "productTitle" }],
  });
});

test("classes and data attributes count as names", () => {
  const page = (name: string) => `<div class="card wide" data-test="${name}"></div>`.repeat(5);
  const { renamed } = compareStructures(structureOf(page("product-title")), structureOf(page("product-name")));
  expect(renamed).toEqual([{ from: "data-test=product-title", to: "data-test=product-name" }]);
});

test("a page with other content and the same structure differs in nothing", () => {
  const other = rows("title").replaceAll("thing", "another");
  expect(compareStructures(structureOf(rows("title")), structureOf(other))).toEqual({
    vanished: [],
    appeared: [],
    renamed: [],
  });
});

test("a field that only vanished gets no made-up new name", () => {
  const without = JSON.stringify(Array.from({ length: 10 }, (_, nth) => ({ id: nth, price: nth, stock: true })));
  expect(compareStructures(structureOf(rows("title")), structureOf(without))).toMatchObject({
    vanished: ["title"],
    renamed: [],
  });
});
