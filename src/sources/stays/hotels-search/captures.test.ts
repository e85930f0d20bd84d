import { describe, expect, test } from "vitest";
import { Blocked, NoSuchThing } from "../../../contract/errors.ts";
import { answerOf, capturesOf, readingContext } from "../../../contract/testing/saved-answer.ts";
import { filterLists } from "./filters/filter-codes.ts";
import { findByLabel } from "./filters/labels.ts";
import operation from "./operation.ts";
import { readSearch } from "./reading/read-answer.ts";
import type { HotelCardRecord } from "./reading/result.ts";

const captures = capturesOf("stays");

const defaults = { destination: "x", count: 100, checkin: null, checkout: null, currency: "USD" };
const text = (name: string) => captures!(name);

function parse(name: string, asked: object = {}, status = 200): HotelCardRecord[] {
  const answer = answerOf(text(name), { status });
  return [...operation.parse(answer, { ...defaults, ...asked } as never, readingContext)] as HotelCardRecord[];
}

const json = (name: string) => JSON.parse(text(name)) as any;
const squeezed = (value: string | null | undefined) => value?.replace(/[\s\u00a0]+/g, " ").trim() || null;

/** What the record of a priced result must say, told from the raw row by plain access alone. */
function expectedOf(row: any, nights: number | null) {
  const basic = row.basicPropertyData;
  const review = basic.reviews ?? basic.reviewScore;
  const info = row.priceDisplayInfoIrene;
  const money = (node: any) =>
    node && node.amountUnformatted !== 0
      ? {
          "@type": "StaysPrice",
          amount: node.amountUnformatted,
          currency: node.currency,
          formatted: squeezed(node.amount),
        }
      : null;
  const total = money(info?.displayPrice.amountPerStay);
  const common = row.matchingUnitConfigurations?.commonConfiguration;
  const [unit] = row.matchingUnitConfigurations?.unitConfigurations ?? [];
  const [block] = row.blocks;
  const parts = row.location.displayLocation.split(", ");
  return {
    "@type": "StaysHotelCard",
    id: basic.id,
    alias: basic.pageName,
    country_code: basic.location.countryCode,
    name: squeezed(row.displayName.text),
    url: `https://site.example/hotel/${basic.location.countryCode}/${basic.pageName}.html`,
    accommodation_type_id: basic.accommodationTypeId,
    star_rating: basic.starRating?.value ?? null,
    star_rating_symbol: basic.starRating?.symbol ?? null,
    review: {
      "@type": "StaysReviewScore",
      score: review.totalScore ?? review.score,
      review_count: review.reviewsCount ?? review.reviewCount,
      label: squeezed(review.totalScoreTextTag.translation),
    },
    address: squeezed(basic.location.address),
    city: squeezed(basic.location.city),
    destination_id: basic.ufi,
    latitude: basic.location.latitude ?? null,
    longitude: basic.location.longitude ?? null,
    display_location: squeezed(row.location.displayLocation),
    district: parts.length > 1 ? parts[0] : null,
    distance_from_center: squeezed(row.location.mainDistance),
    public_transport: squeezed(row.location.publicTransportDistanceDescription),
    beach_distance: squeezed(row.location.beachDistance),
    is_centrally_located: row.location.isCentrallyLocated ?? null,
    image: `https://media.site.example${basic.photos.main.highResJpegUrl.relativeUrl}`,
    price: total,
    price_per_night: total && nights ? { ...total, amount: total.amount / nights, formatted: null } : null,
    price_before_discount: money(info?.priceBeforeDiscount.amountPerStay),
    excluded_charges: money(info?.excludedCharges.excludeChargesAggregated.amountPerStay),
    room_id: Number(block?.blockId.roomId) || null,
    room_name: squeezed(unit?.name),
    bedroom_count: common?.nbBedrooms ?? null,
    bathroom_count: common?.nbBathrooms ?? null,
    bed_count: common?.nbAllBeds ?? null,
    kitchen_count: common?.nbKitchens ?? null,
    living_room_count: common?.nbLivingrooms ?? null,
    area: common?.localizedArea ? Number(common.localizedArea.localizedArea) : null,
    area_unit: common?.localizedArea?.unit ?? null,
    meal_plan: row.mealPlanIncluded?.text ?? null,
    free_cancellation_until: block?.freeCancellationUntil ?? null,
    availability_message: squeezed(block?.onlyXLeftMessage?.translation),
    has_free_cancellation: row.policies.showFreeCancellation,
    has_no_prepayment: row.policies.showNoPrepayment,
    allows_pets_for_free: row.policies.showPetsAllowedForFree ?? null,
    is_sustainable: row.propertySustainability.isSustainable,
    sustainability_certifications: (row.propertySustainability.certifications ?? []).map((one: any) => one.name),
    host_trader_label: row.hostTraderLabel,
  };
}

