import { describe, expect, test } from "vitest";
import { AskAgain, type WinnowError } from "../../contract/errors.ts";
import { Page } from "../../contract/page.ts";
import { checkEcho } from "../../extraction/page-proof.ts";
import type { Place, Search } from "./search.ts";
import { askedPage, type StatedPlace, stayWords } from "./search-echo.ts";

const stay = { checkin: "2027-05-01", checkout: "2027-05-03" };
const search = {
  place: { ss: "Lisbon, Portugal", dest_type: "city", dest_id: "-7" },
  filters: [],
  ...stay,
  adults: 2,
  children_ages: [4, 7],
  rooms: 1,
  currency: "EUR",
  language: "pt-pt",
  sort: "top_picks",
} as unknown as Search;

const unknown: StatedPlace = { type: null, id: null, latitude: null, longitude: null, country: null, name: null };
const city = { ...unknown, type: "CITY", id: -7 };
const agreeing = { place: city, dates: stayWords(stay), adults: 2, rooms: 1, children: 2 };

/** The error of a page that states this; null if it is accepted. */
function refusal(stated: object, over: object = {}, offset = 0): WinnowError | null {
  const page = Page.of([1], () => ({}), { number: 1, echo: { ...agreeing, ...stated } });
  try {
    checkEcho(page, { path: "/", page: 1, ...askedPage({ ...search, ...over }, offset) }, { ...search, ...over });
    return null;
  } catch (error) {
    return error instanceof AskAgain ? error.last : (error as WinnowError);
  }
}

describe("the destination of a page", () => {
  const at = (type: string, id: string): Place => ({ ss: "x", dest_type: type, dest_id: id });
  const point = { ss: "38.7,-9.1", dest_type: "latlong", latitude: "38.7", longitude: "-9.1" };

  test.each<[Partial<StatedPlace>, Place]>([
    [{ type: "CITY", id: -7 }, at("city", "-7")],
    [{ type: "REGION", id: 7 }, at("region", "7")],
    // A country has its code for an id.
    [{ type: "COUNTRY", id: 0, country: "pt" }, at("country", "PT")],
    [{ type: "COUNTRY", id: 0 }, at("country", "pt")],
    [{ type: "LATLONG", id: 0, latitude: 38.7, longitude: -9.1 }, point],
    [{ type: "LATLONG", latitude: 38.7004, longitude: -9.1004 }, point],
    [{ type: "LATLONG" }, point],
    // A page as a browser renders it has only a name.
    [{ name: "Lisbon" }, { ...at("city", "-7"), ss: "Lisbon, Lisbon Region, Portugal" }],
    [{ name: "LISBON" }, { ...at("city", "-7"), ss: "lisbon" }],
    [{ name: "Lisbon" }, { ...at("city", "-7"), ss: "" }],
  ])("%j is that of %j", (stated, place) => {
    expect(refusal({ place: { ...unknown, ...stated } }, { place })).toBeNull();
  });

  test.each<[Partial<StatedPlace>, Place, string]>([
    [{ type: "CITY", id: -8 }, at("city", "-7"), '"CITY -8" instead of "CITY -7"'],
    [{ type: "REGION", id: -7 }, at("city", "-7"), '"REGION -7" instead of "CITY -7"'],
    [{ type: "CITY", id: 0 }, at("city", "-7"), '"CITY 0"'],
    [{ type: "CITY" }, at("city", "-7"), '"CITY null"'],
    [{ type: "COUNTRY", id: 0, country: "es" }, at("country", "pt"), '"COUNTRY 0" instead of "COUNTRY pt"'],
    [{ type: "LATLONG", latitude: 38.8, longitude: -9.1 }, point, '"LATLONG 38.8,-9.1" instead of "LATLONG 38.7,-9.1"'],
    [{ type: "CITY", id: -7 }, point, '"CITY -7" instead of "LATLONG'],
    [{ name: "Paris" }, { ...at("city", "-7"), ss: "Lisbon, Portugal" }, '"Paris"'],
  ])("%j is not that of %j: %s", (stated, place, words) => {
    expect(refusal({ place: { ...unknown, ...stated } }, { place })).toMatchObject({
      status: 500,
      detail: expect.stringContaining(`its destination is ${words}`),
    });
  });

  test("the destination of a page is always stated", () => {
    expect(refusal({ place: null })).toMatchObject({ status: 500 });
  });
});

