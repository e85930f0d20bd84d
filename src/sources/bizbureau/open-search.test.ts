import { describe, expect, test } from "vitest";
import { AskAgain, Unreadable } from "../../contract/errors.ts";
import { Page } from "../../contract/page.ts";
import { checkEcho } from "../../extraction/page-proof.ts";
import { type Search, searchPage } from "./search.ts";

const requested = (over: Partial<Search>): Search => ({
  keyword: "plumber",
  rating: null,
  accredited_only: false,
  radius: null,
  place: "Austin, TX",
  city: null,
  state: null,
  country: "USA",
  coordinates: null,
  ...over,
});
const agreeing = { keyword: "plumber", location: "Austin, TX" };

function refusal(stated: Partial<typeof agreeing>, over: Partial<Search> = {}): AskAgain | null {
  const search = requested(over);
  const echo = { keyword: search.keyword, location: search.place, ...stated };
  try {
    checkEcho(
      Page.of([1], () => ({}), { number: 1, echo }),
      searchPage(search, 1, "/api/search"),
      {},
    );
    return null;
  } catch (error) {
    return error as AskAgain;
  }
}

test.each(["keyword", "location"])("a page that does not state its %s proves nothing", (part) => {
  expect(refusal({ [part]: null })!.last.detail).toMatch(
    /^The source's response does not show which request it answers/,
  );
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
    expect(error.last).toBeInstanceOf(Unreadable);
    expect(error.last.detail).toBe(
      `The source's response answers another request: its search text is "${keyword}" instead of "${requested}".`,
    );
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
    ["USA", { place: "Canada" }, true],
    ["USA", { place: "78701" }, true],
    ["USA", { place: "78701", radius: "25", coordinates: "30.2,-97.7" }, false],
    ["Canada", { place: "Canada" }, false],
    ["Austin, TX", { place: "USA" }, true],
    ["78701", { place: "USA" }, true],
    // A code may be echoed as its city.
    ["Austin, TX", { place: "78701" }, false],
    ["Austin, TX", { place: "78701", city: "Austin", state: "TX" }, false],
    ["Dallas, TX", { place: "78701", city: "Austin", state: "TX" }, true],
    ["75201", { place: "78701" }, true],
    ["78701", { place: "Austin, TX" }, false],
    ["St. Paul, MN", { place: "St Paul, MN" }, false],
  ])("an echo of %j, requested with %j, is elsewhere: %s", (place, over, isElsewhere) => {
    const error = refusal({ location: place }, over);
    expect(error !== null).toBe(isElsewhere);
    if (error) expect(error.message).toContain(`its place is "${place}" instead of`);
  });
});

test("a keyword with entities or tags is compared in its cleaned form", () => {
  expect(refusal({ keyword: "Smith & Sons" }, { keyword: "Smith &amp; Sons" })).toBeNull();
  expect(refusal({ keyword: "plumber" }, { keyword: "<b>plumber</b>" })).toBeNull();
  expect(refusal({ keyword: "Smith & Daughters" }, { keyword: "Smith &amp; Sons" })).not.toBeNull();
});
