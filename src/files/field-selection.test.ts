import { describe, expect, test } from "vitest";
import { jsonRecord, list, sub, text, texts, whole } from "../source-kit/record.ts";
import { type Selection, selectFields, valuePaths } from "./field-selection.ts";

const Money = jsonRecord("Money", { amount: whole().meaning("A number."), currency: text().meaning("A text.") });
const Thing = jsonRecord("Thing", {
  id: text().meaning("A text."),
  tags: texts().meaning("Texts."),
  price: sub(Money).meaning("A part."),
  offers: list(Money).meaning("A list."),
});
const thing = {
  "@type": "Thing",
  id: "1",
  tags: ["a", "b"],
  price: { "@type": "Money", amount: 5, currency: "EUR" },
  offers: [
    { "@type": "Money", amount: 6, currency: "USD" },
    { "@type": "Money", amount: 7, currency: null },
  ],
};

const selection = (...paths: string[]) => selectFields(Thing, paths) as Selection;
const words = (...paths: string[]) => {
  const selected = selectFields(Thing, paths);
  return "faults" in selected ? selected.faults.map(({ msg }) => msg) : null;
};

describe("selected fields", () => {
  test("keep their position, in lists and nested records", () => {
    expect(selection("id", "price.amount", "offers.currency").pick(thing)).toEqual({
      id: "1",
      price: { amount: 5 },
      offers: [{ currency: "USD" }, { currency: null }],
    });
    expect(selection("tags").pick(thing)).toEqual({ tags: ["a", "b"] });
  });

  test("selected fields are null if the record lacks them", () => {
    expect(selection("id", "price.amount").pick({ price: null })).toEqual({ id: null, price: null });
    expect(selection("price.amount", "tags").row({ price: null })).toEqual({ "price.amount": null, tags: null });
  });

  test.each([[["price", "price.amount"]], [["price.amount", "price"]]])("%j is the whole of it", (paths) => {
    expect(selection(...paths).pick(thing)).toEqual({ price: thing.price });
  });

  test("two of one record are both kept", () => {
    expect(selection("price.amount", "price.currency").pick(thing)).toEqual({ price: { amount: 5, currency: "EUR" } });
  });

  test("selected fields are the columns of a table, as they were named", () => {
    const { paths, row } = selection("offers.amount", "price.currency", "id");
    expect(paths).toEqual(["offers.amount", "price.currency", "id"]);
    expect(row(thing)).toEqual({ "offers.amount": [6, 7], "price.currency": "EUR", id: "1" });
  });
});

describe("a name that the record does not have", () => {
  test.each([
    ["ids", 'There is no field "ids". Did you mean id? The fields are @type, id, tags, price, offers.'],
    ["price.amont", 'There is no field "amont" in price. Did you mean amount? The fields are @type, amount, currency.'],
    ["offers.hue", 'There is no field "hue" in offers. The fields are '],
    ["id.more", 'There is no field "more" in id. It has no fields inside it.'],
    ["tags.0", 'There is no field "0" in tags. It has no fields inside it.'],
    ["toString", 'There is no field "toString". The fields are '],
  ])("%s is a fault that lists the valid names", (path, expected) => {
    expect(words(path)![0]).toContain(`Value error, ${expected}`);
  });

  test("a name that the record does not have is one fault each, for the query", () => {
    expect(selectFields(Thing, ["id", "x", "y"])).toMatchObject({
      faults: [
        { type: "value_error", loc: ["query", "fields"], input: "x", ctx: { error: {} } },
        { type: "value_error", loc: ["query", "fields"], input: "y", ctx: { error: {} } },
      ],
    });
  });
});

test("a field that no page has ever filled is not offered to be tracked", () => {
  const Shop = jsonRecord("Shop", {
    name: text().meaning("A text."),
    opened: whole().unseen().meaning("A number."),
    price: sub(Money).meaning("A part."),
  });
  expect(valuePaths(Shop as never).map(([path]) => path)).toEqual(["name", "price.amount", "price.currency"]);
});
