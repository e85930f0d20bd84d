import { describe, expect, test } from "vitest";
import { AskAgain, NoSuchThing, Unreadable } from "../../contract/errors.ts";
import { accounted } from "../../source-testing/accounted.ts";
import { capturesOf, savedAnswer } from "../../source-testing/saved-answer.ts";
import { blockMarker } from "./block-marker.ts";
import { readSuggestions } from "./places.ts";
import { readSearch } from "./search.ts";

type Json = Record<string, any>;

const capture = capturesOf("bizbureau");
const saved = (): Json => JSON.parse(capture!("api-search-composite-7-rows-2026-09.json"));
const zero = (): Json => JSON.parse(capture!("api-search-zero-2026-09.json"));
const profile = (): Json => JSON.parse(capture!("profile-state-not-a-search.json"));
const readText = (text: string, status = 200) =>
  accounted(readSearch(savedAnswer(text, { status }), "https://site.example"));
const read = (answer: unknown) => readText(JSON.stringify(answer));
const changed = (change: (row: Json, index: number) => void) => {
  const answer = saved();
  answer.results.forEach(change);
  return read(answer).records;
};
const page = (state: unknown, title = "x") =>
  `<html><title>${title}</title><script>window.__PRELOADED_STATE__ = ${JSON.stringify(state)};</script></html>`;

describe.skipIf(!capture)("the saved search in other forms", () => {
  const whole = () => read(saved()).records;

  test("a phone that is not a list, or follows an empty one, reads the same", () => {
    expect(changed((row) => (row.phone = row.phone[0]))).toEqual(whole());
    expect(changed((row) => (row.phone = ["", null, ...row.phone]))).toEqual(whole());
  });

  test("categories with only their names read the same", () => {
    const named = changed((row) => (row.categories = row.categories.map(({ name }: Json) => name)));
    expect(named).toEqual(whole());
  });

  test.each(["NR", "A++", "xA", "G"])("%s is not a grade, so there is no score", (rating) => {
    expect(changed((row) => (row.rating = rating))).toEqual(
      whole().map((record) => ({ ...record, bbb_rating: null, rating_score: null })),
    );
  });

  test("a page with a row without an id is unreadable", () => {
    expect(() => changed((row, index) => index === 2 && delete row.id)).toThrow("1 of 7 rows could not be read");
  });

  test("without a page count, it is derived from the total and the page size", () => {
    const pages = (change: (answer: Json) => void) => {
      const answer = saved();
      delete answer.totalPages;
      change(answer);
      return read(answer).lastPage;
    };
    const { totalResults, pageSize, totalPages } = saved();
    expect(read(saved()).lastPage).toBe(totalPages);
    expect(pages(() => {})).toBe(Math.ceil(totalResults / pageSize));
    expect(pages((answer) => (answer.pageSize = 10))).toBe(Math.ceil(totalResults / 10));
    expect(pages((answer) => delete answer.pageSize)).toBe(Math.ceil(totalResults / pageSize));
    expect(pages((answer) => delete answer.totalResults)).toBe(1);
    expect(read({ results: [], page: 1 }).lastPage).toBe(0);
  });

  test("a first page without rows that counts results is retried; a later one is the end", () => {
    expect(() => read({ ...saved(), results: [] })).toThrow(AskAgain);
    const { page: _, ...unnumbered } = saved();
    expect(() => read({ ...unnumbered, results: [] })).toThrow(AskAgain);
    expect(read({ ...saved(), results: [], page: 2 }).records).toEqual([]);
    expect(read(zero())).toMatchObject({ records: [], total: 0, lastPage: 0 });
    const { results, ...without } = zero();
    expect(results).toEqual([]);
    expect(read(without).records).toEqual([]);
    expect(() => read({ ...without, totalResults: 3 })).toThrow("no search in the answer's JSON");
  });

  test("its coordinates are read if the response has them", () => {
    expect(read(saved()).coordinates).toBeNull();
    expect(read({ ...saved(), location: { latitude: 40.5, longitude: -74.25 } }).coordinates).toBe("40.5,-74.25");
  });

  test("a search beside a profile is still a search; a profile alone, or with an empty search, is not", () => {
    expect(read({ ...profile(), searchResult: saved() }).records).toEqual(whole());
    expect(readText(page({ ...profile(), searchResult: saved() })).records).toEqual(whole());
    for (const state of [profile(), { ...profile(), searchResult: zero() }])
      expect(() => read(state)).toThrow("a business profile, not a search");
    expect(() => readText(page(profile()))).toThrow(Unreadable);
  });

  test("under `data`, and inside a state that is not plain JSON, it reads the same", () => {
    expect(read({ data: saved() }).records).toEqual(whole());
    const script = `{user: undefined, "searchResult": ${JSON.stringify(saved())}}`;
    expect(readText(`<script>window.__PRELOADED_STATE__ = ${script};</script>`).records).toEqual(whole());
  });

  test('a missing page is "no such thing", whatever its state contains', () => {
    const words = "The source has no such page.";
    expect(() => readText(page({ searchResult: saved() }, "Page not found | Site"))).toThrow(new NoSuchThing(words));
    expect(() => readText(page({ searchResult: saved() }), 404)).toThrow(new NoSuchThing(words));
    expect(() => readText("<html><title>x</title></html>")).toThrow("neither a search's JSON nor a page with a state");
  });

  test("lists without a response are rejected", () => {
    expect(() => read([])).toThrow("an empty list, which the site never sends");
    expect(() => read([saved(), 3])).toThrow("not an object");
    expect(() => read([...saved().results, "odd"])).toThrow("1 of 8 rows could not be read");
  });

  test("a block's words in a name are not a block, nor is a block page with data", () => {
    const words = "<title>You have been blocked</title>";
    const text = JSON.stringify({ ...saved(), note: words });
    expect(blockMarker(savedAnswer(` ${text}`))).toBeNull();
    expect(blockMarker(savedAnswer(page({ searchResult: saved() }, "You have been blocked")))).toBeNull();
    expect(blockMarker(savedAnswer(capture!("blocked-hard-403-excerpt.html")))).toBe('title "You have been blocked"');
    expect(blockMarker(savedAnswer(capture!("blocked-challenge-403-excerpt.html")))).not.toBeNull();
  });
});

describe.skipIf(!capture)("places made from the saved rows", () => {
  const places = () =>
    saved().results.map((row: Json) => ({ displayText: `${row.city.trim()}, ${row.state}` })) as Json[];
  const suggest = (entries: unknown, status = 200) =>
    accounted({ page: readSuggestions(savedAnswer(JSON.stringify(entries), { status }), null, "USA") }).records;

  test("places are read in the order in which the search box suggests them", () => {
    expect(suggest(places()).map(({ text }) => text)).toEqual(places().map(({ displayText }) => displayText));
    expect(suggest([])).toEqual([]);
    expect(() => suggest([{}, places()[0]])).toThrow("1 of 2 rows could not be read");
  });

  test("other forms are rejected with an explanation", () => {
    expect(() => suggest(places(), 500)).toThrow("expected a page with the status 200, found the status 500");
    expect(() => suggest({ places: places() })).toThrow('expected a list, but the response is an object with "places"');
    expect(() => suggest([{}, {}])).toThrow("2 of 2 rows could not be read");
  });
});
