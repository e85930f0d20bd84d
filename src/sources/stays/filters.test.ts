import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attribute, having, parseReferee, words } from "../../source-testing/referee.ts";
import { capturesOf, readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import { type StandInBench, standInFor } from "../../source-testing/stand-in-for.ts";
import type { FilterRecord } from "./filters/parameters.ts";
import operation from "./filters.ts";
import hotelsSearch from "./hotels-search.ts";
import { cityProperties } from "./site/catalogue.ts";
import { cities } from "./site/places.ts";
import source from "./source.ts";

const captures = capturesOf("stays");
const parse = (text: string) =>
  [
    ...operation.parse(savedAnswer(text), { checkin: null, checkout: null, currency: "USD" } as never, readingContext),
  ] as FilterRecord[];

/** The parameter of each of the site's keys, and a few values, written down from the notes. */
const PARAMETERS: Record<string, string> = {
  ht_id: "property_types",
  class: "star_ratings",
  review_score: "min_review_score",
  roomfacility: "room_amenities",
  hotelfacility: "property_amenities",
  popular_activities: "activities",
  chaincode: "brand_ids",
  di: "district_ids",
  distance: "max_distance_from_center_meters",
  accessible_facilities: "property_accessibility",
  accessible_room_facilities: "room_accessibility",
  SustainablePropertyLevelFilter: "sustainability_certified",
  privacy_type_no_date: "entire_homes_only",
};
const SAME_NUMBER = ["chaincode", "di", "distance", "class"];

describe.skipIf(!captures)("the filters of saved pages", () => {
  test("include every option of a page with its store, with its parameter and its number", () => {
    const text = captures!("search-apollo-no-dates-2025-04.html");
    const store = JSON.parse(/data-capla-store-data="apollo"[^>]*>(.*?)<\/script>/s.exec(text)![1]!);
    const queries = store.ROOT_QUERY.searchQueries;
    const groups = queries[Object.keys(queries).find((key) => key.startsWith("search("))!].filters as any[];
    const options = groups.flatMap((group) => group.options as any[]);
    const records = parse(text);
    // Beachfront and family rooms are not values of the contract.
    const parameterOf = (urlId: string) =>
      urlId === "hotelfacility=28" ? null : (PARAMETERS[urlId.split("=")[0]!] ?? null);
    expect(records.map(({ parameter, label, property_count }) => [parameter, label, property_count])).toEqual(
      options.map(({ urlId, value, count }) => [parameterOf(urlId), value.text, count]),
    );
    expect(records.filter(({ parameter }) => parameter === null).map(({ label }) => label)).toEqual([
      "Beachfront",
      "Family rooms",
    ]);
    for (const [index, { urlId }] of options.entries()) {
      const [key, code] = urlId.split("=");
      if (SAME_NUMBER.includes(key)) expect(records[index]!.value).toBe(code);
    }
    const named = (label: string) => records.find((record) => record.label === label)?.value;
    expect(["Vacation Homes", "24-hour front desk", "Bathtub", "Wonderful: 9+", "Lower sink"].map(named)).toEqual([
      "vacation_home",
      "front_desk_24h",
      "bath",
      "wonderful_9",
      "lower_sink",
    ]);
    expect(records.find(({ parameter }) => parameter === "brand_ids")).toMatchObject({ value: "3292", id: 3292 });
  });

  test("include each box of a page as a browser renders it, with its number", () => {
    const text = captures!("search-rendered-2026-02.html");
    const boxes = having(parseReferee(text), "data-filters-item").flatMap((item) => {
      const [box] = having(item, "name");
      const [label] = having(item, "data-testid", "filters-group-label-content");
      const [, count] = /: ([\d,]+) propert/.exec(attribute(box, "aria-label") ?? "") ?? [];
      return box && label ? [[attribute(box, "name")!, words(label), Number(count?.replaceAll(",", ""))] as const] : [];
    });
    const records = parse(text);
    expect(records.length).toBeGreaterThan(60);
    for (const { label, property_count } of records) {
      expect(
        boxes.some(([, shown, count]) => shown === label && count === property_count),
        label!,
      ).toBe(true);
    }
    const known = boxes.filter(([id]) => /^(ht_id|class|chaincode|di)=/.test(id)).map(([id]) => id);
    const ids = records.filter(({ parameter }) =>
      /property_types|star_ratings|brand_ids|district_ids/.test(parameter ?? ""),
    );
    expect(ids).toHaveLength(new Set(known).size);
  });
});

describe("the search accepts the results", () => {
  let bench: StandInBench;
  const city = cities.find(({ name }) => name === "Milan")!;
  let offered: FilterRecord[];
  beforeAll(async () => {
    bench = await standInFor({ ...source, politeness: { concurrency: 8, perSecond: 1_000 } });
    offered = (await bench.run(operation, { destination: "Milan" })) as unknown as FilterRecord[];
  });
  afterAll(() => bench.close());

  const LISTS = ["property_types", "star_ratings", "meal_plans", "bed_types", "travel_groups", "booking_policies"];
  const MORE = ["payment_options", "property_amenities", "room_amenities", "activities"];
  const ACCESS = ["property_accessibility", "room_accessibility"];

  test.each([...LISTS, ...MORE, ...ACCESS])(
    "%s: each value, with the stated number of properties",
    async (parameter) => {
      const values = offered.filter((record) => record.parameter === parameter);
      expect(values.length).toBeGreaterThan(1);
      for (const { value, property_count } of values.slice(0, 4)) {
        const found = await bench.run(hotelsSearch, { destination: "Milan", count: 1000, [parameter]: [value] });
        expect(found, `${parameter} ${value}`).toHaveLength(property_count!);
      }
    },
  );

  test.each(["district_ids", "landmark_ids", "brand_ids", "city_ids"])("%s: each id", async (parameter) => {
    const values = offered.filter((record) => record.parameter === parameter);
    expect(values.length).toBeGreaterThan(0);
    for (const { id, property_count } of values.slice(0, 3)) {
      const found = await bench.run(hotelsSearch, { destination_id: city.id, count: 1000, [parameter]: [id] });
      expect(found).toHaveLength(property_count!);
    }
  });

  test("sub_destination_ids of a country", async () => {
    const italy = (await bench.run(operation, { destination: "Italy" })) as unknown as FilterRecord[];
    const [first] = italy.filter(({ parameter }) => parameter === "sub_destination_ids");
    const found = await bench.run(hotelsSearch, {
      destination: "Italy",
      count: 1000,
      sub_destination_ids: [first!.id],
    });
    expect(found).toHaveLength(first!.property_count!);
  });

  test("switches, scores, distances and steppers", async () => {
    const of = (parameter: string) => offered.filter((record) => record.parameter === parameter);
    expect(of("entire_homes_only")).toMatchObject([{ value: "true" }]);
    expect(of("min_review_score").map(({ value }) => value)).toEqual([
      "wonderful_9",
      "very_good_8",
      "good_7",
      "pleasant_6",
    ]);
    expect(of("min_bedrooms")).toMatchObject([{ value: null, property_count: null }]);
    const [distance] = of("max_distance_from_center_meters");
    const found = await bench.run(hotelsSearch, {
      destination: "Milan",
      count: 1000,
      max_distance_from_center_meters: Number(distance!.value),
    });
    expect(found).toHaveLength(distance!.property_count!);
  });

  test("values that only the site's list has are found by their English names, in any language", async () => {
    // Lisbon's list has "Playground" and "Highly rated breakfast"; the stand-in's labels are English throughout.
    const german = (await bench.run(operation, { destination: "Lisbon", language: "de" })) as unknown as FilterRecord[];
    expect(german.find(({ value }) => value === "playground")).toMatchObject({ parameter: "property_amenities" });
    expect(german.find(({ parameter }) => parameter === "highly_rated_breakfast")).toMatchObject({ value: "true" });
    expect(german.find(({ parameter }) => parameter === "min_beds")).toMatchObject({ value: null });
    expect(cityProperties(cities[0]!).length).toBeGreaterThan(1000);
  });

  test("an unknown place is 412, and free of charge; so is an empty result", async () => {
    await expect(bench.run(operation, { destination: "Nowhere at all" })).rejects.toMatchObject({ status: 412 });
    expect([operation.price.of(0), operation.price.of(7), operation.price.max(1)]).toEqual([0, 1, 1]);
  });
});
