import { expect, test } from "vitest";
import type { Search } from "./search.ts";
import { searchPage } from "./search-page.ts";

const search = {
  place: { ss: "Lisbon & more", dest_id: "-2167973", dest_type: "city" },
  filters: [],
  checkin: null,
  checkout: null,
  adults: 2,
  children_ages: [],
  rooms: 1,
  currency: "EUR",
  language: "en-us",
  sort: "top_picks",
} as unknown as Search;
const plain = [
  ["ss", "Lisbon & more"],
  ["dest_id", "-2167973"],
  ["dest_type", "city"],
  ["group_adults", "2"],
  ["no_rooms", "1"],
  ["group_children", "0"],
  ["selected_currency", "EUR"],
  ["lang", "en-us"],
  ["order", "popularity"],
  ["offset", "0"],
];
const requested = (over: object, offset = 0) => {
  const { path, headers } = searchPage({ ...search, ...over } as Search, offset);
  const url = new URL(path, "https://site.example");
  return { path: url.pathname, headers, query: [...url.searchParams] };
};
/** What a search adds to, or changes from, the plain one. */
const more = (over: object, offset?: number) => {
  const known = new Set(plain.map((entry) => entry.join("=")));
  return requested(over, offset).query.filter((entry) => !known.has(entry.join("=")));
};

test("a plain search, in the order of the site's own address", () => {
  expect(requested({})).toEqual({
    path: "/searchresults.html",
    headers: { "accept-language": "en-us,en;q=0.9" },
    query: plain,
  });
});

test.each<[object, string[][]]>([
  [
    { checkin: "2027-05-01", checkout: "2027-05-03" },
    [
      ["checkin", "2027-05-01"],
      ["checkout", "2027-05-03"],
    ],
  ],
  [{ checkin: "2027-05-01" }, []],
  [{ checkout: "2027-05-03" }, []],
  [
    { adults: 3, rooms: 2 },
    [
      ["group_adults", "3"],
      ["no_rooms", "2"],
    ],
  ],
  [
    { children_ages: [4, 9, 4] },
    [
      ["group_children", "3"],
      ["age", "4"],
      ["age", "9"],
      ["age", "4"],
    ],
  ],
  [{ currency: "USD" }, [["selected_currency", "USD"]]],
  [{ sort: "price_low_to_high" }, [["order", "price"]]],
  [{ sort: "business_top_picks" }, [["sb_travel_purpose", "business"]]],
  [
    {
      filters: [
        { key: "class", code: "4" },
        { key: "di", code: "7" },
        { key: "class", code: "4" },
      ],
    },
    [["nflt", "class=4;di=7"]],
  ],
])("%j adds %j", (over, expected) => {
  expect(more(over)).toEqual(expected);
});

test("a later page, and another language", () => {
  expect(more({}, 25)).toEqual([["offset", "25"]]);
  expect(requested({ language: "de" })).toMatchObject({
    path: "/searchresults.de.html",
    headers: { "accept-language": "de" },
  });
  expect(requested({ language: "pt-br" })).toMatchObject({ path: "/searchresults.pt-br.html" });
});
