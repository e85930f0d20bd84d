import { describe, expect, test } from "vitest";
import type { StandInCall, StandInReply } from "../../contract/stand-in.ts";
import { sharedBench } from "../../source-testing/shared-bench.ts";
import { standInFor } from "../../source-testing/stand-in-for.ts";
import operation, { radii, ratings } from "./businesses-search.ts";
import { type Listing, listingContact, listings } from "./site/catalogue.ts";
import { hardBlock } from "./site/pages.ts";
import { standIn } from "./site/stand-in.ts";
import { profilePath } from "./site/wire.ts";
import source from "./source.ts";

const quick = { ...source, politeness: { concurrency: 4, perSecond: 1_000 } };
const bench = sharedBench(quick);

/** More than one search of the site returns. */
const ALL = 1_000;
const ask = (body: object) => bench.run(operation, { keyword: "plumber", count: ALL, ...body });
const ids = (records: ReadonlyArray<{ id?: unknown }>) => records.map(({ id }) => String(id)).sort();

const speaksOf = (word: string) => (listing: Listing) =>
  [listing.name, ...listing.trades.map(({ name }) => name)].some((text) => text.toLowerCase().includes(word));
const plumbers = () => listings().filter(speaksOf("plumber"));
const inTown = (city: string, state: string) => (listing: Listing) =>
  listing.town.city === city && listing.town.state === state;

/** Great-circle miles by the angle between two directions from the earth's centre: a different method from the stand-in's. */
function miles(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const direction = ({ lat, lng }: { lat: number; lng: number }) => {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)] as const;
  };
  const [u, v] = [direction(a), direction(b)];
  return 3_958.8 * Math.acos(Math.min(1, u[0] * v[0] + u[1] * v[1] + u[2] * v[2]));
}

