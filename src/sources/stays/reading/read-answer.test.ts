import { describe, expect, test } from "vitest";
import { NoSuchThing, Unreadable } from "../../../contract/errors.ts";
import { accounted } from "../../../source-kit/testing/accounted.ts";
import { answerOf, readingContext } from "../../../source-kit/testing/saved-answer.ts";
import { readSearch } from "./read-answer.ts";

const row = (id: unknown, more: object = {}) => ({ basicPropertyData: { id }, ...more });
const nobody = { checkin: null, checkout: null, currency: "EUR" } as never;
const block = (value: unknown, mark = 'data-capla-store-data="apollo"') =>
  `<script ${mark}>${JSON.stringify(value)}</script>`;
const store = (output: object, input: object | null = {}) => ({
  ROOT_QUERY: { searchQueries: { [input ? `search(${JSON.stringify({ input })})` : "search"]: output } },
});
const about = (context: object) => block(context, 'data-capla-application-context="x"');
const readText = (text: string, requested = nobody, url?: string) =>
  accounted(readSearch(answerOf(text, url ? { url } : {}), requested, readingContext));
const read = (output: object, input: object | null = {}) => readText(block(store(output, input)));

describe("the facts of a page", () => {
  test("an empty response has none", () => {
    const { echo, total, size, filters } = read({ results: [row(1)] }, null);
    expect({ echo, total, size, filters: filters() }).toEqual({
      total: null,
      size: null,
      filters: null,
      echo: {
        language: null,
        currency: null,
        offset: null,
        dates: undefined,
        sorters: [],
        adults: null,
        rooms: null,
        children: null,
      },
    });
  });

  test("everything", () => {
    const dates = { checkin: "2027-05-01", checkout: "2027-05-03" };
    const output = {
      results: [row(1)],
      pagination: { nbResultsTotal: 70, nbResultsPerPage: 25 },
      searchMeta: { dates, nbAdults: 3, nbRooms: 2, nbChildren: 1 },
      sorters: [
        { option: { name: "price", selected: true } },
        { option: { name: "class", selected: false } },
        { option: { name: 7, selected: true } },
      ],
      filters: [],
    };
    const input = { pagination: { offset: 50 }, sorters: { selectedSorter: "popularity" } };
    const page = about({ language: "pt-pt", currency: "EUR" }) + block(store(output, input));
    const { echo, total, size, filters } = readText(page);
    expect({ total, size, filters: filters()?.offered }).toEqual({ total: 70, size: 1, filters: [] });
    expect(echo).toEqual({
      language: "pt-pt",
      currency: "EUR",
      offset: 50,
      dates,
      sorters: ["price", "popularity"],
      adults: 3,
      rooms: 2,
      children: 1,
    });
  });

  test("without its own dates where it describes the search, there were none", () => {
    expect(read({ results: [], searchMeta: {} }).echo.dates).toBeNull();
    expect(
      read({ results: [], searchMeta: { dates: { checkin: "2027-05-01", checkout: "2027-05-01" } } }).echo.dates,
    ).toBeNull();
    expect(read({ results: [], searchMeta: { dates: { checkin: "2027-05-01" } } }).echo.dates).toBeNull();
    expect(read({ results: [], searchMeta: { dates: { checkout: "2027-05-01" } } }).echo.dates).toBeNull();
  });

  test.each<[number, number | null, number | null, number | null]>([
    // rows, stated page size, total, step
    [3, 25, 70, 3],
    [25, 25, 70, 25],
    [30, 25, 70, 25],
    [3, 25, 3, 25],
    [3, 25, 2, 25],
    [0, 25, 0, 25],
    [3, 25, null, 25],
    [3, null, 70, null],
  ])("%i rows of a page of %j, of %j in all, make a step of %j", (rows, stated, total, step) => {
    const results = Array.from({ length: rows }, (_, index) => row(index + 1));
    expect(read({ results, pagination: { nbResultsPerPage: stated, nbResultsTotal: total } }).size).toBe(step);
  });

  test("rows from outside the area do not count towards the step", () => {
    const results = [row(1), row(2, { persuasion: { autoextended: true } })];
    expect(read({ results, pagination: { nbResultsPerPage: 25, nbResultsTotal: 70 } }).size).toBe(1);
  });
});