describe.skipIf(!captures)("captures", () => {
  test("a bare list of results is read to the field; nights come from the request's dates", () => {
    const name = "graphql-results-2026-03.json";
    const rows = json(name);
    expect(rows).toHaveLength(50);
    const stay = { checkin: "2026-04-01", checkout: "2026-04-06" };
    expect(parse(name, stay)).toEqual(rows.map((row: any) => expectedOf(row, 5)));
    expect(parse(name).every(({ price, price_per_night }) => price !== null && price_per_night === null)).toBe(true);
  });

  test("a list in two languages and two currencies keeps each row's own; its nights stand beside a price", () => {
    const name = "graphql-results-mixed-locales-2024-06.json";
    const rows = json(name);
    const records = parse(name);
    expect(records).toEqual(rows.map((row: any) => expectedOf(row, 7)));
    expect(new Set(records.map(({ price }) => price?.currency))).toEqual(new Set(["EUR", "JPY"]));
    // A room id of 0, an empty amount and charges of 0 are how the site says none.
    expect(records.filter(({ room_id }) => room_id === null)).toHaveLength(1);
    expect(records.filter(({ price_before_discount }) => price_before_discount !== null)).toHaveLength(19);
    expect(records.filter(({ excluded_charges }) => excluded_charges !== null)).toHaveLength(25);
  });

  test("a page with its Apollo store is read from the store, without prices where there are no dates", () => {
    const name = "search-apollo-no-dates-2025-04.html";
    const store = JSON.parse(/data-capla-store-data="apollo"[^>]*>(.*?)<\/script>/s.exec(text(name))![1]!);
    const key = Object.keys(store.ROOT_QUERY.searchQueries).find((one) => one.startsWith("search("))!;
    const rows = store.ROOT_QUERY.searchQueries[key].results;
    expect(rows).toHaveLength(25);
    const records = parse(name);
    expect(records).toEqual(rows.map((row: any) => expectedOf(row, null)));
    expect(records.every(({ price, room_id }) => price === null && room_id === null)).toBe(true);
  });

  test("one result alone is a record, coordinates and the nights of its one-night stay among it", () => {
    const name = "apollo-one-priced-result-2026-09.json";
    const row = json(name);
    expect(parse(name)).toEqual([expectedOf(row, 1)]);
    expect(parse(name)[0]!.latitude).toBeCloseTo(37.98, 2);
  });

  test("a page as a browser shows it is read from its cards", () => {
    const name = "search-rendered-2026-02.html";
    const cards = text(name).split('data-testid="property-card" ').slice(1);
    expect(cards).toHaveLength(75);
    const records = parse(name);
    const plain = (card: string) => card.replace(/<svg.*?<\/svg>/gs, "").replace(/<[^>]+>/g, "|");
    const numbers = (value: string | undefined) => (value === undefined ? null : Number(value.replace(/,/g, "")));
    expect(
      records.map((record) => ({
        id: record.id,
        room: record.room_id,
        link: record.url,
        total: record.price?.amount,
        nightly: record.price_per_night?.amount,
        before: record.price_before_discount?.amount ?? null,
        score: record.review?.score ?? null,
        reviews: record.review?.review_count ?? null,
        area: record.area,
        bedrooms: record.bedroom_count,
        free: record.has_free_cancellation,
      })),
    ).toEqual(
      cards.map((card) => {
        const words = plain(card);
        const block = /matching_block_id=(\d+)_/.exec(card)![1]!;
        const [, country, page] = /\/hotel\/([a-z]{2})\/([^.]+)\.html/.exec(card)!;
        const shown = [...card.matchAll(/price-and-discounted-price"[^>]*>\$([\d,]+)</g)].map((found) => found[1]!);
        return {
          id: Number(block.slice(0, -2)),
          room: Number(block),
          link: `https://site.example/hotel/${country}/${page}.html`,
          total: numbers(shown[1]),
          nightly: numbers(shown[0]),
          before: numbers(/Original price \$([\d,]+)\./.exec(words)?.[1]),
          score: numbers(/Scored ([\d.]+) /.exec(words)?.[1]),
          reviews: numbers(/\|([\d,]+) reviews?\|/.exec(words)?.[1]),
          area: numbers(/\|([\d,]+) ft²/.exec(words.split("recommended-units").at(-1)!)?.[1]),
          bedrooms: numbers(/\|(\d+) bedrooms?\|/.exec(words)?.[1]),
          free: /\|Free cancellation\|/.test(words),
        };
      }),
    );
    expect(new Set(records.map(({ price }) => price?.currency))).toEqual(new Set(["USD"]));
    expect(records.every(({ name: title, image, alias }) => title && image && alias)).toBe(true);
  });

  test.each([
    ["search-apollo-no-dates-2025-04.html", 50, 251, []],
    ["search-rendered-2026-02.html", 50, 92, ["ht_id=220", "hotelfacility=14"]],
  ])(
    "the filters of %s: labels lead to the codes of the table, and what was applied is told",
    (name, least, total, applied) => {
      const reading = readSearch(answerOf(text(name)), defaults, readingContext);
      const filters = reading.filters()!;
      expect(reading.total).toBe(total);
      expect([...filters.applied].sort()).toEqual([...applied].sort());
      const found = Object.values(filterLists).flatMap(({ key, codes }) =>
        Object.entries(codes).flatMap(([value, { code }]) => {
          const match = findByLabel({ key, kind: "value", labels: [value.replaceAll("_", " ")] }, filters.offered);
          return match ? [[value, match.code, code ?? match.code]] : [];
        }),
      );
      expect(found.length).toBeGreaterThanOrEqual(least);
      for (const [value, byLabel, byTable] of found) expect(byLabel, value!).toBe(byTable);
    },
  );

  test("the autocomplete answer gives its destinations", () => {
    const { results } = json("autocomplete-2026-10.json");
    const records = parse("autocomplete-2026-10.json") as unknown as Array<Record<string, unknown>>;
    expect(records.map(({ id, kind, property_count }) => [id, kind, property_count])).toEqual(
      results.map((row: any) => [row.dest_id, row.dest_type.toUpperCase(), row.nr_hotels]),
    );
    expect(records.every((record) => record["@type"] === "StaysDestination")).toBe(true);
  });

  test("the challenge is a block, whatever status it was saved under", () => {
    expect(() => parse("blocked-waf-202-2026-02.html", {}, 202)).toThrow(Blocked);
    expect(() => parse("blocked-waf-202-2026-02.html")).toThrow(Blocked);
  });

  test("the shell without a search is a destination that was not found", () => {
    expect(() => parse("shell-without-search-2025-06.html")).toThrow(NoSuchThing);
  });
});
