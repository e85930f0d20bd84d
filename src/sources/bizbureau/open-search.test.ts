import { describe, expect, test } from "vitest";
import { AskAgain, Unreadable } from "../../contract/errors.ts";
import { Page } from "../../contract/page.ts";
import { asAsked } from "./open-search.ts";
import type { Search, SearchPage } from "./search.ts";

const requested = (over: Partial<Search>): Search => ({
  keyword: "plumber",
  rating: null,
  accredited_only: false,
  radius: null,
  place: "Austin, TX",
  country: "USA",
  coordinates: null,
  ...over,
});
const pageSaying = (echo: Partial<SearchPage["echo"]>): SearchPage => ({
  page: Page.empty(),
  echo: { keyword: null, place: null, ...echo },
  coordinates: null,
});
const judge = (echo: Partial<SearchPage["echo"]>, over: Partial<Search> = {}) =>
  asAsked(pageSaying(echo), requested(over));

function refusal(echo: Partial<SearchPage["echo"]>, over: Partial<Search> = {}): AskAgain | null {
  try {
    judge(echo, over);
    return null;
  } catch (error) {
    return error as AskAgain;
  }
}

test("a page without an echo is accepted", () => {
  const page = pageSaying({});
  expect(asAsked(page, requested({}))).toBe(page);
});

describe("the keyword", () => {
  test.each([
    ["plumber", "plumber"],
    ["PLUMBER", "plumber"],
    ["plumber", "Plumber!"],
    ["a c repair", "A/C Repair"],
    ["Électricien 24", "électricien-24"],
  ])("%j matches the echo %j", (keyword, requested) => {
    expect(refusal({ keyword }, { keyword: requested })).toBeNull();
  });

  test.each([
    ["dentist", "plumber"],
    ["plumbers", "plumber"],
    ["", "plumber"],
  ])("%j does not match %j; it is retried, and unreadable if it persists", (keyword, requested) => {
    const error = refusal({ keyword }, { keyword: requested })!;
    expect(error).toBeInstanceOf(AskAgain);
    expect(error.message).toContain("a search for another keyword");
    expect(error.last).toBeInstanceOf(Unreadable);
    expect(error.last.message).toContain("a search for another keyword");
  });
});

describe("the place", () => {
  test.each<[string, Partial<Search>, boolean]>([
    ["Austin, TX", {}, false],
    ["AUSTIN TX", {}, false],
    ["Austin", {}, false],
    ["Austin, Texas, USA", {}, false],
    ["Austin, MN", {}, true],
    ["Dallas, TX", {}, true],
    // The whole country is the site's fallback, but also its echo beside coordinates.
    ["USA", {}, true],
    ["USA", { coordinates: "30.2,-97.7" }, true],
    ["USA", { radius: "25" }, true],
    ["USA", { radius: "25", coordinates: "30.2,-97.7" }, false],
    ["USA", { place: "USA" }, false],
    ["USA", { place: "Canada" }, false],
    ["USA", { place: "78701" }, false],
    ["Austin, TX", { place: "USA" }, true],
    ["78701", { place: "USA" }, true],
    // A code may be echoed as its city.
    ["Austin, TX", { place: "78701" }, false],
    ["78701", { place: "Austin, TX" }, false],
    ["St. Paul, MN", { place: "St Paul, MN" }, false],
  ])("an echo of %j, requested with %j, is elsewhere: %s", (place, over, isElsewhere) => {
    const error = refusal({ place }, over);
    expect(error !== null).toBe(isElsewhere);
    if (error) expect(error.message).toContain("a search in another place");
  });
});

test("a keyword with entities or tags is compared in its cleaned form", () => {
  expect(refusal({ keyword: "Smith & Sons" }, { keyword: "Smith &amp; Sons" })).toBeNull();
  expect(refusal({ keyword: "plumber" }, { keyword: "<b>plumber</b>" })).toBeNull();
  expect(refusal({ keyword: "Smith & Daughters" }, { keyword: "Smith &amp; Sons" })).not.toBeNull();
});