describe("the nights of a stay", () => {
  const price = { displayPrice: { amountPerStay: { amountUnformatted: 120, amount: "120", currency: "EUR" } } };
  const nightly = (output: object, requested: object, more: object = {}) =>
    readText(block(store({ results: [row(1, { priceDisplayInfoIrene: { ...price, ...more } })], ...output })), {
      ...(nobody as object),
      ...requested,
    } as never).records[0]!.price_per_night?.amount ?? null;
  const stay = (checkout: string) => ({ checkin: "2027-05-01", checkout });
  const copy = (translation: string) => ({ priceBeforeDiscount: { copy: { translation } } });

  test.each<[string, object, object, object, number | null]>([
    ["by the page's own word", { searchMeta: { dates: stay("2027-05-03") } }, stay("2027-05-04"), {}, 60],
    ["by what was asked", {}, stay("2027-05-04"), {}, 40],
    ["by the words of a price", {}, {}, copy("€ 30 × 4 nights"), 30],
    ["by the words of a price, another sign", {}, {}, copy("€ 30 ✕ 5"), 24],
    ["by the words of a price, a letter", {}, {}, copy("€ 30 x 6 nights"), 20],
    ["by what was asked before the words of a price", {}, stay("2027-05-04"), copy("€ 30 × 4 nights"), 40],
    ["not at all", {}, {}, copy("4 nights"), null],
    ["not by one date", {}, { checkin: "2027-05-01" }, {}, null],
    ["not by the other", {}, { checkout: "2027-05-04" }, {}, null],
  ])("%s", (_, output, requested, more, expected) => {
    expect(nightly(output, requested, more)).toBe(expected);
  });
});

describe("other kinds of page", () => {
  const failure = (...given: Parameters<typeof readText>) => {
    try {
      readText(...given);
      return null;
    } catch (error) {
      return error as Error;
    }
  };

  test.each([
    ['{"a":1}', "JSON without search results"],
    ['{"results":[{"dest_type":"city"}]}', "an autocomplete response where a search was expected"],
    ["<p>x</p>", "a page without a search block and without cards"],
    ['<link rel="canonical" href="https://x.example/city/pt/lisbon.html">', "the page of a place instead of a search"],
    ['<meta property="og:url" content="https://x.example/region/pt/algarve.html">', "the page of a place"],
    ['<a href="https://x.example/city/pt/lisbon.html">', "a page without a search block"],
    [block(store({ results: [row(null), row("x")] })), "2 of 2 rows could not be read"],
    [block([1]), "an embedded block is not an object"],
    ['<script data-capla-store-data="apollo">{"a":</script>', "an embedded block is not JSON"],
    ['<div data-testid="property-card"><p></p></div>', "1 of 1 rows could not be read"],
  ])("%s: %s", (text, words) => {
    expect(failure(text)).toBeInstanceOf(Unreadable);
    expect(failure(text)!.message).toContain(words);
  });

  test.each(["city", "region", "country", "district", "landmark", "airport"])(
    "the page of a %s, by its address",
    (kind) => {
      expect(failure("<p>x</p>", nobody, `https://x.example/${kind}/pt/x.html`)!.message).toContain(
        "the page of a place",
      );
      expect(failure("<p>x</p>", nobody, `https://x.example/${kind}/portugal`)!.message).toContain("a page without");
    },
  );

  test.each(['<div id="b2searchresultsPage">', '<script data-x="b-search-web-searchresults">'])(
    "%s is a search that was lost: no such destination",
    (shell) => {
      expect(failure(shell)).toBeInstanceOf(NoSuchThing);
      expect(JSON.stringify(failure(shell))).toContain(
        "destination not found. Look up valid values with POST /api/stays/destinations/search.",
      );
    },
  );
});

describe("the blocks of a page", () => {
  const ids = (page: string) => readText(page).records.map(({ id }) => id);
  const other = block({ ROOT_QUERY: { property: 1 } });

  test("of several stores the one with the search is read, wherever it is", () => {
    const own = block(store({ results: [row(5)] }));
    for (const page of [own, own + other, other + own, other + own + other]) expect(ids(page)).toEqual([5]);
  });

  test.each([
    '<p data-capla-store-data="apollo">{"a":</p>',
    '<script data-capla-store-data="apollonia">{"a":</script>',
    '<script data-capla-store-data="other">{"a":</script>',
    '<script data-capla-store-data="apollo"></script>',
    '<script data-capla-store-data="apollo"',
    'data-capla-store-data="apollo"',
  ])("%s is not a store", (noise) => {
    const own = block(store({ results: [row(5)] }));
    expect(ids(own + noise)).toEqual([5]);
  });

  test("a page's settings are the nearest before its store", () => {
    const own = block(store({ results: [] }));
    const language = (page: string) => readText(page).echo.language;
    expect(language(about({ language: "de" }) + about({ language: "fr" }) + own + about({ language: "it" }))).toBe(
      "fr",
    );
    expect(language(own + about({ language: "it" }))).toBeNull();
  });

  test("a view of a larger buffer is read from its offset", () => {
    const bytes = new TextEncoder().encode(`noise${block(store({ results: [row(5)] }))}`);
    const answer = { ...answerOf(""), body: bytes.subarray(5) };
    expect(accounted(readSearch(answer, nobody, readingContext)).records).toMatchObject([{ id: 5 }]);
  });
});
