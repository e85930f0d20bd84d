import { describe, expect, test } from "vitest";
import { NoSuchThing, Unreadable } from "../../contract/errors.ts";
import { accounted } from "../../source-testing/accounted.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { readSearch } from "./search.ts";

const ORIGIN = "https://site.example";
const row = (over: object = {}) => ({
  id: "0121_1_2",
  businessName: "One",
  reportUrl: "/us/ny/a/profile/b/c",
  ...over,
});
const search = (results: object[], over: object = {}) => ({
  page: 1,
  pageSize: 15,
  totalPages: 1,
  totalResults: results.length,
  results,
  ...over,
});
const readText = (text: string) => accounted(readSearch(savedAnswer(text), ORIGIN));
const read = (json: unknown) => readText(JSON.stringify(json));
const one = (over: object) => read(search([row(over)])).records[0]!;

test("responses saved in other forms", () => {
  const kept = search([row(), row({ id: "0121_3_4" })]);
  for (const form of [{ data: kept }, kept.results, [kept], [search([row()]), search([row({ id: "0121_3_4" })])]]) {
    expect(read(form).records.map(({ id }) => id)).toEqual(["0121_1_2", "0121_3_4"]);
  }
  expect(() => read([])).toThrow(Unreadable);
  expect(() => read([1])).toThrow(Unreadable);
});

describe("a row", () => {
  test("empty strings, nulls and missing keys are null or an empty list", () => {
    const blank = { businessName: "", address: "", city: null, state: "", rating: "", phone: null, categories: null };
    for (const record of [one(blank), read(search([{ id: "0121_1_2" }])).records[0]!]) {
      expect(record).toEqual({
        "@type": "BizbureauBusinessSearchResult",
        id: "0121_1_2",
        name: null,
        image: null,
        bbb_rating: null,
        is_accredited: null,
        phone: null,
        category: null,
        categories: [],
        address: null,
        city: null,
        state: null,
        zip_code: null,
        rating_score: null,
        bbb_name: null,
        profile_url: record.profile_url,
        local_profile_url: null,
      });
    }
  });

  test("the first of forty phones is the phone; blank ones are skipped", () => {
    const phones = Array.from({ length: 40 }, (_, index) => `(212) 555-${1000 + index}`);
    expect(one({ phone: phones }).phone).toBe("(212) 555-1000");
    expect(one({ phone: ["", ...phones] }).phone).toBe("(212) 555-1000");
    expect(one({ phone: [] }).phone).toBeNull();
  });

  test("an id of four parts stays whole", () => {
    expect(one({ id: "0654_270001_LR_7790" }).id).toBe("0654_270001_LR_7790");
  });

  test("emphasis leaves names whole, even inside a word", () => {
    expect(one({ businessName: "Salt &amp; <em>Diner</em>s" }).name).toBe("Salt & Diners");
  });

  test.each([
    ["A+", 100, "A+", 100],
    ["F", 0, "F", 0],
    ["", 0, null, null],
    ["NR", 0, null, null],
  ])("grade %j with score %d is %j with %j", (rating, ratingScore, grade, score) => {
    expect(one({ rating, ratingScore })).toMatchObject({ bbb_rating: grade, rating_score: score });
  });

  test("accreditation comes from the membership, not the charity seal", () => {
    expect(one({ bbbMember: false, accreditedCharity: true }).is_accredited).toBe(false);
    expect(one({ bbbMember: true, accreditedCharity: false }).is_accredited).toBe(true);
  });

  test("links are absolute, text is trimmed", () => {
    const local = "/us/ny/a/profile/b/c/addressId/2";
    expect(one({ localReportUrl: local, city: "New York ", logoUri: "//media.example/a.png" })).toMatchObject({
      profile_url: `${ORIGIN}/us/ny/a/profile/b/c`,
      local_profile_url: ORIGIN + local,
      city: "New York",
      image: "https://media.example/a.png",
    });
  });
});

describe("the form of the response", () => {
  const found = search([row({ businessName: 'Odd "}" {name} </b>' }), row({ id: "0121_1_3" })], { totalPages: 7 });
  const state = { user: { note: "}{" }, page: {}, searchResult: found };

  test("the search's JSON, the page that embeds it and its state alone read the same", () => {
    const page = `<html><script>window.__PRELOADED_STATE__ = ${JSON.stringify(state)};</script><p>{</p></html>`;
    const asJson = read(found);
    expect(asJson.lastPage).toBe(7);
    expect(asJson.records.map(({ id }) => id)).toEqual(["0121_1_2", "0121_1_3"]);
    expect(readText(page)).toEqual(asJson);
    expect(read(state)).toEqual(asJson);
  });

  test("a state that is not plain JSON is searched for its search", () => {
    const page = `<script>window.__PRELOADED_STATE__={"user":undefined,"searchResult":${JSON.stringify(found)}}</script>`;
    expect(readText(page)).toEqual(read(found));
  });

  test("keys may be missing or in another order", () => {
    expect(read({ results: [row()], totalResults: 31 })).toMatchObject({
      lastPage: 3,
      records: [{ id: "0121_1_2" }],
    });
    expect(read({ totalResults: 0 })).toMatchObject({ records: [], lastPage: 0, total: 0 });
  });

  test("no results is an empty list", () => {
    expect(read(search([], { totalPages: 0 }))).toMatchObject({ records: [], lastPage: 0, total: 0 });
  });

  test.each([
    ["a profile", { user: {}, page: {}, businessProfile: { id: "0_200001" } }],
    ["a profile beside a blank search", { businessProfile: { id: "0_200001" }, searchResult: search([]) }],
    ["another object", { ok: true }],
    ["rows without ids", search([{ businessName: "One" }])],
  ])("%s is not an empty search", (_, json) => {
    expect(() => read(json)).toThrow(Unreadable);
  });

  test('the site\'s "not found" page is "no such thing", with or without a state', () => {
    const state = "<script>window.__PRELOADED_STATE__ = {};</script>";
    for (const rest of ["", state]) {
      const page = `<html><title>Page not found | The bureau</title>${rest}</html>`;
      expect(() => readSearch(savedAnswer(page), ORIGIN)).toThrow(NoSuchThing);
    }
  });

  test("results that are counted but not shown are retried", () => {
    expect(() => read(search([], { totalResults: 40 }))).toThrow("no row on the first page");
  });

  test.each(["", "<html><title>Welcome</title></html>", '{"results": [{"id"', "[]"])("%j is unreadable", (text) => {
    expect(() => readSearch(savedAnswer(text), ORIGIN)).toThrow("unreadable");
  });
});
