import { describe, expect, test } from "vitest";
import { embeddedJson } from "../../../../source-kit/embedded-json.ts";
import { capturesOf } from "../../../../source-testing/saved-answer.ts";
import type { Proposal } from "./fields.ts";
import { proposalInHtml, thingInHtml } from "./in-html.ts";
import { proposalInJson, thingInJson } from "./in-json.ts";
import { operationFile } from "./proposed-operation.ts";

const kindsOf = (proposal: Proposal | null) =>
  Object.fromEntries(proposal!.fields.map(({ name, kind, place, filled }) => [name, `${kind} ${place} ${filled}`]));

const rows = Array.from({ length: 6 }, (_, nth) => ({
  sku: `A-${nth}`,
  title: `Lamp ${nth}`,
  price: { value: 10.5 + nth, shown: `€ ${10 + nth},50` },
  inStock: nth > 2,
  href: `/lamps/${nth}`,
  added: `2026-03-0${nth + 1}`,
  tags: ["a", `${nth}`],
  currency: "EUR",
  ...(nth < 3 && { note: `Words ${nth}` }),
}));
const expected = {
  id: "text sku 6",
  title: "text title 6",
  value: "decimal price.value 6",
  shown: "amount price.shown 6",
  stock: "flag inStock 6",
  href: "link href 6",
  added: "seconds added 6",
  tags: "texts tags 6",
  note: "text note 3",
};

describe("the proposal", () => {
  test("for JSON is the richest list, with kinds and fill rates; a value that all rows share is not a field", () => {
    const menu = Array.from({ length: 30 }, (_, nth) => ({ id: nth, label: `Menu ${nth}` }));
    const proposal = proposalInJson({ menu, data: { items: rows } });
    expect(proposal).toMatchObject({ format: "json", at: "data.items", count: 6 });
    expect(kindsOf(proposal)).toEqual(expected);
    expect(proposalInJson({ total: 3, words: ["a", "b"] })).toBeNull();
  });

  test("for HTML is the repeated elements, by the site's own markers if it has some", () => {
    const cards = rows.map(
      ({ sku, title, price, href }) =>
        `<li class="x1 card" data-sku="${sku}"><a href="${href}"><h3>${title}</h3></a><b data-testid="price">${price.shown}</b></li>`,
    );
    const proposal = proposalInHtml(
      `<body><nav>${"<a class=m href=/a/b>x</a>".repeat(9)}</nav><ul>${cards.join("")}</ul>`,
    );
    expect(proposal).toMatchObject({ format: "html", count: 6, at: expect.stringMatching(/^li\./) });
    expect(kindsOf(proposal)).toEqual({
      id: "text @data-sku 6",
      url: "link a@href 6",
      name: "text h3 6",
      price: 'amount b[data-testid="price"] 6',
    });
  });

  test.each([
    ["an ID", (nth: number) => `<li class="card" data-sku="A${nth}">`, "li.card[data-sku]"],
    ["a heading", () => '<li class="card">', "li.card:has(h3)"],
  ])("for HTML tells adverts from rows by %s that they lack", (_, open, at) => {
    const cards = rows.map(
      ({ title, href }, nth) =>
        `${open(nth)}<a href="${href}"><h3>${title}</h3></a><b class="price">€ ${nth},50</b></li>`,
    );
    const adverts = ["a", "b"].map(
      (word) => `<li class="card"><a href="https://ads.example/${word}">Buy ${word}</a></li>`,
    );
    const proposal = proposalInHtml(
      `<body><ul>${cards.slice(0, 3).join("")}${adverts.join("")}${cards.slice(3).join("")}`,
    );
    expect(proposal).toMatchObject({ at, count: 6 });
    expect(proposal!.fields.map(({ name, filled }) => `${name} ${filled}`)).toEqual(
      expect.arrayContaining(["name 6", "price 6"]),
    );
    if (at.includes("sku")) expect(proposal!.fields[0]).toMatchObject({ name: "id", place: "@data-sku" });
  });

  test("for a page with its data in a script is the list in there", () => {
    const state = JSON.stringify({ props: { items: rows } });
    const proposal = proposalInHtml(`<body><p>Hi</p><script id="__STATE__" type="application/json">${state}</script>`);
    expect(proposal).toMatchObject({ format: "json", script: 'id="__STATE__"', at: "props.items", count: 6 });
    const file = operationFile({ source: "shop", name: "lamps/list", path: "/lamps?page=1" }, proposal!);
    expect(file).toContain('{"from":"id=\\"__STATE__\\"","rows":"props.items"}');
    expect(file).toContain('title: text("title").filled("usually").meaning("Title."), // 6/6');
    expect(file).toContain('note: text("note").meaning("Note."), // 3/6');
  });
});