describe("keyword and location", () => {
  test("a town returns exactly the catalogue's businesses of that trade or name", async () => {
    const expected = plumbers().filter(inTown("Northdale", "OH"));
    expect(expected.length).toBeGreaterThan(3);
    expect(ids(await ask({ location: "Northdale, OH" }))).toEqual(ids(expected));
  });

  test("every field matches the catalogue", async () => {
    const records = await ask({ keyword: "cleaning", location: "Northdale, OH" });
    expect(records.length).toBeGreaterThan(5);
    const byId = new Map(listings().map((listing) => [listing.id, listing]));
    for (const record of records) {
      const listing = byId.get(String(record.id))!;
      const { street, phones } = listingContact(listing);
      const path = bench.origin + profilePath(listing);
      expect(record).toEqual({
        "@type": "BizbureauBusinessSearchResult",
        id: listing.id,
        name: listing.name,
        image: listing.hasLogo ? `${bench.origin}/prod/ProfileImages/2026/${listing.index}.png` : null,
        bbb_rating: listing.grade || null,
        is_accredited: listing.accredited,
        phone: phones[0] ?? null,
        category: listing.trades[0]!.name,
        categories: listing.trades.map(({ name }) => name),
        address: street || null,
        city: listing.town.city,
        state: listing.town.state,
        zip_code: listing.zip,
        rating_score: listing.grade ? listing.score : null,
        bbb_name: listing.town.bureau.name,
        profile_url: path,
        local_profile_url: listing.hasLocalProfile ? `${path}/addressId/${listing.id.split("_").pop()}` : null,
      });
    }
  });

  test("a ZIP code finds its town, a Canadian town and postal code find theirs", async () => {
    const { town } = listings().find(inTown("Northdale", "OH"))!;
    expect(ids(await ask({ location: town.zip }))).toEqual(ids(plumbers().filter(inTown("Northdale", "OH"))));
    const canadian = plumbers().find((listing) => listing.town.state === "ON")!.town;
    const there = ids(plumbers().filter(inTown(canadian.city, "ON")));
    expect(ids(await ask({ location: `${canadian.city}, ON` }))).toEqual(there);
    expect(ids(await ask({ location: canadian.zip }))).toEqual(there);
  });

  test("the interpretation of a text is reported, and a place is looked up once", async () => {
    const run = bench.start(operation, { keyword: "plumber", count: 5, location: "  northdale OH " });
    await Array.fromAsync(run);
    const again = bench.start(operation, { keyword: "roofing", count: 5, location: "Northdale ohio" });
    await Array.fromAsync(again);
    for (const { findings } of [run, again]) expect(findings.resolved).toEqual({ location: "Northdale, OH" });
    await ask({ keyword: "roofing", count: 5, location: "NORTHDALE  OH" });
    const lookups = bench.calls.filter(({ url }) => url.pathname.startsWith("/api/suggest"));
    expect(lookups.map(({ url }) => url.searchParams.get("input")?.toLowerCase())).toEqual([
      "northdale oh",
      "northdale",
      "northdale ohio",
      "northdale",
    ]);
  });

  test("a city without its state is resolved if only one state has it, otherwise rejected with the nearest names", async () => {
    const towns = [...new Map(listings().map(({ town }) => [town.index, town])).values()];
    const states = (city: string) => towns.filter((town) => town.city === city).map(({ state }) => state);
    const once = towns.find(({ city, country }) => country === "USA" && states(city).length === 1)!;
    const often = towns.find(({ city, country }) => country === "USA" && states(city).length > 1)!;
    const alone = ids(plumbers().filter(inTown(once.city, once.state)));
    expect(ids(await ask({ location: once.city.toUpperCase() }))).toEqual(alone);
    const refused = await ask({ location: often.city }).catch((error) => error);
    expect(refused).toMatchObject({ status: 412, code: "no_such_thing" });
    for (const state of states(often.city).slice(0, 3)) expect(refused.detail).toContain(`${often.city}, ${state}`);
    expect(refused.detail).toContain("POST /api/bizbureau/locations/search");
  });

  test.each(["Northdael, OH", "Northdale, ZZ", "99999", "Nortdhale", "Qqq"])(
    "the unknown place %s is 412",
    async (location) => {
      const refused = await ask({ location }).catch((error) => error);
      expect(refused).toMatchObject({ status: 412, code: "no_such_thing" });
      expect(refused.detail).toContain(location);
      expect(refused.detail).toContain("POST /api/bizbureau/locations/search");
      const near = /Did you mean "North.+, [A-Z]{2}", "North.+, [A-Z]{2}", or "North.+, [A-Z]{2}"\?/;
      if (location.startsWith("N")) expect(refused.detail).toMatch(near);
      expect(bench.calls.every(({ url }) => url.pathname.startsWith("/api/suggest"))).toBe(true);
    },
  );

  test("a radius without a location is not sent, and a warning says that it had no effect", async () => {
    const run = bench.start(operation, { keyword: "plumber", count: 5, radius: "5" });
    await Array.fromAsync(run);
    expect(run.findings.warnings).toEqual(["radius_without_location"]);
    expect(bench.calls.some(({ url }) => url.searchParams.has("filter_distance"))).toBe(false);
    const placed = bench.start(operation, { keyword: "plumber", count: 5, radius: "5", location: "Northdale, OH" });
    await Array.fromAsync(placed);
    expect(placed.findings.warnings).toEqual([]);
  });

  test("no location means the whole country", async () => {
    const records = await ask({ keyword: "underwood plumber", count: 225 });
    const expected = listings().filter(
      ({ name, town }) => town.country === "USA" && /underwood/i.test(name) && /plumber/i.test(name),
    );
    expect(expected.length).toBeGreaterThan(5);
    expect(ids(records)).toEqual(ids(expected));
    expect(bench.calls.every(({ url }) => url.searchParams.get("find_loc") === "USA")).toBe(true);
  });

  test("no results is an empty list, after one call", async () => {
    expect(await ask({ keyword: "zzzqqx" })).toEqual([]);
    expect(bench.calls).toHaveLength(1);
  });

  test("a business at two addresses is two records with different ids", async () => {
    const second = plumbers().find(({ hasLocalProfile }) => hasLocalProfile)!;
    const records = await ask({ location: `${second.town.city}, ${second.town.state}` });
    const twins = records.filter(({ profile_url }) => profile_url === bench.origin + profilePath(second));
    expect(twins).toHaveLength(2);
    expect(twins.filter(({ local_profile_url }) => local_profile_url !== null)).toHaveLength(1);
  });

  test("forty phones, no phone and an id of four parts are handled", async () => {
    const seek = async (fits: (listing: Listing) => boolean) => {
      const listing = listings().find(fits)!;
      const location = `${listing.town.city}, ${listing.town.state}`;
      const records = await ask({ keyword: listing.name, location });
      return { listing, record: records.find(({ id }) => id === listing.id)! };
    };
    const many = await seek((listing) => listingContact(listing).phones.length === 40);
    expect(many.record.phone).toBe(listingContact(many.listing).phones[0]);
    expect((await seek((listing) => listingContact(listing).phones.length === 0)).record.phone).toBeNull();
    const four = await seek(({ id, town }) => id.split("_").length === 4 && town.country === "USA");
    expect(four.record.id).toMatch(/^\d{4}_\d+_LR_\d+$/);
  });
});

