import { describe, expect, test } from "vitest";
import { Unreadable } from "../../contract/errors.ts";
import { accounted } from "../../source-testing/accounted.ts";
import { faultsOfReader } from "../../source-testing/mangled.ts";
import { capturesOf, readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import { blockMarker } from "./block-marker.ts";
import operation from "./businesses-search.ts";
import { readSearch } from "./search.ts";

const capture = capturesOf("bizbureau");
const request = {
  keyword: "x",
  count: 100,
  timeout: 300,
  location: "",
  rating: null,
  accredited_only: false,
  radius: null,
};
const parse = (text: string, over: Partial<typeof request> | { rating: "A" } = {}) => [
  ...(operation.parse(savedAnswer(text), { ...request, ...over }, readingContext) as Iterable<Record<string, unknown>>),
];

describe.skipIf(!capture)("the saved responses", () => {
  const file = "api-search-composite-7-rows-2026-09.json";

  test("every row is a record with the row's values", () => {
    const rows: Array<Record<string, any>> = JSON.parse(capture!(file)).results;
    const records = parse(capture!(file));
    expect(records).toHaveLength(rows.length);
    records.forEach((record, index) => {
      const row = rows[index]!;
      const words = (value: string | null) => (value ? value.split(/\s+/).filter(Boolean).join(" ") || null : null);
      expect(record).toEqual({
        "@type": "BizbureauBusinessSearchResult",
        id: [row.bbbId, row.businessId, row.id.split("_").at(-1)].join("_"),
        name: words(row.businessName.split("<em>").join("").split("</em>").join("")),
        image: row.logoUri,
        bbb_rating: row.rating || null,
        is_accredited: row.bbbMember,
        phone: row.phone[0],
        category: row.tobText,
        categories: row.categories.map((category: { name: string }) => category.name),
        address: words(row.address),
        city: words(row.city),
        state: row.state,
        zip_code: row.postalcode,
        rating_score: row.rating ? row.ratingScore : null,
        bbb_name: row.bbbName,
        profile_url: `https://site.example${row.reportUrl}`,
        local_profile_url: row.localReportUrl && `https://site.example${row.localReportUrl}`,
      });
    });
  });

  test("ungraded rows have neither grade nor score; a business at two addresses is two records", () => {
    const records = parse(capture!(file));
    const ungraded = records.filter(({ bbb_rating }) => bbb_rating === null);
    expect(ungraded).toHaveLength(capture!(file).split('"rating":""').length - 1);
    expect(ungraded.every(({ rating_score }) => rating_score === null)).toBe(true);
    const profiles = records.map(({ profile_url }) => profile_url);
    expect(new Set(profiles).size).toBe(records.length - 1);
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  });

  test("the request's filters apply to the records read", () => {
    const graded = capture!(file).match(/"rating":"A[+-]?"/g)!.length;
    expect(parse(capture!(file), { rating: "A" })).toHaveLength(graded);
    const members = capture!(file).match(/"bbbMember":true/g)!.length;
    expect(parse(capture!(file), { accredited_only: true })).toHaveLength(members);
  });

  test("no results is an empty list; a profile is not", () => {
    expect(parse(capture!("api-search-zero-2026-09.json"))).toEqual([]);
    expect(() => parse(capture!("profile-state-not-a-search.json"))).toThrow(Unreadable);
  });

  test.each(["blocked-challenge-403-excerpt.html", "blocked-hard-403-excerpt.html"])("%s is a block", (name) => {
    expect(blockMarker(savedAnswer(capture!(name)))).not.toBeNull();
  });
});

describe.skipIf(!capture)("variants of the saved responses", () => {
  type Json = Record<string, any>;
  const file = "api-search-composite-7-rows-2026-09.json";
  const saved = (): Json => JSON.parse(capture!(file));
  const whole = () => parse(capture!(file));
  const changed = (change: (row: Json) => void) => {
    const answer = saved();
    for (const row of answer.results) change(row);
    return parse(JSON.stringify(answer));
  };

  /** The input of each field: without it only that field is empty, and nothing else changes. */
  test.each([
    ["businessName", { name: null }],
    ["logoUri", { image: null }],
    ["rating", { bbb_rating: null, rating_score: null }],
    ["ratingScore", { rating_score: null }],
    ["bbbMember", { is_accredited: null }],
    ["phone", { phone: null }],
    ["tobText", { category: null }],
    ["categories", { categories: [] }],
    ["address", { address: null }],
    ["city", { city: null }],
    ["state", { state: null }],
    ["postalcode", { zip_code: null }],
    ["bbbName", { bbb_name: null }],
    ["reportUrl", { profile_url: null }],
    ["localReportUrl", { local_profile_url: null }],
  ])("without %s only its field is empty, whether the key is missing, null or of another type", (key, lost) => {
    const expected = whole().map((record) => ({ ...record, ...lost }));
    expect(changed((row) => delete row[key])).toEqual(expected);
    expect(changed((row) => (row[key] = null))).toEqual(expected);
    expect(changed((row) => (row[key] = [{}]))).toEqual(expected);
  });

  test("keys that no field uses change nothing", () => {
    const read = new Set(
      "id businessName logoUri rating ratingScore bbbMember phone tobText categories address city state postalcode bbbName reportUrl localReportUrl".split(
        " ",
      ),
    );
    const bare = changed((row) => {
      for (const key of Object.keys(row)) if (!read.has(key)) delete row[key];
    });
    expect(bare).toEqual(whole());
  });

  test("rows and keys in another order give the same records", () => {
    const answer = saved();
    answer.results = answer.results.map((row: Json) => Object.fromEntries(Object.entries(row).reverse())).reverse();
    expect(parse(JSON.stringify(answer))).toEqual(whole().reverse());
  });

  test("in a page's state, among other responses, and duplicated, they give the same records", () => {
    const state = JSON.stringify({ user: {}, page: {}, searchResult: saved() });
    expect(parse(`<html><script>window.__PRELOADED_STATE__ = ${state};</script></html>`)).toEqual(whole());
    expect(parse(state)).toEqual(whole());
    expect(parse(JSON.stringify([saved(), saved()]))).toEqual(whole());
    expect(parse(JSON.stringify(saved().results))).toEqual(whole());
  });

  test("names without their marks are the same, and a Canadian row keeps its postal code", () => {
    const plain = changed((row) => (row.businessName = row.businessName.replace(/<.?em>/g, "")));
    expect(plain).toEqual(whole());
    const canadian = saved().results.find((row: Json) => row.reportUrl.startsWith("/ca/"));
    expect(whole().find(({ id }) => id === canadian.id)).toMatchObject({ zip_code: canadian.postalcode });
  });

  test("the response's facts are read", () => {
    const { total, lastPage, number, echo } = accounted(
      readSearch(savedAnswer(capture!(file)), "https://site.example"),
    );
    const { totalResults, totalPages, heading, ...stated } = saved();
    expect({ total, lastPage, number }).toEqual({ total: totalResults, lastPage: totalPages, number: stated.page });
    expect(echo).toEqual({ keyword: heading.searchInputText, location: heading.searchLocationText });
  });

  test("corrupted, they give records that fit the schema or an error of the catalogue", () => {
    const state = JSON.stringify({ searchResult: saved() });
    const page = `<html><script>window.__PRELOADED_STATE__ = ${state};</script></html>`;
    const texts = [capture!(file), page, capture!("profile-state-not-a-search.json")];
    expect(faultsOfReader(operation, request, texts, 400)).toEqual([]);
  });
});
