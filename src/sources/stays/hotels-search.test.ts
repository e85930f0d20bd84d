import { describe, expect, test } from "vitest";
import { acceleratedClock } from "../../source-testing/accelerated-clock.ts";
import { sharedBench } from "../../source-testing/shared-bench.ts";
import operation from "./hotels-search.ts";
import type { HotelCardRecord } from "./reading/hotel-card.ts";
import { currencies, destinationTypes, languages } from "./request.ts";
import type { Search } from "./search.ts";
import { searchPage } from "./search-page.ts";
import { cityProperties } from "./site/catalogue.ts";
import { cities } from "./site/places.ts";
import source from "./source.ts";

const bench = sharedBench(source, { clock: acceleratedClock(10) });

const run = async (body: Record<string, unknown>) => {
  bench.calls.length = 0;
  return (await bench.run(operation, { count: 5, ...body })) as unknown as HotelCardRecord[];
};
const failure = (body: Record<string, unknown>) =>
  run(body).then(
    () => null,
    (error) => error,
  );
const searches = () => bench.calls.filter(({ url }) => url.pathname.startsWith("/searchresults"));
const sent = () => searches().at(-1)!.url.searchParams;

describe("count", () => {
  const inOrder = [...cityProperties(cities[0]!)].sort((a, b) => b.popularity - a.popularity).map(({ id }) => id);

  test.each([
    [1, 1],
    [25, 1],
    [26, 2],
    [1000, 40],
    [5000, 40],
  ])("%d takes %d pages: records in the site's order, without duplicates, at most 1,000", async (count, pages) => {
    const records = await run({ destination_id: cities[0]!.id, count });
    expect(records.map(({ id }) => id)).toEqual(inOrder.slice(0, Math.min(count, 1000)));
    expect(searches()).toHaveLength(pages);
    const offsets = searches().map(({ url }) => Number(url.searchParams.get("offset")));
    expect(offsets.sort((a, b) => a - b)).toEqual(Array.from({ length: pages }, (_, index) => index * 25));
  });

  test("more than exist returns what exists, without the rows from outside the area", async () => {
    const porto = cities.find(({ name }) => name === "Porto")!;
    const records = await run({ destination: "Porto", count: 500 });
    expect(records).toHaveLength(porto.size);
    expect(new Set(records.map(({ city }) => city))).toEqual(new Set(["Porto"]));
    // A narrow search has one page, to which the stand-in adds three rows from the next city.
    const narrow = await run({ destination: "Porto", count: 500, star_ratings: ["5"], property_types: ["hotel"] });
    expect(new Set(narrow.map(({ city }) => city))).toEqual(new Set(["Porto"]));
    expect(searches()).toHaveLength(1);
  });
});

describe("a run's findings", () => {
  const found = async (body: Record<string, unknown>) => {
    const extraction = bench.start(operation, { count: 5, ...body });
    await Array.fromAsync(extraction);
    return { ...extraction.findings, end: extraction.resultsEnd };
  };
  const lisbon = cities[0]!;
  const porto = cities.find(({ name }) => name === "Porto")!;

  test("the total, and why there are no more", async () => {
    expect(await found({ destination_id: porto.id })).toMatchObject({ total: porto.size, end: "count" });
    expect(await found({ destination_id: porto.id, count: 900 })).toMatchObject({ end: "exhausted" });
    expect(await found({ destination_id: lisbon.id, count: 5000 })).toMatchObject({ total: 1200, end: "source-limit" });
    expect(await found({ destination: "Emptyville" })).toMatchObject({ total: 0, end: "exhausted" });
    expect(operation.maxResults).toBe(1000);
  });

  test("how the text was interpreted", async () => {
    expect((await found({ destination: "porto" })).resolved).toEqual({
      destination: "Porto, Norte, Portugal",
      destination_id: porto.id,
      destination_type: "CITY",
    });
    expect((await found({ destination: "Portugal" })).resolved).toEqual({
      destination: "Portugal",
      destination_type: "COUNTRY",
    });
    expect((await found({ destination: "41.15,-8.62" })).resolved).toEqual({
      latitude: 41.15,
      longitude: -8.62,
      destination_type: "LATLONG",
    });
    expect((await found({ destination_id: porto.id })).resolved).toBeNull();
  });

  test("what had no effect without dates, and is not sent", async () => {
    const body = { destination_id: porto.id, available_only: true, min_price_per_night: 500 };
    const { warnings, total } = await found(body);
    expect(warnings).toEqual(["available_only_without_dates", "price_filter_without_dates"]);
    expect(total).toBe(porto.size);
    const dated = await found({ ...body, checkin: "2027-05-03", checkout: "2027-05-05" });
    expect(dated.warnings).toEqual([]);
    expect(dated.total).toBeLessThan(porto.size);
    expect((await found({ destination_id: porto.id, max_price_per_night: 9 })).warnings).toEqual([
      "price_filter_without_dates",
    ]);
    const within = async (max_distance_from_center_meters: number) =>
      (await found({ destination_id: porto.id, max_distance_from_center_meters })).warnings;
    expect([await within(3220), await within(3000)]).toEqual([[], ["distance_rounded_down"]]);
  });
});

