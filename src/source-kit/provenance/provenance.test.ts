import { expect, test } from "vitest";
import { isObserving, observing } from "../../contract/provenance.ts";
import { type Provenance, provenanceView } from "../../contract/provenance-view.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { amount, list, text, texts } from "../fields/kinds.ts";
import { htmlPage, jsonPage } from "../fields/pages.ts";
import { htmlRecord, jsonRecord } from "../fields/table.ts";
import { type Json, lazily, merged, parseJson } from "../json.ts";
import { complete, filledFrom } from "./traced-record.ts";

const page = { number: 1, url: "https://site.example/", at: "2027-03-01T12:00:00.000Z" };
const fieldsIn = (record: unknown): Provenance["fields"] => provenanceView(record as object).fields;

const Tag = jsonRecord("Tag", { name: text("name").meaning("A name.") });
const Lamp = jsonRecord("Lamp", {
  id: text("sku", "code").filled("always").meaning("An ID."),
  price: amount("price.value").meaning("A price."),
  title: text(({ brand, name }: Json) => `${brand} ${name}`).meaning("Both."),
  colour: text(({ colours }: Json) => (colours as string[])[1]).meaning("The second."),
  tags: list(Tag, "tags").meaning("Tags."),
  sizes: texts("sizes").meaning("Sizes."),
  currency: text(() => "EUR").meaning("A constant."),
});
const row = {
  code: "L1",
  price: { value: "€ 1.234,50" },
  brand: "Acme",
  name: "Arc",
  colours: ["red", "blue"],
  tags: [{ name: "new" }, { name: "odd" }],
  sizes: ["small", "large"],
};
const readJson = (content: object) =>
  observing(page, () => jsonPage(Lamp, { rows: "a b.items" })(savedAnswer(JSON.stringify(content))).records[0]);

test("a value of a table has the path that led to it; what a function computes has all that it looked at", () => {
  const at = '$["a b"].items[0]';
  expect(fieldsIn(readJson({ "a b": { items: [row] } }))).toEqual({
    id: { page: 0, locator: "code", place: `${at}.code`, raw: "L1" },
    price: { page: 0, locator: "price.value", place: `${at}.price.value`, raw: "€ 1.234,50" },
    title: {
      page: 0,
      computed_from: [
        { place: `${at}.brand`, raw: "Acme" },
        { place: `${at}.name`, raw: "Arc" },
      ],
    },
    colour: { page: 0, place: `${at}.colours[1]`, raw: "blue" },
    "tags[0].name": { page: 0, locator: "name", place: `${at}.tags[0].name`, raw: "new" },
    "tags[1].name": { page: 0, locator: "name", place: `${at}.tags[1].name`, raw: "odd" },
    "sizes[0]": { page: 0, locator: "sizes", place: `${at}.sizes[0]`, raw: "small" },
    "sizes[1]": { page: 0, locator: "sizes", place: `${at}.sizes[1]`, raw: "large" },
    currency: { page: null, computed_from: [] },
  });
});

test("a value that two places have, or a short one among several, is given no single place", () => {
  const Two = jsonRecord("Two", {
    same: text(({ a, b }: Json) => (a === b ? a : null)).meaning("Both."),
    short: text(({ c, d }: Json) => (d ? c : null)).meaning("The first."),
  });
  const read = (content: object) => observing(page, () => Two.read(parseJson(JSON.stringify(content))));
  expect(fieldsIn(read({ a: "word", b: "word", c: "7", d: "x" }))).toEqual({
    same: { page: 0, computed_from: ["a", "b"].map((name) => ({ place: `$.${name}`, raw: "word" })) },
    short: { page: 0, computed_from: [{ place: "$.c", raw: "7" }] },
  });
});

test("a value of HTML has a selector that finds only its element", () => {
  const Card = htmlRecord("Card", {
    id: text("@data-id").meaning("An ID."),
    name: text("h2").meaning("A name."),
    url: text("a@href").meaning("A link."),
  });
  const html = '<ul><li data-id="a"><h2>One</h2></li><li data-id="b"><h2> Two </h2><a href="/b">more</a></li></ul>';
  const read = () => htmlPage(Card, { rows: "li" })(savedAnswer(`<html><body>${html}</body></html>`)).records[1];
  const card = "html > body > ul > li:nth-of-type(2)";
  expect(fieldsIn(observing(page, read))).toEqual({
    id: { page: 0, locator: "@data-id", place: `${card}@data-id`, raw: "b" },
    name: { page: 0, locator: "h2", place: `${card} > h2`, raw: "Two" },
    url: { page: 0, locator: "a@href", place: `${card} > a@href`, raw: "/b" },
  });
});

test("rows put together from several objects, and fields added later, keep their places; a changed value loses its own", () => {
  const record = observing(page, () => {
    const json = parseJson('{"base":{"code":"L1","price":{"value":2}},"over":{"brand":"Acme"},"also":"blue"}') as Json;
    const name = lazily({ name: () => (json.over as Json).brand, colours: () => ["red", json.also] });
    const read = Lamp.read(merged(json.base as Json, json.over as Json, name));
    if (read === "unreadable") throw new Error(read);
    return complete(read, { title: () => String(json.also) });
  });
  const fields = fieldsIn({ ...record, colour: "green" });
  expect(fields).toMatchObject({
    id: { place: "$.base.code" },
    price: { place: "$.base.price.value" },
    title: { place: "$.also" },
    colour: { page: null, computed_from: [] },
  });
  const other = observing({ ...page, number: 2 }, () => Tag.read(parseJson('{"name":"from the second page"}')));
  const empty = observing(page, () => Tag.read(parseJson("{}")));
  expect(provenanceView(filledFrom(empty as object, other as object)).pages).toMatchObject([{ number: 2 }]);
});

test("nothing is observed unless asked, and an error ends it", () => {
  expect(Lamp.read(row)).toEqual(JSON.parse(JSON.stringify(readJson({ "a b": { items: [row] } }))));
  expect(Object.getOwnPropertySymbols(Lamp.read(row))).toEqual([]);
  expect(() => observing(page, () => parseJson("{"))).toThrow();
  expect(isObserving()).toBe(false);
});