describe("filters", () => {
  test.each(ratings)("rating %s includes the letter's plus and minus grades", async (rating) => {
    const grades = rating === "F" ? ["F"] : [`${rating}+`, rating, `${rating}-`];
    const { town } = listings().find(inTown("Northdale", "OH"))!;
    const expected = plumbers().filter((one) => grades.includes(one.grade) && miles(town, one) <= 100);
    const centre = { location: "Northdale, OH", radius: "100" };
    const records = await ask({ ...centre, rating });
    expect(ids(records)).toEqual(ids(expected));
    expect(records.length).toBeGreaterThan(0);
  });

  test.each([true, false])("accredited_only %s", async (accredited_only) => {
    const expected = plumbers().filter(
      (listing) => inTown("Northdale", "OH")(listing) && (listing.accredited || !accredited_only),
    );
    expect(ids(await ask({ location: "Northdale, OH", accredited_only }))).toEqual(ids(expected));
  });

  const reached: number[] = [];
  test.each(radii)("radius %s miles", async (radius) => {
    const { town } = listings().find(inTown("Northdale", "OH"))!;
    const expected = plumbers().filter((listing) => miles(town, listing) <= Number(radius));
    const records = await ask({ location: "Northdale, OH", radius });
    expect(ids(records)).toEqual(ids(expected));
    expect(records.length).toBeGreaterThan(reached.at(-1) ?? 0);
    reached.push(records.length);
  });

  test("all combined", async () => {
    const { town } = listings().find(inTown("Northdale", "OH"))!;
    const expected = plumbers().filter(
      (listing) => miles(town, listing) <= 50 && listing.accredited && /^A/.test(listing.grade),
    );
    const body = { location: "Northdale, OH", radius: "50", rating: "A", accredited_only: true };
    expect(ids(await ask(body))).toEqual(ids(expected));
    expect(Object.fromEntries(bench.calls[0]!.url.searchParams)).toEqual({
      find_country: "USA",
      find_text: "plumber",
      find_loc: "Northdale, OH",
      page: "1",
      filter_ratings: "A",
      filter_accredited: "1",
      filter_distance: "50",
      find_latlng: `${town.lat},${town.lng}`,
    });
  });
});

describe("pages", () => {
  const pagesAsked = () => bench.calls.map(({ url }) => Number(url.searchParams.get("page"))).sort((a, b) => a - b);

  test.each([1, 15, 16, 30, 31, 224, 225])(
    "count %d returns as many, from no more pages than needed",
    async (count) => {
      const records = await ask({ count });
      expect(records).toHaveLength(count);
      expect(new Set(ids(records)).size).toBe(count);
      expect(pagesAsked()).toEqual(Array.from({ length: Math.ceil(count / 15) }, (_, index) => index + 1));
    },
  );

  test("more than the site shows returns what exists; the sixteenth page is never requested", async () => {
    expect(plumbers().length).toBeGreaterThan(225);
    const run = bench.start(operation, { keyword: "plumber", count: 500 });
    expect(await Array.fromAsync(run)).toHaveLength(225);
    expect(run).toMatchObject({ resultsEnd: "source-limit", findings: { sourceLimited: true } });
    expect(run.findings.total).toBeGreaterThan(225);
    expect(operation.maxResults).toBe(225);
    expect(pagesAsked()).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  });

  test("a search that the site shows in full is exhausted; one that is cut ends at its count", async () => {
    const all = plumbers().filter(inTown("Northdale", "OH")).length;
    const whole = bench.start(operation, { keyword: "plumber", count: 500, location: "Northdale, OH" });
    await Array.fromAsync(whole);
    expect(whole).toMatchObject({ resultsEnd: "exhausted", findings: { total: all, sourceLimited: false } });
    const cut = bench.start(operation, { keyword: "plumber", count: 3, location: "Northdale, OH" });
    await Array.fromAsync(cut);
    expect(cut).toMatchObject({ resultsEnd: "count", findings: { total: all } });
  });

  test("5 credits per started 15 results; none for no results", () => {
    expect([0, 1, 15, 16, 30, 225].map((results) => operation.price.of(results))).toEqual([0, 5, 5, 10, 10, 75]);
  });
});

