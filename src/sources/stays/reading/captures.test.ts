import { describe, expect, test } from "vitest";
import { NoSuchThing, Unreadable } from "../../../contract/errors.ts";
import { accounted } from "../../../source-testing/accounted.ts";
import { capturesOf, readingContext, savedAnswer } from "../../../source-testing/saved-answer.ts";
import { filterLists } from "../filters/filter-codes.ts";
import { findByLabel } from "../filters/labels.ts";
import operation from "../hotels-search.ts";
import { challengeMarker } from "../source.ts";
import type { HotelCardRecord } from "./hotel-card.ts";
import { readSearch } from "./read-answer.ts";

const captures = capturesOf("stays");

const defaults = { destination: "x", count: 100, checkin: null, checkout: null, currency: "USD" };
const text = (name: string) => captures!(name);

function parse(name: string, requested: object = {}, status = 200): HotelCardRecord[] {
  const answer = savedAnswer(text(name), { status });
  return [...operation.parse(answer, { ...defaults, ...requested } as never, readingContext)] as HotelCardRecord[];
}

const json = (name: string) => JSON.parse(text(name)) as any;
const squeezed = (value: string | null | undefined) => value?.replace(/[\s\u00a0]+/g, " ").trim() || null;

/** The expected record of a priced result, from plain access to the raw row. */
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
  test("a bare list of results has every field; nights come from the request's dates", () => {
    const name = "graphql-results-2026-03.json";
    const rows = json(name);
    expect(rows).toHaveLength(50);
    const stay = { checkin: "2026-04-01", checkout: "2026-04-06" };
    expect(parse(name, stay)).toEqual(rows.map((row: any) => expectedOf(row, 5)));
    expect(parse(name).every(({ price, price_per_night }) => price !== null && price_per_night === null)).toBe(true);
  });

  test("a list in two languages and two currencies keeps each row's own; its nights are beside a price", () => {
    const name = "graphql-results-mixed-locales-2024-06.json";
    const rows = json(name);
    const records = parse(name);
    expect(records).toEqual(rows.map((row: any) => expectedOf(row, 7)));
    expect(new Set(records.map(({ price }) => price?.currency))).toEqual(new Set(["EUR", "JPY"]));
    // A room id of 0, an empty amount and charges of 0 are the site's way of saying none.
    expect(records.filter(({ room_id }) => room_id === null)).toHaveLength(1);
    expect(records.filter(({ price_before_discount }) => price_before_discount !== null)).toHaveLength(19);
    expect(records.filter(({ excluded_charges }) => excluded_charges !== null)).toHaveLength(25);
  });

  test("a page with its Apollo store is read from the store, without prices if there are no dates", () => {
    const name = "search-apollo-no-dates-2025-04.html";
    const store = JSON.parse(/data-capla-store-data="apollo"[^>]*>(.*?)<\/script>/s.exec(text(name))![1]!);
    const key = Object.keys(store.ROOT_QUERY.searchQueries).find((one) => one.startsWith("search("))!;
    const rows = store.ROOT_QUERY.searchQueries[key].results;
    expect(rows).toHaveLength(25);
    const records = parse(name);
    expect(records).toEqual(rows.map((row: any) => expectedOf(row, null)));
    expect(records.every(({ price, room_id }) => price === null && room_id === null)).toBe(true);
  });

  test("one result alone is a record, with coordinates and the nights of its one-night stay", () => {
    const name = "apollo-one-priced-result-2026-09.json";
    const row = json(name);
    expect(parse(name)).toEqual([expectedOf(row, 1)]);
    expect(parse(name)[0]!.latitude).toBeCloseTo(37.98, 2);
  });

  test.each([
    ["search-apollo-no-dates-2025-04.html", 50, 251, []],
    ["search-rendered-2026-02.html", 50, 92, ["ht_id=220", "hotelfacility=14"]],
  ])(
    "the filters of %s: labels match the codes of the table, and applied ones are reported",
    (name, least, total, applied) => {
      const reading = accounted(readSearch(savedAnswer(text(name)), defaults, readingContext));
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

  test("the challenge is a block, whatever status it was saved with", () => {
    const page = text("blocked-waf-202-2026-02.html");
    for (const status of [200, 202]) expect(challengeMarker(savedAnswer(page, { status }))).not.toBeNull();
  });

  test("the shell without a search is an unknown destination", () => {
    expect(() => parse("shell-without-search-2025-06.html")).toThrow(NoSuchThing);
  });

  test("the same shell as the page of a city is an unsupported form", () => {
    const shell = text("shell-without-search-2025-06.html");
    const page = shell.replace(
      /<head\b[^>]*>/,
      '$&<link rel="canonical" href="https://stays.example/city/pt/lisbon.html">',
    );
    expect(page).not.toBe(shell);
    expect(() => [...operation.parse(savedAnswer(page), defaults as never, readingContext)]).toThrow(Unreadable);
  });

  describe("variants of a priced list", () => {
    const name = "graphql-results-2026-03.json";
    const stay = { checkin: "2026-04-01", checkout: "2026-04-06" };
    const readRows = (value: unknown) =>
      [
        ...operation.parse(savedAnswer(JSON.stringify(value)), { ...defaults, ...stay } as never, readingContext),
      ] as HotelCardRecord[];
    const remove = (row: any, path: string) => {
      const keys = path.split(".");
      const last = keys.pop()!;
      delete keys.reduce((inner, key) => inner?.[key], row)[last];
    };

    test.each<[path: string, lost: Partial<HotelCardRecord>]>([
      ["displayName", { name: null }],
      ["basicPropertyData.pageName", { alias: null, url: null }],
      ["basicPropertyData.accommodationTypeId", { accommodation_type_id: null }],
      ["basicPropertyData.starRating", { star_rating: null, star_rating_symbol: null }],
      ["basicPropertyData.reviewScore", { review: null }],
      ["basicPropertyData.ufi", { destination_id: null }],
      ["basicPropertyData.photos", { image: null }],
      ["basicPropertyData.location", { address: null, city: null, country_code: null, url: null }],
      ["location.displayLocation", { display_location: null, district: null }],
      ["location.mainDistance", { distance_from_center: null }],
      ["location.publicTransportDistanceDescription", { public_transport: null }],
      ["location.beachDistance", { beach_distance: null }],
      ["location.isCentrallyLocated", { is_centrally_located: null }],
      ["mealPlanIncluded", { meal_plan: null }],
      ["hostTraderLabel", { host_trader_label: null }],
      ["propertySustainability", { is_sustainable: null, sustainability_certifications: [] }],
      ["policies", { has_free_cancellation: null, has_no_prepayment: null, allows_pets_for_free: null }],
      [
        "priceDisplayInfoIrene",
        { price: null, price_per_night: null, price_before_discount: null, excluded_charges: null },
      ],
    ])("without %s, only its value is missing from each record", (path, lost) => {
      const rows = json(name).slice(0, 10);
      const whole = readRows(rows);
      for (const row of rows) remove(row, path);
      expect(readRows(rows)).toEqual(whole.map((record) => ({ ...record, ...lost })));
    });

    test("rows in another order, and keys in another order, are the same records in the order of the rows", () => {
      const rows = json(name);
      const turned = (value: any): any => {
        if (Array.isArray(value)) return value.map(turned);
        if (typeof value !== "object" || value === null) return value;
        return Object.fromEntries(
          Object.entries(value)
            .map(([key, inner]) => [key, turned(inner)])
            .reverse(),
        );
      };
      expect(readRows(rows.toReversed().map(turned))).toEqual(readRows(rows).reverse());
    });

    test("the same rows in the response of the GraphQL endpoint, and in a normalised store", () => {
      const rows = json(name);
      const search = { results: rows, pagination: { nbResultsTotal: rows.length } };
      expect(readRows({ data: { searchQueries: { search } } })).toEqual(readRows(rows));
      const store = Object.fromEntries(
        rows.flatMap((row: any, at: number) => [
          [`Result:${at}`, { ...row, basicPropertyData: { __ref: `Basic:${at}` } }],
          [`Basic:${at}`, row.basicPropertyData],
        ]),
      );
      const results = rows.map((_: unknown, at: number) => ({ __ref: `Result:${at}` }));
      const key = 'search({"input":{}})';
      expect(readRows({ ROOT_QUERY: { searchQueries: { [key]: { results } } }, ...store })).toEqual(readRows(rows));
    });

    test("a row that is null, or has no id, is skipped and affects no other", () => {
      const rows = json(name);
      const whole = readRows(rows);
      const search = { results: [null, ...rows], pagination: { nbResultsTotal: rows.length } };
      delete rows[3].basicPropertyData.id;
      expect(readRows({ data: { searchQueries: { search } } })).toEqual(whole.toSpliced(3, 1));
    });
  });
});
