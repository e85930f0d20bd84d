import { expect, test } from "vitest";
import { SourceError } from "../../../contract/errors.ts";
import { seeded } from "../../../contract/seeded.ts";
import { cities } from "../site/cities.ts";
import { graphqlAnswer } from "../site/graphql-answer.ts";
import { filledPage } from "../site/rendered-page.ts";
import { reading, savedAnswer } from "../testing/answer.ts";
import { checkApplied } from "./applied.ts";
import { readAnswer } from "./read-answer.ts";
import { searchQuery } from "./search-query.ts";

const ODD = [null, 0, -1, "", "<b>", "NaN", "1e999", [], [null], {}, { id: {} }, true];

/** Puts odd values in a few places of a tree. */
function bent(value: unknown, chance: ReturnType<typeof seeded>, probability: number): unknown {
  if (chance.chance(probability)) return chance.pick(ODD);
  if (Array.isArray(value)) return value.map((entry) => bent(entry, chance, probability));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      chance.chance(probability) ? [] : [[key, bent(inner, chance, probability)]],
    ),
  );
}

/** Records whose required parts are there, or an error that says what to do next. */
function readsOrSays(text: string): "read" | "said" {
  try {
    const listing = readAnswer(savedAnswer(text), { ...reading, withImages: true });
    checkApplied(
      {
        availability: [],
        status: [],
        brands: [],
        filters: [],
        min_rating: null,
        min_discount: null,
        price_min: null,
        price_max: null,
      } as never,
      listing,
      [],
    );
    for (const record of listing.records) {
      expect(record.id).toMatch(/\S/);
      for (const { name, value } of record.key_properties) expect(name && value).toMatch(/\S/);
      for (const value of [record.price, record.rating, record.opinion_count]) {
        if (value !== null) expect(Number.isFinite(value)).toBe(true);
      }
      for (const value of [record.pickup_points, record.images, record.labels]) expect(Array.isArray(value)).toBe(true);
    }
    return "read";
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return "said";
  }
}

test("a GraphQL answer with odd values in it is read or named, never a fault of ours", () => {
  const body = JSON.stringify({
    query: searchQuery("shop", "rich", true),
    variables: { fullSearchProductsFilterInput: { searchText: "монитор", pagination: { page: 1, perPage: 6 } } },
  });
  const whole = graphqlAnswer(body, cities[0], reading.origin, reading.now);
  expect(readsOrSays(JSON.stringify(whole))).toBe("read");
  const outcomes = Array.from({ length: 120 }, (_, index) => {
    const chance = seeded(`bent/${index}`);
    return readsOrSays(JSON.stringify(bent(whole, chance, chance.pick([0.002, 0.02, 0.2]))));
  });
  expect(new Set(outcomes)).toEqual(new Set(["read", "said"]));
});

test("a page cut anywhere is read or named, never a fault of ours", () => {
  const page = filledPage("чайник", { city: cities[0], origin: reading.origin, now: reading.now });
  const outcomes = Array.from({ length: 15 }, (_, index) =>
    readsOrSays(page.slice(0, Math.floor((page.length * index) / 15))),
  );
  expect(new Set(outcomes)).toEqual(new Set(["read", "said"]));
});