describe("a site that behaves differently", () => {
  async function against(answer: (call: StandInCall) => ReturnType<typeof standIn.answer>, body: object) {
    const other = await standInFor({ ...quick, standIn: async () => ({ ...standIn, answer }) });
    try {
      const outcome = await other.run(operation, { keyword: "plumber", count: ALL, ...body }).catch((error) => error);
      return { outcome, paths: other.calls.map(({ url }) => url.pathname), pages: other.calls.length };
    } finally {
      await other.close();
    }
  }

  /** The stand-in's JSON with a modification, as another site might write it. */
  const changed = (reply: ReturnType<typeof standIn.answer>, change: (json: any) => unknown) => {
    const { body, ...rest } = reply as StandInReply;
    return { ...rest, body: JSON.stringify(change(JSON.parse(String(body)))) };
  };

  test.each([
    ["page", (answer: object) => ({ ...answer, page: 3 })],
    ["keyword", (answer: object) => ({ ...answer, heading: { searchInputText: "dentist" } })],
    ["place", (answer: object) => ({ ...answer, heading: { searchLocationText: "Northdale, TX" } })],
  ])("a response for another %s than requested is rejected", async (_, change) => {
    const other = (call: StandInCall) =>
      call.url.pathname === "/api/search" ? changed(standIn.answer(call), change) : standIn.answer(call);
    const { outcome } = await against(other, { location: "Northdale, OH" });
    expect(outcome).toMatchObject({ status: 500, code: "unreadable" });
  });

  test("without suggestions, the site is searched with the text as given; the whole country is not a place", async () => {
    const without = (call: StandInCall) =>
      call.url.pathname.startsWith("/api/suggest") ? { status: 404, body: "<html></html>" } : standIn.answer(call);
    const { outcome } = await against(without, { location: "Northdale, OH", radius: "5" });
    expect(ids(outcome)).toEqual(ids(plumbers().filter(inTown("Northdale", "OH"))));
    const wide = (call: StandInCall) =>
      call.url.pathname.startsWith("/api/suggest")
        ? without(call)
        : changed(standIn.answer(call), (answer) => ({ ...answer, heading: { searchLocationText: "USA" } }));
    expect((await against(wide, { location: "Nowhere, OH" })).outcome).toMatchObject({ status: 412 });
  });

  test("coordinates that only the search response contains are taken from there, once", async () => {
    const { town } = listings().find(inTown("Northdale", "OH"))!;
    const bare = (call: StandInCall) =>
      call.url.pathname.startsWith("/api/suggest")
        ? changed(standIn.answer(call), (list) => list.map(({ displayText }: any) => ({ displayText })))
        : standIn.answer(call);
    const { outcome, pages } = await against(bare, { location: "Northdale, OH", radius: "25", count: 15 });
    const near = ids(plumbers().filter((listing) => miles(town, listing) <= 25));
    expect(outcome.every(({ id }: { id: string }) => near.includes(id))).toBe(true);
    expect(outcome.some(({ city }: { city: string }) => city !== "Northdale")).toBe(true);
    expect(pages).toBe(3);
  });

  test("filters that the site ignores let no wrong row through", async () => {
    const deaf = (call: StandInCall) => {
      const url = new URL(call.url);
      for (const name of ["filter_ratings", "filter_accredited"]) url.searchParams.delete(name);
      return standIn.answer({ ...call, url });
    };
    const { outcome } = await against(deaf, { location: "Northdale, OH", rating: "B", accredited_only: true });
    const expected = plumbers().filter(
      (listing) => inTown("Northdale", "OH")(listing) && listing.accredited && /^B/.test(listing.grade),
    );
    expect(ids(outcome)).toEqual(ids(expected));
  });

  /** The second page starts with this many rows of the first. */
  const stuttering = (rows: number) => async (call: StandInCall) => {
    if (call.url.searchParams.get("page") !== "2") return standIn.answer(call);
    const url = new URL(call.url);
    url.searchParams.set("page", "1");
    const first = JSON.parse(String((await standIn.answer({ ...call, url })).body));
    return changed(standIn.answer(call), (answer) => ({
      ...answer,
      results: [...first.results.slice(0, rows), ...(answer.results as unknown[]).slice(rows)],
    }));
  };

  test("rows repeated on the next page are returned once", async () => {
    const { outcome } = await against(stuttering(3), { count: 40 });
    expect(outcome).toHaveLength(40);
    expect(new Set(ids(outcome)).size).toBe(40);
  });

  test("a repeated page is unreadable", async () => {
    expect((await against(stuttering(15), { count: 40 })).outcome).toMatchObject({ code: "unreadable" });
  });

  test("if the JSON search is blocked, the search page is read instead", async () => {
    const walled = (call: StandInCall) => (call.url.pathname === "/api/search" ? hardBlock() : standIn.answer(call));
    const { outcome, paths } = await against(walled, { count: 40 });
    expect(outcome).toHaveLength(40);
    expect(paths.filter((path) => path === "/search")).toHaveLength(3);
  });
});
