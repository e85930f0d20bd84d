import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type StandInBench, standInFor } from "../../../../extraction/testing/stand-in-for.ts";
import { hotelFacilities, roomFacilities } from "../../site/facilities.ts";
import { groupsFor, isKnownCode } from "../../site/filter-list.ts";
import { cities } from "../../site/places.ts";
import { understand } from "../../site/search.ts";
import source from "../../source.ts";
import operation from "../operation.ts";
import * as lists from "../vocabulary.ts";
import { type FilterField, filterLists } from "./filter-codes.ts";

/** Every closed list that filters, with the key that the notes on the wire format give it. */
const KEYS: Record<FilterField, [key: string, values: readonly string[]]> = {
  min_review_score: ["review_score", lists.minReviewScores],
  property_types: ["ht_id", lists.propertyTypes],
  star_ratings: ["class", lists.starRatings],
  meal_plans: ["mealplan", lists.mealPlans],
  bed_types: ["tdb", lists.bedTypes],
  travel_groups: ["stay_type", lists.travelGroups],
  booking_policies: ["fc", lists.bookingPolicies],
  payment_options: ["pmt", lists.paymentOptions],
  property_amenities: ["hotelfacility", lists.propertyAmenities],
  room_amenities: ["roomfacility", lists.roomAmenities],
  activities: ["popular_activities", lists.activities],
  property_accessibility: ["accessible_facilities", lists.propertyAccessibility],
  room_accessibility: ["accessible_room_facilities", lists.roomAccessibility],
};
const FIELDS = Object.keys(KEYS) as FilterField[];
const ALL = FIELDS.flatMap((field) => KEYS[field][1].map((value) => [field, value] as const));

const shared = join(import.meta.dirname, "../../../../../../shared");
const notes = join(shared, "sources/stays-filter-codes.json");

/** The short lists, written down a second time from the notes on the wire format. */
const SHORT: Partial<Record<FilterField, string>> = {
  min_review_score: "60 70 80 90",
  property_types:
    "201 203 204 205 206 208 209 210 212 213 214 215 216 219 220 221 222 223 224 225 226 227 228 229 ? 235",
  star_ratings: "1 2 3 4 5",
  meal_plans: "1 3 4 8 9 999",
  bed_types: "2 3 5 6",
  travel_groups: "1 2 4",
  booking_policies: "2 4 5",
  payment_options: "101 102",
  property_accessibility: "186 187 188 189 211 212 213",
  room_accessibility: "131 132 134 147 148 149 150 151 152 153 154",
};

describe("the table", () => {
  test("has every value of every list, in the list's order, and no other", () => {
    for (const field of FIELDS) expect(Object.keys(filterLists[field].codes), field).toEqual([...KEYS[field][1]]);
    expect(ALL.length).toBeGreaterThan(600);
  });

  test("gives no two values of a list the same code", () => {
    for (const field of FIELDS) {
      const codes = Object.values(filterLists[field].codes).flatMap(({ code }) => (code ? [code] : []));
      expect(new Set(codes).size, field).toBe(codes.length);
    }
  });

  test.each(Object.entries(SHORT))("%s has the codes of the notes", (field, codes) => {
    const table = Object.values(filterLists[field as FilterField].codes).map(({ code }) => code ?? "?");
    expect(table.join(" ")).toBe(codes);
  });

  test.skipIf(!existsSync(notes))(
    "the long lists have the codes of the notes, and no code where the notes have none",
    () => {
      const noted = JSON.parse(readFileSync(notes, "utf8")) as Record<
        string,
        { values: Array<{ value: string; code: number | null }> }
      >;
      for (const field of ["property_amenities", "room_amenities", "activities"] as const) {
        const table = Object.entries(filterLists[field].codes).map(([value, { code }]) => [value, code]);
        expect(table).toEqual(
          noted[field]!.values.map(({ value, code }) => [value, code === null ? null : String(code)]),
        );
      }
    },
  );
});

describe("every value reaches the site as its code", () => {
  let bench: StandInBench;
  const sent = new Map<string, string>();

  const isKnown = (field: FilterField, value: string) =>
    (filterLists[field].codes as Record<string, { code: string | null }>)[value]!.code !== null;
  const facilities = (field: FilterField) => (field === "room_amenities" ? roomFacilities : hotelFacilities);
  const words = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, " ");
  const labels = { security_24h: "24 hour security", childrens_high_chair: "children s high chair" } as Record<
    string,
    string
  >;
  const labelOf = (value: string) => labels[value] ?? words(value.replaceAll("_or_", "_").replaceAll("_and_", "_"));

  const idOf = (field: FilterField, value: string): string => {
    const { code } = (filterLists[field].codes as Record<string, { code: string | null }>)[value]!;
    if (code !== null) return `${KEYS[field][0]}=${code}`;
    if (field === "property_types") return "ht_id=231";
    const found = [...facilities(field).values()].filter(({ label }) => words(label) === labelOf(value));
    expect(found, value).toHaveLength(1);
    return `${KEYS[field][0]}=${found[0]!.id}`;
  };

  /** One request for many values: the filters of the address line stand in the order of the list. */
  const send = async (field: FilterField, values: string[], destination: string) => {
    if (values.length === 0) return;
    bench.calls.length = 0;
    const given = field === "min_review_score" ? values[0]! : values;
    await bench.run(operation, { destination, count: 1, [field]: given });
    const filtered = bench.calls.find(({ url }) => url.searchParams.has("nflt"))!;
    const arrived = filtered.url.searchParams.get("nflt")!.split(";");
    expect(arrived).toHaveLength(values.length);
    for (const [index, value] of values.entries()) sent.set(`${field} ${value}`, arrived[index]!);
  };

  beforeAll(async () => {
    bench = await standInFor(source);
    for (const field of FIELDS) {
      const values = KEYS[field][1];
      const known = values.filter((value) => isKnown(field, value));
      if (field === "min_review_score") for (const value of known) await send(field, [value], "Lisbon");
      else await send(field, known, "Lisbon");
      const unknown = values.filter((value) => !isKnown(field, value));
      if (field === "property_types") await send(field, unknown, "Lisbon");
      else {
        // The stand-in tells each of them at a quarter of its cities.
        for (const [index, city] of cities.slice(0, 4).entries()) {
          const told = new Set(offeredIn(index));
          await send(
            field,
            unknown.filter((value) => told.has(idOf(field, value))),
            city.name,
          );
        }
      }
    }
  });
  afterAll(() => bench.close());

  const offeredIn = (cityIndex: number) => {
    const city = cities[cityIndex]!;
    const query = new URLSearchParams({ dest_type: "city", dest_id: String(city.id) });
    return groupsFor(understand(query, isKnownCode)!).flatMap(({ options }) => options.map(({ id }) => id));
  };

  test.each(ALL)("%s: %s", (field, value) => {
    expect(sent.get(`${field} ${value}`)).toBe(idOf(field, value));
  });
});