describe("the proposal for a page about one thing", () => {
  const thing = {
    "@type": "Product",
    sku: "L-77",
    name: "Lantern",
    offers: { "@type": "Offer", price: "49.95" },
    releaseDate: "2026-03-01",
  };

  test("the proposal for a page about one thing is its typed data, found by its type in whichever script and graph has it", () => {
    const crumbs = { "@type": "BreadcrumbList", name: "a", description: "b", url: "/c", image: "/d", sku: "e" };
    const script = (json: object) => `<script type="application/ld+json">${JSON.stringify(json)}</script>`;
    const page = `${script(crumbs)}${script({ "@graph": [crumbs, thing] })}<h1>Lantern</h1>`;
    const proposal = thingInHtml(page);
    expect(proposal).toMatchObject({ kind: "thing", script: "@type=Product", at: "" });
    expect(kindsOf(proposal)).toEqual({
      id: "text sku 1",
      name: "text name 1",
      price: "decimal offers.price 1",
      date: "seconds releaseDate 1",
    });
    expect(embeddedJson(page, "@type=Product")).toEqual(thing);
    expect(operationFile({ source: "shop", name: "lamps", path: "/lamps/77" }, proposal!)).toContain(
      'jsonPage(LampsRecord, {"from":"@type=Product"})',
    );
  });

  test("the proposal for a page about one thing is the object with the most values in its JSON, not a list beside it", () => {
    const related = Array.from({ length: 9 }, (_, id) => ({ id, title: `${id}`, price: id, url: `/${id}` }));
    const state = { locale: "en", props: { shown: { id: 9, title: "Table", width: 180 }, related } };
    const page = `<h1>Table</h1><script id="__STATE__" type="application/json">${JSON.stringify(state)}</script>`;
    expect(thingInHtml(page)).toMatchObject({ script: 'id="__STATE__"', at: "props.shown" });
    expect(thingInJson(state)).toMatchObject({ script: null, at: "props.shown" });
  });

  test("the proposal for a page about one thing is its heading, marked elements, definition lists and tables", () => {
    const page = `<link rel="canonical" href="/firms/55"><h1>Bakery</h1><b itemprop="price" content="5.5">five</b>
<dl><dt>Founded</dt><dd>1987</dd></dl><table><tr><th>Revenue</th><td>€ 1.250,00</td></tr></table>`;
    expect(kindsOf(thingInHtml(page))).toEqual({
      id: "text link[rel=canonical]@href 1",
      name: "text h1 1",
      price: 'decimal [itemprop="price"]@content 1',
      founded: 'whole dt:contains("Founded") + dd 1',
      revenue: 'amount th:contains("Revenue") + td 1',
    });
    expect(thingInHtml("<p>Nothing to read</p>")).toBeNull();
  });
});

test.skipIf(capturesOf("stays") === null).each([
  ["bizbureau/api-search-composite-7-rows-2026-09.json", "results", 7, ["id", "name", "city", "phone"]],
  ["hkproperty/listing-search-20-rows-2026-05.json", "data", 20, ["id", "price", "rent", "address"]],
  [
    "ruretail/graphql-category-filtered-2024-08.json",
    "data.productsFilter.record.products",
    9,
    ["id", "name", "rating"],
  ],
  ["stays/graphql-results-2026-03.json", "", 50, ["id", "name", "score", "city"]],
  ["jobsboard/job-listing-2026-06.html", "li.has-pointer-d", 30, ["id", "url", "image"]],
  ["stays/search-rendered-2026-02.html", 'div[data-testid="property-card"]', 75, ["title", "price", "distance"]],
])("for %s the list at %j with %d rows is found", (file, at, count, names) => {
  const [source, name] = file.split("/") as [string, string];
  const text = capturesOf(source)!(name);
  const proposal = name.endsWith(".json") ? proposalInJson(JSON.parse(text)) : proposalInHtml(text);
  expect(proposal).toMatchObject({ at, count });
  expect(proposal!.fields.map((field) => field.name)).toEqual(expect.arrayContaining(names));
});