describe("requests to the site", () => {
  const anySearch: Search = {
    place: { ss: "Porto", dest_id: "-100137", dest_type: "city" },
    filters: [],
    checkin: null,
    checkout: null,
    adults: 2,
    children_ages: [],
    rooms: 1,
    currency: "USD",
    language: "en-us",
    sort: "top_picks",
  };
  const pageFor = (changes: Partial<Search>) => {
    const { path, headers } = searchPage({ ...anySearch, ...changes }, 0);
    return { url: new URL(path, "https://site.example"), headers };
  };

  test.each(currencies)("currency %s", (currency) => {
    expect(pageFor({ currency }).url.searchParams.get("selected_currency")).toBe(currency);
  });

  test.each(languages)("language %s", (language) => {
    const { url, headers } = pageFor({ language });
    expect(url.searchParams.get("lang")).toBe(language);
    expect(url.pathname).toBe(language === "en-us" ? "/searchresults.html" : `/searchresults.${language}.html`);
    expect(headers!["accept-language"]).toMatch(new RegExp(`^${language}(,|$)`));
  });

  test.each(["EUR", "JPY", "KWD", "VND"])("prices come in %s", async (currency) => {
    const stay = { checkin: "2027-05-03", checkout: "2027-05-05", available_only: true };
    const [first] = await run({ destination_id: -100137, count: 1, currency, ...stay });
    expect(first!.price!.currency).toBe(currency);
    expect(first!.price_per_night!.amount).toBeCloseTo(first!.price!.amount! / 2, 9);
  });

  test.each(destinationTypes.filter((kind) => kind !== "LATLONG"))("destination_id of kind %s", async (kind) => {
    await failure({ destination_id: 12, destination_type: kind });
    expect([sent().get("dest_id"), sent().get("dest_type")]).toEqual(["12", kind.toLowerCase()]);
    expect(searches()).toHaveLength(bench.calls.length);
  });

  test("destination_id takes precedence over coordinates, and over their type", async () => {
    const porto = cities.find(({ name }) => name === "Porto")!;
    const records = await run({ destination_id: porto.id, destination: "38.72,-9.14", destination_type: "LATLONG" });
    expect([sent().get("dest_type"), sent().get("dest_id"), sent().get("latitude")]).toEqual([
      "city",
      String(porto.id),
      null,
    ]);
    expect(records[0]!.city).toBe("Porto");
  });

  test("coordinates instead of a text", async () => {
    const records = await run({ destination: " 38.72, -9.14 ", sort: "distance_from_center" });
    expect([sent().get("dest_type"), sent().get("latitude"), sent().get("longitude")]).toEqual([
      "latlong",
      "38.72",
      "-9.14",
    ]);
    expect(records[0]!.city).toBe("Lisbon");
  });

  test("dates, guests and ages", async () => {
    await run({
      destination: "Paris",
      checkin: "2027-05-03",
      checkout: "2027-05-05",
      adults: 3,
      children_ages: [4, 4, 11],
      rooms: 2,
    });
    const query = sent();
    expect(
      Object.fromEntries(
        ["checkin", "checkout", "group_adults", "no_rooms", "group_children"].map((name) => [name, query.get(name)]),
      ),
    ).toEqual({
      checkin: "2027-05-03",
      checkout: "2027-05-05",
      group_adults: "3",
      no_rooms: "2",
      group_children: "3",
    });
    expect(query.getAll("age")).toEqual(["4", "4", "11"]);
  });

  test("texts have the requested language", async () => {
    const body = {
      destination: "Nice",
      checkin: "2027-05-03",
      checkout: "2027-05-05",
      available_only: true,
      currency: "EUR",
    };
    const [german] = await run({ ...body, language: "de" });
    const [french] = await run({ ...body, language: "fr" });
    expect(german!.distance_from_center).toMatch(/vom Zentrum$/);
    expect(french!.distance_from_center).toMatch(/du centre$/);
    expect(german!.price!.formatted).toMatch(/,\d\d €$/);
    expect(german!.price!.amount).toBe(french!.price!.amount);
  });
});

