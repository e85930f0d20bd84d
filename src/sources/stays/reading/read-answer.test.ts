import { describe, expect, test } from "vitest";
import { NoSuchThing, Unreadable } from "../../../contract/errors.ts";
import { accounted } from "../../../source-testing/accounted.ts";
import { readingContext, savedAnswer } from "../../../source-testing/saved-answer.ts";
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
  accounted(readSearch(savedAnswer(text, url ? { url } : {}), requested, readingContext));
const read = (output: object, input: object | null = {}) => readText(block(store(output, input)));

describe("the facts of a page", () => {
  test("an empty response has none", () => {
    const { echo, total, size, number, filters } = read({ results: [row(1)] }, null);
    expect({ total, size, number, filters: filters() }).toEqual({
      total: null,
      size: null,
      number: null,
      filters: null,
    });
    expect(Object.values(echo!)).toEqual(Object.keys(echo!).map(() => null));
  });

  test("everything", () => {
    const output = {
      results: [row(1)],
      pagination: { nbResultsTotal: 70, nbResultsPerPage: 25 },
      destinationLocation: { countryCode: "PT" },
      searchMeta: {
        dates: { checkin: "2027-05-01", checkout: "2027-05-03" },
        destId: -7,
        destType: "CITY",
        nbAdults: 3,
        nbRooms: 2,
        nbChildren: 1,
      },
      sorters: [
        { option: { name: "price", selected: true } },
        { option: { name: "class", selected: false } },
        { option: { name: 7, selected: true } },
      ],
      filters: [],
    };
    const input = {
      pagination: { offset: 50 },
      sorters: { selectedSorter: "popularity" },
      filters: { selectedFilters: "ht_id=204;class=3;x" },
    };
    const page = about({ language: "pt-pt", currency: "EUR" }) + block(store(output, input));
    const { echo, total, size, number, filters } = readText(page);
    expect({ total, size, number, filters: filters()?.offered }).toEqual({
      total: 70,
      size: 25,
      number: 3,
      filters: [],
    });
    expect(echo).toEqual({
      place: { type: "CITY", id: -7, latitude: null, longitude: null, country: "pt", name: null },
      dates: "2027-05-01 to 2027-05-03",
      adults: 3,
      rooms: 2,
      children: 1,
      filters: ["ht_id=204", "class=3"],
      sort: ["price", "popularity"],
      currency: ["EUR"],
      language: "pt-pt",
    });
  });

  test("a point is in the arguments that the page repeats", () => {
    const input = { location: { destType: "LATLONG", latitude: 38.7, longitude: "-9.1" } };
    expect(read({ results: [], searchMeta: { destType: "LATLONG", destId: 0 } }, input).echo!.place).toMatchObject({
      type: "LATLONG",
      latitude: 38.7,
      longitude: -9.1,
    });
    expect(read({ results: [] }, { location: { destType: "city", destId: -7 } }).echo!.place).toMatchObject({
      type: "CITY",
      id: -7,
    });
  });

  test("without its own dates where it describes the search, there were none", () => {
    const dates = (searchMeta: object) => read({ results: [], searchMeta }).echo!.dates;
    expect(dates({})).toBe("no dates");
    expect(dates({ dates: { checkin: "2027-05-01", checkout: "2027-05-01" } })).toBe("no dates");
    expect(dates({ dates: { checkin: "2027-05-01" } })).toBe("no dates");
    expect(dates({ dates: { checkout: "2027-05-01" } })).toBe("no dates");
  });

  test.each<[number | null, number | null, number | null]>([
    [25, 50, 3],
    [20, 40, 3],
    [null, 50, 3],
    [25, 30, 2.2],
    [25, null, 1],
  ])("a page of %j from %j on is number %j", (nbResultsPerPage, offset, number) => {
    expect(read({ results: [], pagination: { nbResultsPerPage } }, { pagination: { offset } }).number).toBe(number);
  });

  test("rows from outside the area do not count", () => {
    const results = [row(1), row(2, { persuasion: { autoextended: true } })];
    const page = readSearch(savedAnswer(block(store({ results }))), nobody, readingContext).page;
    expect([page.rows, page.countedRows]).toEqual([2, 1]);
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

  test("come from the store with the search, wherever it is among several", () => {
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
    const language = (page: string) => readText(page).echo!.language;
    expect(language(about({ language: "de" }) + about({ language: "fr" }) + own + about({ language: "it" }))).toBe(
      "fr",
    );
    expect(language(own + about({ language: "it" }))).toBeNull();
  });

  test("a view of a larger buffer is read from its offset", () => {
    const bytes = new TextEncoder().encode(`noise${block(store({ results: [row(5)] }))}`);
    const answer = { ...savedAnswer(""), body: bytes.subarray(5) };
    expect(accounted(readSearch(answer, nobody, readingContext)).records).toMatchObject([{ id: 5 }]);
  });
});
