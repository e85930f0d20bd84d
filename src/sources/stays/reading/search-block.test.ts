import { describe, expect, test } from "vitest";
import { savedRecords } from "../../../extraction/row-accounting.ts";
import { readingContext, savedAnswer } from "../../../source-testing/saved-answer.ts";
import operation from "../hotels-search.ts";
import type { HotelCardRecord } from "./hotel-card.ts";
import { HotelCard } from "./hotel-card.ts";

const request = { destination: "x", count: 100, checkin: null, checkout: null, currency: "USD" } as never;
const parse = (text: string) =>
  savedRecords(operation, savedAnswer(text), request, readingContext) as HotelCardRecord[];
const parseJson = (value: unknown) => parse(JSON.stringify(value));

const row = (id: number, more: object = {}) => ({
  basicPropertyData: { id, pageName: `p-${id}`, location: { countryCode: "pt" }, ...((more as any).basic ?? {}) },
  displayName: { text: `House ${id}` },
  ...more,
});
const page = (store: object, context = {}) =>
  `<html lang="en-us"><body><script data-capla-application-context="x" type="application/json">${JSON.stringify(context)}</script>` +
  `<script type="application/json" data-capla-namespace="b-search-web-searchresults" data-capla-store-data="apollo">${JSON.stringify(store)}</script></body></html>`;
const store = (output: object, input: object = {}, rest: object = {}) => ({
  ROOT_QUERY: { searchQueries: { __typename: "SearchQueries", [`search(${JSON.stringify({ input })})`]: output } },
  ...rest,
});
const ids = (records: HotelCardRecord[]) => records.map(({ id }) => id);

describe("every form of a response", () => {
  const output = { results: [row(1), row(2)], pagination: { nbResultsTotal: 2 } };
  test.each([
    ["a bare list", [row(1), row(2)]],
    ["the output of a search", output],
    ["a GraphQL answer", { data: { searchQueries: { search: output } } }],
    ["a list of GraphQL answers", [{ data: { searchQueries: { search: output } } }]],
    ["what is under `data`", { searchQueries: { search: output } }],
    ["a store without a page", store(output)],
    ["the queries of a store", store(output).ROOT_QUERY.searchQueries],
  ])("%s", (_, value) => {
    expect(ids(parseJson(value))).toEqual([1, 2]);
  });

  test("a page, with its attributes in any order", () => {
    expect(ids(parse(page(store(output))))).toEqual([1, 2]);
  });

  test("one result alone", () => {
    expect(ids(parseJson(row(7)))).toEqual([7]);
  });

  test("no results", () => {
    expect(parseJson([])).toEqual([]);
    expect(parse(page(store({ results: [], pagination: { nbResultsTotal: 0 } })))).toEqual([]);
    expect(parseJson({ data: { searchQueries: { search: { results: [] } } } })).toEqual([]);
  });
});