describe("odd responses", () => {
  test("the challenge is a block", async () => {
    expect(await failure({ destination: "Challengeford" })).toMatchObject({ code: "blocked", status: 412 });
  });

  test("a page without a search is retried, then unreadable if the site itself suggested the place", async () => {
    expect(await failure({ destination: "Shellbrook" })).toMatchObject({ code: "unreadable", status: 500 });
    expect(searches().length).toBeGreaterThan(1);
  });

  test("a city's own page is an unsupported form, not a missing destination", async () => {
    expect(await failure({ destination: "Landingham" })).toMatchObject({ code: "unreadable", status: 500 });
  });

  test("a text that the site does not know is not a destination, and is not searched", async () => {
    expect(await failure({ destination: "Nowhere at all" })).toMatchObject({
      status: 412,
      detail: expect.stringMatching(/^destination not found/),
    });
    expect(searches()).toHaveLength(0);
  });

  test.each([
    ["Portugal", "CITY"],
    ["Catalonia", "DISTRICT"],
    ["Lisbon", "COUNTRY"],
  ])("%s is not %s: places inside or around it are not what was requested", async (destination, destination_type) => {
    expect(await failure({ destination, destination_type })).toMatchObject({
      status: 412,
      detail: expect.stringMatching(/^destination not found/),
    });
    expect(searches()).toHaveLength(0);
  });

  test("no results give no records", async () => {
    expect(await run({ destination: "Emptyville" })).toEqual([]);
  });

  test("a page without its data is read from its cards, including filters", async () => {
    const body = { destination: "Cardington", count: 100, checkin: "2027-05-03", checkout: "2027-05-05" };
    const records = await run({ ...body, star_ratings: ["4", "5"] });
    const city = cities.find(({ name }) => name === "Cardington")!;
    const expected = cityProperties(city).filter(({ stars }) => (stars ?? 0) >= 4);
    expect(records.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
    expect(await failure({ ...body, min_beds: 2 })).toMatchObject({ status: 422 });
  });

  test("pages are fetched only as needed: they wait for the records before them", async () => {
    bench.calls.length = 0;
    const records = bench.start(operation, { destination_id: cities[0]!.id, count: 1000 })[Symbol.asyncIterator]();
    for (let taken = 0; taken < 30; taken++) await records.next();
    await records.return?.();
    expect(searches().length).toBeLessThan(15);
  });

  test("a temporary shell, and a page in another currency, are retried; duplicate rows are one record", async () => {
    const records = await run({ destination: "Flickerton", count: 40, checkin: "2027-05-03", checkout: "2027-05-05" });
    expect(records).toHaveLength(30);
    expect(new Set(records.map(({ id }) => id)).size).toBe(30);
    expect(new Set(records.flatMap(({ price }) => price?.currency ?? []))).toEqual(new Set(["USD"]));
    // Two pages, each requested twice; a busy machine may add an attempt.
    expect(searches().length).toBeGreaterThanOrEqual(4);
  });

  // Last: pages that are no longer needed may still be in flight.
  test("a site that ignores the offset gets no more requests, and the caller learns how many it shows", async () => {
    bench.calls.length = 0;
    expect(await failure({ destination: "Loopham", count: 1000 })).toMatchObject({
      status: 500,
      detail: expect.stringContaining("the first page again instead of page 2. Ask for at most 25 records (count)."),
    });
    expect(searches().length).toBeLessThanOrEqual(1 + 2 + source.politeness.concurrency);
    expect(await run({ destination: "Loopham", count: 25 })).toHaveLength(25);
  });
});
