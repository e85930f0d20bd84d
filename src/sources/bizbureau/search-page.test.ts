import { expect, test } from "vitest";
import { type Search, searchPage } from "./search.ts";

const search: Search = {
  keyword: "plumber & co",
  rating: null,
  accredited_only: false,
  radius: null,
  place: "Austin, TX",
  city: null,
  state: null,
  country: "USA",
  coordinates: null,
};
const requested = (over: Partial<Search>, form: "/api/search" | "/search" = "/api/search") => {
  const { path, headers } = searchPage({ ...search, ...over }, 3, form);
  const url = new URL(path, "https://site.example");
  return { path: url.pathname, accept: headers?.accept, query: Object.fromEntries(url.searchParams) };
};
const plain = { find_country: "USA", find_text: "plumber & co", find_loc: "Austin, TX", page: "3" };

test("a page of the search as data, or as the page that embeds it", () => {
  expect(requested({})).toEqual({ path: "/api/search", accept: "application/json", query: plain });
  expect(requested({}, "/search")).toMatchObject({ path: "/search", query: plain });
  expect(requested({}, "/search").accept).toMatch(/^text\/html/);
});

test.each<[Partial<Search>, Record<string, string>]>([
  [{ rating: "A" }, { filter_ratings: "A" }],
  [{ accredited_only: true }, { filter_accredited: "1" }],
  [{ radius: "25" }, { filter_distance: "25" }],
  [{ coordinates: "30.2,-97.7" }, {}],
  [
    { radius: "25", coordinates: "30.2,-97.7" },
    { filter_distance: "25", find_latlng: "30.2,-97.7" },
  ],
  [
    { country: "CAN", place: "Canada" },
    { find_country: "CAN", find_loc: "Canada" },
  ],
])("%j is requested with %j", (over, more) => {
  expect(requested(over).query).toEqual({ ...plain, ...more });
});
