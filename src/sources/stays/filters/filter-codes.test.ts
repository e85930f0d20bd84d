import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attribute, having, parseReferee, words } from "../../../source-testing/referee.ts";
import { capturesOf } from "../../../source-testing/saved-answer.ts";
import { type StandInBench, standInFor } from "../../../source-testing/stand-in-for.ts";
import operation from "../hotels-search.ts";
import { cities } from "../site/places.ts";
import source from "../source.ts";
import { type Code, codeNames } from "./code.ts";
import { type FilterField, filterLists, filterValues } from "./filter-codes.ts";
import { findByLabel } from "./labels.ts";

/** Every enum that filters, with its key from the notes on the wire format. */
const KEYS: Record<FilterField, string> = {
  min_review_score: "review_score",
  property_types: "ht_id",
  star_ratings: "class",
  meal_plans: "mealplan",
  bed_types: "tdb",
  travel_groups: "stay_type",
  booking_policies: "fc",
  payment_options: "pmt",
  property_amenities: "hotelfacility",
  room_amenities: "roomfacility",
  activities: "popular_activities",
  property_accessibility: "accessible_facilities",
  room_accessibility: "accessible_room_facilities",
};
const FIELDS = Object.keys(KEYS) as FilterField[];
const ALL = FIELDS.flatMap((field) => filterValues(field).map((value) => [field, value] as const));

const captures = capturesOf("stays");
const notes = join(import.meta.dirname, "../../../../../shared/sources/stays-filter-codes.json");

interface Noted {
  values: Array<{ value: string; code: number | null; basis: string; label?: string }>;
}
const noted = (): Record<string, Noted> => JSON.parse(readFileSync(notes, "utf8"));

/** The short lists, written down a second time from the notes on the wire format. */
const SHORT: Partial<Record<FilterField, string>> = {
  min_review_score: "60 70 80 90",
  property_types:
    "201 203 204 205 206 208 209 210 212 213 214 215 216 219 220 221 222 223 224 225 226 227 228 231 234 235",
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
  test("has more than 600 values, each list under the key of the notes", () => {
    for (const field of FIELDS) expect(filterLists[field].key).toBe(KEYS[field]);
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

  test.skipIf(!existsSync(notes)).each(["property_amenities", "room_amenities", "activities"] as const)(
    "%s has the codes of the notes, each as certain as the notes are, and no code where they have none",
    (field) => {
      const BASES: Record<string, string> = {
        seen_in_capture: "seen",
        published_table: "published table",
        published_table_by_order_and_likeness: "likeness",
        seen_in_repo: "public code",
        order_exact: "order of ids",
        order_bounded: "unknown",
      };
      const codes = filterLists[field].codes as Record<string, Code>;
      const rows = noted()[field]!.values;
      expect(Object.entries(codes).map(([value, { code, basis }]) => [value, code, basis])).toEqual(
        rows.map(({ value, code, basis }) => [value, code === null ? null : String(code), BASES[basis] ?? basis]),
      );
      for (const { value, label } of rows) {
        expect(label).toBe(codes[value]!.label ?? label);
        if (label === undefined) continue;
        // By the words of the value, otherwise by the table's label.
        const labels = codeNames(value, codes[value]!);
        expect(
          findByLabel({ key: null, kind: "value", labels }, [{ key: "", code: "", label, count: null }]),
        ).not.toBeNull();
      }
    },
  );

  test("property types with another name on the site have its label", () => {
    const labelled = Object.entries<Code>(filterLists.property_types.codes).filter(([, { label }]) => label);
    expect(labelled.map(([value, { label }]) => [value, label])).toEqual([
      ["resort_village", "Holiday parks"],
      ["campground", "Campsites"],
      ["condo_hotel", "Aparthotels"],
      ["vacation_home", "Holiday homes"],
    ]);
  });
});

/** `key=code` and label of every filter option in the saved pages, extracted from their raw text. */
function* capturedOptions(): Generator<[id: string, label: string]> {
  const apollo = captures!("search-apollo-no-dates-2025-04.html");
  for (const [, id, label] of apollo.matchAll(/"urlId":"([^"]+=[^"]+)".{0,400}?"value":\{[^}]*?"text":"([^"]+)"/g)) {
    yield [id!, label!];
  }
  const page = parseReferee(captures!("search-rendered-2026-02.html"));
  for (const item of having(page, "data-filters-item")) {
    const box = having(item, "name").find(({ tagName }) => tagName === "input");
    const [label] = having(item, "data-testid", "filters-group-label-content");
    if (box && label) yield [attribute(box, "name")!, words(label)!];
  }
}