describe("anything but a search", () => {
  const failure = (text: string) => {
    try {
      parse(text);
      return "read";
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  test.each([
    ["a store without a search", page({ ROOT_QUERY: { productShell: null } }), "no_such_thing"],
    [
      "a city's own page",
      '<html><head><link rel="canonical" href="https://site.example/city/pt/lisbon.html"></head></html>',
      "unreadable",
    ],
    ["a page of another kind", "<html><body>Hello</body></html>", "unreadable"],
    [
      "a property's own page",
      page({ ROOT_QUERY: { property: {} } }).replaceAll("b-search-web", "b-property-web"),
      "unreadable",
    ],
    ["a cut store", page(store({ results: [row(1)] })).replace('"results"', '"resul'), "unreadable"],
    ["JSON of another kind", '{"a":1}', "unreadable"],
    ["cut JSON", '{"data":{"searchQueries":', "unreadable"],
    ["an error of the GraphQL endpoint", '{"errors":[{"message":"no"}],"data":null}', "unreadable"],
    ["results of another kind", '{"results":[{"name":"x"}]}', "unreadable"],
    ["nothing", "", "unreadable"],
  ])("%s", (_, text, code) => {
    expect(failure(text)).toBe(code);
  });
});

test("a record has every field of the schema, in its order", () => {
  expect(Object.keys(parseJson([row(1)])[0]!)).toEqual(Object.keys(HotelCard.properties));
});

test("references are followed wherever they occur", () => {
  const output = { results: [{ __ref: "Row:1" }] };
  const rest = {
    "Row:1": { ...row(1), basicPropertyData: { __ref: "Basic:1" }, blocks: [{ __ref: "Block:1" }] },
    "Basic:1": { id: 1, pageName: "a", location: { __ref: "Location:1" } },
    "Location:1": { countryCode: "fr", city: "Nîmes" },
    "Block:1": { blockId: { roomId: "101" } },
  };
  for (const records of [parse(page(store(output, {}, rest))), parseJson(store(output, {}, rest))]) {
    expect(records).toMatchObject([{ id: 1, country_code: "fr", city: "Nîmes", room_id: 101 }]);
  }
});

test("text is correct whether it was written as bytes, as escapes or mixed", () => {
  const names = ["Hôtel Élysée", "東京 ホテル", "Zażółć – naïve", "A\u0301 Über"];
  const text = page(
    store({ results: names.map((name, index) => ({ ...row(index + 1), displayName: { text: name } })) }),
  );
  const escaped = text.replace(
    /[\u00e9\u2013\u00ef]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  expect(parse(text).map(({ name }) => name)).toEqual(names);
  expect(parse(escaped).map(({ name }) => name)).toEqual(names);
});

test("a row that failed on the site's side is unreadable; an empty search beside the real one is ignored", () => {
  const failed = { data: { searchQueries: { search: { results: [row(1), null, row(2)] } } } };
  expect(() => parseJson(failed)).toThrow("1 of 3 rows could not be read");
  const { ROOT_QUERY } = store({ results: [row(3)] }, { location: { destId: 1 } });
  const searchQueries = { 'search({"input":{"pagination":null}})': { results: [] }, ...ROOT_QUERY.searchQueries };
  expect(ids(parse(page({ ROOT_QUERY: { searchQueries } })))).toEqual([3]);
});

test("an amount requested only as text is read from the text", () => {
  const displayPrice = { amountPerStay: { amount: "US$1,180.50", currency: "USD" } };
  const [record] = parseJson([row(1, { priceDisplayInfoIrene: { displayPrice } })]);
  expect(record!.price).toEqual({ "@type": "StaysPrice", amount: 1180.5, currency: "USD", formatted: "US$1,180.50" });
});

describe("rows from outside the area", () => {
  const beyond = (id: number) => row(id, { persuasion: { autoextended: true } });
  const output = (total: number, inArea: number) => ({
    results: [row(1), beyond(2)],
    pagination: { nbResultsTotal: total },
    searchMeta: { availabilityInfo: { totalAvailableNotAutoextended: inArea } },
  });
  test("rows from outside the area are skipped if the site does not count them", () => {
    expect(ids(parseJson(output(1, 1)))).toEqual([1]);
    expect(ids(parseJson([row(1), beyond(2)]))).toEqual([1]);
  });
  test("rows from outside the area are kept if the site's total counts them", () => {
    expect(ids(parseJson(output(2, 1)))).toEqual([1, 2]);
  });
});

describe("missing values are null", () => {
  const amount = (amountUnformatted: number, text = "") => ({
    amountPerStay: { amountUnformatted, amount: text, currency: "EUR" },
  });
  test("no reviews have no score, a count of 0 is 0, a room id of 0 is null, an empty amount is null", () => {
    const [record] = parseJson([
      row(1, {
        basic: {
          reviews: { totalScore: 0, reviewsCount: 0, totalScoreTextTag: { translation: "" } },
          starRating: { value: 0, symbol: "STARS" },
        },
        blocks: [{ blockId: { roomId: "0" } }],
        matchingUnitConfigurations: {
          commonConfiguration: { nbBedrooms: 0 },
          unitConfigurations: [{ unitId: 0, name: " Twin  Room " }],
        },
        priceDisplayInfoIrene: {
          displayPrice: amount(90, "€ 90"),
          averagePricePerNight: amount(0).amountPerStay,
          priceBeforeDiscount: amount(0),
          excludedCharges: { excludeChargesAggregated: amount(0) },
        },
      }),
    ]);
    expect(record).toMatchObject({
      review: { score: null, review_count: 0, label: null },
      star_rating: null,
      room_id: null,
      room_name: "Twin Room",
      bedroom_count: 0,
      price: { amount: 90, currency: "EUR", formatted: "€ 90" },
      price_per_night: null,
      price_before_discount: null,
      excluded_charges: null,
      sustainability_certifications: [],
    });
  });

  test("the site's nightly price takes precedence over a computed one", () => {
    const info = {
      displayPrice: amount(90, "€ 90"),
      averagePricePerNight: { amountUnformatted: 31, amount: "€ 31", currency: "EUR" },
    };
    const dated = (prices: object) =>
      parse(
        page(
          store({
            results: [row(1, { priceDisplayInfoIrene: prices })],
            searchMeta: { dates: { checkin: "2027-01-01", checkout: "2027-01-04" } },
          }),
        ),
      );
    expect(dated(info)[0]!.price_per_night).toMatchObject({ amount: 31, formatted: "€ 31" });
    expect(dated({ displayPrice: amount(90, "€ 90") })[0]!.price_per_night).toMatchObject({
      amount: 30,
      currency: "EUR",
      formatted: null,
    });
  });
});

test("the page's dates give the nights, its own statement before its echo", () => {
  const prices = { displayPrice: { amountPerStay: { amountUnformatted: 100, amount: "100", currency: "EUR" } } };
  const results = [row(1, { priceDisplayInfoIrene: prices })];
  const nightly = (output: object, input: object) =>
    parse(page(store({ results, ...output }, input)))[0]!.price_per_night?.amount;
  const days = (nights: number) => ({ dates: { checkin: "2027-02-27", checkout: `2027-03-0${nights - 1}` } });
  expect(nightly({ searchMeta: days(4) }, days(5))).toBe(25);
  expect(nightly({}, { ...days(5), zebra: 1 })).toBe(20);
  expect(nightly({ searchMeta: { dates: null } }, {})).toBeUndefined();
});
