import { describe, expect, test } from "vitest";
import { sharedBench } from "../../source-testing/shared-bench.ts";
import operation from "./hotels-search.ts";
import type { HotelCardRecord } from "./reading/hotel-card.ts";
import { cityProperties } from "./site/catalogue.ts";
import { cities } from "./site/places.ts";
import { isOrder, sorts, untakenOrder } from "./sorting.ts";
import source from "./source.ts";

const catalogue = new Map(cities.flatMap((city) => cityProperties(city)).map((property) => [property.id, property]));
const isHome = ({ accommodation_type_id: kind }: HotelCardRecord) => [201, 213, 220, 223, 228].includes(kind!);
const amount = ({ price }: HotelCardRecord) => price?.amount ?? Number.POSITIVE_INFINITY;
const meters = ({ id }: HotelCardRecord) => catalogue.get(id)!.metersFromCenter;
const liking = ({ id }: HotelCardRecord) => -catalogue.get(id)!.popularity;

/** Keys that must not decrease from one record to the next, compared in order. */
const ORDERS: Record<(typeof sorts)[number], Array<(record: HotelCardRecord) => number>> = {
  top_picks: [liking],
  business_top_picks: [({ host_trader_label }) => Number(host_trader_label !== "PROFESSIONAL"), liking],
  entire_homes_first: [(record) => Number(!isHome(record))],
  price_low_to_high: [amount],
  price_high_to_low: [(record) => (record.price ? -amount(record) : Number.POSITIVE_INFINITY)],
  stars_high_to_low: [({ star_rating }) => -(star_rating ?? 0)],
  stars_low_to_high: [({ star_rating }) => star_rating ?? 99],
  stars_and_price: [({ star_rating }) => -(star_rating ?? 0), amount],
  best_reviewed_and_lowest_price: [({ review }) => -(review?.score ?? 0), amount],
  distance_from_center: [meters],
  top_reviewed: [({ review }) => -(review?.score ?? 0)],
};

describe("every order", () => {
  const bench = sharedBench(source);

  test.each(sorts)("%s holds for the records", async (sort) => {
    const body = { destination: "Barcelona", count: 1000, sort, checkin: "2027-05-03", checkout: "2027-05-05" };
    const records = (await bench.run(operation, body)) as unknown as HotelCardRecord[];
    expect(records.length).toBeGreaterThan(40);
    const keys = ORDERS[sort];
    for (const [index, record] of records.slice(1).entries()) {
      const before = keys.map((key) => key(records[index]!));
      const here = keys.map((key) => key(record));
      const at = here.findIndex((key, position) => key !== before[position]);
      expect(at === -1 || here[at]! > before[at]!, `${sort} at ${index + 1}: ${before} then ${here}`).toBe(true);
    }
  });

  test("the site's default goes by several names, but not by those of the other orders", () => {
    for (const name of ["popularity", "distance_from_search", "top_picks_for_long_stays"])
      expect(isOrder([name], "top_picks")).toBe(true);
    expect(isOrder(["price"], "top_picks")).toBe(false);
    expect(untakenOrder(["price"], "top_picks")).toBeNull();
  });

  test("an order that the site did not use is rejected; one that it echoes by its older name is not", () => {
    expect(isOrder(["popularity"], "stars_and_price")).toBe(false);
    expect(untakenOrder(["popularity"], "stars_and_price")).toMatchObject({ field: "sort" });
    expect(isOrder(["bayesian_review_score"], "top_reviewed")).toBe(true);
  });
});