describe.skipIf(!captures)("the table against the saved pages", () => {
  const options = captures ? [...capturedOptions()] : [];
  const SIBLINGS: Record<string, string[]> = {
    hotelfacility: ["popular_activities", "accessible_facilities"],
    popular_activities: ["hotelfacility"],
    accessible_facilities: ["hotelfacility"],
    roomfacility: ["accessible_room_facilities"],
    accessible_room_facilities: ["roomfacility"],
  };
  const parts = (text: string) => text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [];
  const isAlike = (label: string, value: string) =>
    parts(label).some((word) =>
      parts(value.replaceAll("_", " ")).some((other) => word.slice(0, 4) === other.slice(0, 4)),
    );

  test.each(FIELDS)("%s: seen values appear in a page under a matching label", (field) => {
    const key = KEYS[field];
    const keys = [key, ...(SIBLINGS[key] ?? [])];
    const seen = Object.entries<Code>(filterLists[field].codes).filter(([, { basis }]) => basis === "seen");
    let found = 0;
    for (const [value, { code }] of seen) {
      const labels = options.filter(([id]) => keys.some((one) => id === `${one}=${code}`)).map(([, label]) => label);
      if (labels.length === 0) continue;
      found++;
      // Stars and scores are shown as numbers, and their codes contain the same number.
      if (/^\d$|_\d$/.test(value)) expect(labels.every((label) => label.includes(value.slice(-1)))).toBe(true);
      else
        expect(
          labels.some((label) => isAlike(label, value)),
          `${value}: ${labels}`,
        ).toBe(true);
    }
    // Others were seen in pages that are not shared.
    expect(found).toBeGreaterThanOrEqual(seen.length / 2);
  });

  test("no code of a saved page has a name in the table that the page does not use", () => {
    for (const field of FIELDS) {
      const key = KEYS[field];
      for (const [value, { code, basis }] of Object.entries<Code>(filterLists[field].codes)) {
        const labels = options.filter(([id]) => id === `${key}=${code}`).map(([, label]) => label);
        if (labels.length > 0) expect(basis, `${field} ${value}: ${labels}`).toBe("seen");
      }
    }
  });
});

describe.skipIf(!existsSync(notes))("every value reaches the site as its code", () => {
  let bench: StandInBench;
  const sent = new Map<string, string>();

  /** Codes from this file or the notes: nothing from the table. */
  const notedCodes = (field: FilterField): Array<string | null> => {
    const short = SHORT[field]?.split(" ");
    return short ?? noted()[field]!.values.map(({ code }) => (code === null ? null : String(code)));
  };
  /** Codes that differ between the stand-in and the notes: the site's list is right, the notes are not. */
  const OTHERWISE: Record<string, string> = {
    book_without_credit_card: "fc=14",
    playground: "6001",
    racquetball: "6003",
  };

  /** One request for some values: the filters in the address are in the order of the list. */
  const send = async (field: FilterField, values: string[], destination: string) => {
    if (values.length === 0) return;
    bench.calls.length = 0;
    const given = field === "min_review_score" ? values[0]! : values;
    await bench.run(operation, { destination, count: 1, [field]: given });
    const arrived = bench.calls.findLast(({ url }) => url.searchParams.has("nflt"))!.url.searchParams.get("nflt")!;
    for (const [index, value] of values.entries()) sent.set(`${field} ${value}`, arrived.split(";")[index]!);
  };

  beforeAll(async () => {
    bench = await standInFor(source);
    for (const field of FIELDS) {
      const codes = notedCodes(field);
      const values: string[] = filterValues(field);
      const known = values.filter((value, index) => codes[index] !== null && !(value in OTHERWISE));
      if (field === "min_review_score") for (const value of known) await send(field, [value], "Lisbon");
      else await send(field, known, "Lisbon");
      // The stand-in lists each of the others at a quarter of its cities.
      for (const value of values.filter((one) => !known.includes(one))) {
        for (const { name } of cities.slice(0, 4)) {
          await send(field, [value], name).catch((error: { status?: number }) => expect(error.status).toBe(422));
          if (sent.has(`${field} ${value}`)) break;
        }
      }
    }
  });
  afterAll(() => bench.close());

  test.each(ALL)("%s: %s", (field, value) => {
    const key = KEYS[field];
    const code = OTHERWISE[value] ?? notedCodes(field)[(filterValues(field) as string[]).indexOf(value)];
    const arrived = sent.get(`${field} ${value}`);
    if (code) expect(arrived).toBe(code.includes("=") ? code : `${key}=${code}`);
    // Nobody outside the site knows its code: the list had one of its own.
    else expect(arrived).toMatch(new RegExp(`^${key}=60\\d\\d$`));
  });
});
