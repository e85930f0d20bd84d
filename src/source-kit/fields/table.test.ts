import { expect, expectTypeOf, test } from "vitest";
import { one, parseHtml } from "../html.ts";
import type { Json } from "../json.ts";
import { amount, decimal, flag, link, links, list, seconds, sub, text, texts, whole } from "./kinds.ts";
import { htmlRecord, jsonRecord } from "./table.ts";

const site = { origin: "https://site.example" };

const Label = jsonRecord("Label", { name: text("title").filled("always").meaning("Words.") });
const Item = jsonRecord("Item", {
  id: text("id").filled("always").meaning("ID."),
  name: text("name", "shortName").filled("usually").meaning("Name."),
  price: amount("price.value").unit("EUR").meaning("Price."),
  rating: decimal("rating")
    .where((value) => value > 0)
    .meaning("Rating."),
  grade: text("grade")
    .where(/^[A-F]$/)
    .meaning("Grade."),
  url: link("link").meaning("URL."),
  seen_at: seconds("seen").meaning("Seen."),
  labels: list(Label, "labels").meaning("Labels."),
  first: sub(Label, "labels").meaning("First label."),
  tags: texts("tags").meaning("Tags."),
  is_new: flag((row: Json, { today }: { today: string }) => row.added === today).meaning("New."),
});

const row = {
  id: 7,
  shortName: " A &amp; <b>B</b> ",
  price: { value: "€ 1.234,50" },
  rating: 0,
  grade: "NR",
  link: "/i/7",
  seen: 1_700_000_000_000,
  labels: [{ title: "Sale" }, { title: "" }, null],
  tags: ["x", " ", "y"],
  added: "2026-01-01",
};

test("a row is read from the locations of the table, the first with a value wins", () => {
  const read = Item.read(row, { ...site, today: "2026-01-01" });
  expect(read).toEqual({
    "@type": "Item",
    id: "7",
    name: "A & B",
    price: 1234.5,
    rating: null,
    grade: null,
    url: "https://site.example/i/7",
    seen_at: 1_700_000_000,
    labels: [{ "@type": "Label", name: "Sale" }],
    first: { "@type": "Label", name: "Sale" },
    tags: ["x", "y"],
    is_new: true,
  });
});

test("lists, records and texts are read from the first location that has any", () => {
  const Both = jsonRecord("Both", {
    labels: list(Label, "labels", "info.labels").meaning("Labels."),
    first: sub(Label, "label", "info.label").meaning("One."),
    tags: texts("tags", "info.tags").meaning("Tags."),
    pages: links("pages", "info.pages").meaning("Pages."),
  });
  const inner = { labels: [{ title: "Sale" }], label: { title: "New" }, tags: ["x"], pages: ["/p"] };
  const moved = Both.read({ tags: [], info: inner }, site);
  expect(moved).toEqual(Both.read(inner, site));
  expect(moved).toMatchObject({ labels: [{ name: "Sale" }], first: { name: "New" }, tags: ["x"] });
  expect(Both.read({ ...inner, info: { tags: ["y"] } }, site)).toMatchObject({ tags: ["x"] });
});

test("a row without a required field, or of another type, is unreadable", () => {
  const context = { ...site, today: "" };
  expect(Item.read({ ...row, id: null }, context)).toBe("unreadable");
  expect(Item.read(null, context)).toBe("unreadable");
  expect(Item.read("row", context)).toBe("unreadable");
});

test("records have the types of their fields, and the context has what the fields need", () => {
  const read = Item.read(row, { ...site, today: "" });
  if (typeof read === "string") throw new Error(read);
  expectTypeOf(read.id).toEqualTypeOf<string>();
  expectTypeOf(read.price).toEqualTypeOf<number | null>();
  expectTypeOf(read.labels[0]!.name).toEqualTypeOf<string>();
  expectTypeOf(read.tags).toEqualTypeOf<string[]>();
  expectTypeOf(read["@type"]).toEqualTypeOf<"Item">();
  // @ts-expect-error the link needs an origin
  Item.read(null, { today: "" });
  expectTypeOf(Label.read({}).valueOf()).not.toBeAny();
});

test("the schema has the fields in order, each with its description, unit and how often it is filled", () => {
  const Small = jsonRecord("Small", {
    id: text("id").filled("always").meaning("ID."),
    price: decimal("p").unit("EUR").filled("usually").meaning("Price. In euros."),
    labels: list(Label, "labels").meaning("Labels."),
  });
  const kind = {
    type: "string",
    const: "Small",
    default: "Small",
    description: "The kind of record, always the same.",
  };
  expect(JSON.stringify(Small)).toBe(
    JSON.stringify({
      type: "object",
      title: "Small",
      properties: {
        "@type": kind,
        id: { type: "string", description: "ID.", "x-filled": true },
        price: {
          type: ["number", "null"],
          description: "Price (EUR). In euros.",
          "x-unit": "EUR",
          "x-filled": true,
        },
        labels: { type: "array", items: Label, description: "Labels." },
      },
      required: ["@type", "id", "price", "labels"],
    }),
  );
});

test("a record can be made from given values: missing ones are null or empty", () => {
  expect(Label.make({ name: "x" })).toEqual({ "@type": "Label", name: "x" });
  expect(Item.make({ id: "1" })).toMatchObject({ name: null, labels: [], tags: [] });
});

test("an HTML location is a selector, with an attribute after @", () => {
  const Card = htmlRecord("Card", {
    id: whole("@data-id").filled("always").meaning("ID."),
    name: text("h2").meaning("Name."),
    url: link("a@href").meaning("URL."),
    price: amount(".price").meaning("Price."),
    tags: texts("li").meaning("Tags."),
    links: list(htmlRecord("Link", { url: text("@href").meaning("URL.") }), "a").meaning("Links."),
  });
  const page = parseHtml(
    '<div data-id="7"><h2> A  lamp</h2><a href="/i/7">x</a><p class="price">19,-</p><ul><li>a<li>b</ul></div>',
  );
  expect(Card.read(one("div", page), site)).toEqual({
    "@type": "Card",
    id: 7,
    name: "A lamp",
    url: "https://site.example/i/7",
    price: 19,
    tags: ["a", "b"],
    links: [{ "@type": "Link", url: "/i/7" }],
  });
  expect(Card.read(one("h2", page), site)).toBe("unreadable");
});

test("links are absolute, and invalid ones are skipped; the schema contains an example", () => {
  const Shop = jsonRecord("Shop", {
    code: text("code").filled("always").example("a1").meaning("Code."),
    images: links("images").meaning("Pictures."),
  });
  const images = ["/a.png", "", null, "javascript:x", "https://media.example/b.png"];
  const expected = ["https://site.example/a.png", "https://media.example/b.png"];
  expect(Shop.read({ code: "x", images }, site)).toEqual({ "@type": "Shop", code: "x", images: expected });
  expect(Shop.properties.code).toMatchObject({ type: "string", examples: ["a1"] });
});