describe("the stay and the guests of a page", () => {
  test.each<[object, object]>([
    [{ adults: null, rooms: null, children: null }, {}],
    [{ dates: "no dates" }, { checkin: null, checkout: null }],
  ])("%j matches %j", (stated, over) => {
    expect(refusal(stated, over)).toBeNull();
  });

  test.each<[object, object, string, string]>([
    [{ dates: "no dates" }, {}, "checkin", "the site did not accept these dates"],
    [{ adults: 2 }, { adults: 30 }, "adults", "the site searched for 2 instead of 30"],
    [{ rooms: 1 }, { rooms: 9 }, "rooms", "the site searched for 1 instead of 9"],
    [{ children: 0 }, {}, "children_ages", "the site searched for 0 instead of 2"],
    [{ sort: ["popularity"] }, { sort: "top_reviewed" }, "sort", "the site did not apply the order top_reviewed here"],
  ])("%j, the site's default for %j, is 422: %s, %s", (stated, over, field, words) => {
    expect(refusal(stated, over)).toMatchObject({
      status: 422,
      detail: [{ loc: ["body", field], msg: `Value error, ${words}` }],
    });
    // The caller is not to blame if the page is for another place.
    expect(refusal({ ...stated, place: { ...city, id: -8 } }, over)).toMatchObject({ status: 500 });
  });

  test.each<[object, object, string]>([
    [{ dates: stayWords({ ...stay, checkin: "2027-05-02" }) }, {}, "stay"],
    [{ dates: stayWords(stay) }, { checkin: null, checkout: null }, "stay"],
    [{ adults: 3 }, {}, "number of adults"],
    [{ rooms: 4 }, {}, "number of rooms"],
    [{ children: 1 }, {}, "number of children"],
    [{ sort: ["price"] }, {}, "order"],
  ])("%j for %j is another search: its %s", (stated, over, part) => {
    expect(refusal(stated, over)).toMatchObject({ status: 500, detail: expect.stringContaining(`its ${part} is`) });
  });
});

describe("the filters of a page", () => {
  const filters = [
    { key: "ht_id", code: "204" },
    { key: "price", code: "EUR-50-200-1" },
  ];

  test.each<[string[] | null, number, boolean]>([
    [["ht_id=204", "price=EUR-50-210-1"], 0, true],
    [null, 25, true],
    // The first page shows which filters the site took; those that it did not are 422.
    [["ht_id=204"], 0, true],
    [[], 0, true],
    [["ht_id=204"], 25, false],
    [["ht_id=204", "price=EUR-50-200-1", "class=3"], 0, false],
    [["class=3"], 0, false],
  ])("%j from %i on are the requested ones: %s", (stated, offset, isSame) => {
    const error = refusal({ filters: stated }, { filters }, offset);
    expect(error === null).toBe(isSame);
    if (error) expect(error).toMatchObject({ status: 500, detail: expect.stringContaining("its filters is") });
  });
});

describe("the currency and language of a page", () => {
  test.each<[object, object]>([
    [{ currency: ["EUR", "EUR"], language: "pt-pt" }, {}],
    [{ currency: null, language: null }, {}],
    [{ language: "PT" }, {}],
    [{ language: "pt_BR" }, {}],
    [{ language: "nb" }, { language: "no" }],
    [{ language: "nn-no" }, { language: "no" }],
    [{ language: "fil" }, { language: "tl" }],
    [{ language: "iw" }, { language: "he" }],
    [{ language: "in" }, { language: "id" }],
  ])("%j match %j", (stated, over) => {
    expect(refusal(stated, over)).toBeNull();
  });

  test.each<[object, object, string]>([
    [{ currency: ["USD"] }, {}, 'its currency is "USD" instead of "EUR"'],
    [{ currency: ["EUR", "GBP"] }, {}, 'its currency is "EUR, GBP" instead of "EUR"'],
    [{ language: "es" }, {}, 'its language is "es" instead of "pt-pt"'],
    [{ language: "nb" }, { language: "da" }, 'its language is "nb" instead of "da"'],
  ])("%j do not match %j: %s", (stated, over, words) => {
    expect(refusal(stated, over)).toMatchObject({ status: 500, detail: expect.stringContaining(words) });
  });
});
