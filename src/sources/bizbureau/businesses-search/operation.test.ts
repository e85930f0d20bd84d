import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StandInCall } from "../../../contract/stand-in.ts";
import { type StandInBench, standInFor } from "../../../extraction/testing/stand-in-for.ts";
import { contactOf, type Listing, listings } from "../site/catalogue.ts";
import { hardBlock } from "../site/pages.ts";
import { standIn } from "../site/stand-in.ts";
import { profilePath } from "../site/wire.ts";
import source from "../source.ts";
import operation from "./operation.ts";
import { radii, ratings } from "./request.ts";

const quick = { ...source, politeness: { concurrency: 4, perSecond: 1_000 } };
let bench: StandInBench;
beforeAll(async () => {
  bench = await standInFor(quick);
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.calls.length = 0;
});

/** More than one search of the site holds. */
const ALL = 1_000;
const ask = (body: object) => bench.run(operation, { keyword: "plumber", count: ALL, ...body });
const ids = (records: ReadonlyArray<{ id?: unknown }>) => records.map(({ id }) => String(id)).sort();

const speaksOf = (word: string) => (listing: Listing) =>
  [listing.name, ...listing.trades.map(({ name }) => name)].some((text) => text.toLowerCase().includes(word));
const plumbers = () => listings().filter(speaksOf("plumber"));
const inTown = (city: string, state: string) => (listing: Listing) =>
  listing.town.city === city && listing.town.state === state;

/** Miles by the angle between two directions from the earth's middle: not the way the stand-in reckons. */
function miles(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const direction = ({ lat, lng }: { lat: number; lng: number }) => {
    const [phi, lambda] = [(lat * Math.PI) / 180, (lng * Math.PI) / 180];
    return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)] as const;
  };
  const [u, v] = [direction(a), direction(b)];
  return 3_958.8 * Math.acos(Math.min(1, u[0] * v[0] + u[1] * v[1] + u[2] * v[2]));
}

describe("keyword and location", () => {
  test("a town holds exactly the catalogue's businesses of that trade or name", async () => {
    const expected = plumbers().filter(inTown("Northdale", "OH"));
    expect(expected.length).toBeGreaterThan(3);
    expect(ids(await ask({ location: "Northdale, OH" }))).toEqual(ids(expected));
  });

  test("every field is as the catalogue has it", async () => {
    const records = await ask({ keyword: "cleaning", location: "Northdale, OH" });
    expect(records.length).toBeGreaterThan(5);
    const byId = new Map(listings().map((listing) => [listing.id, listing]));
    for (const record of records) {
      const listing = byId.get(String(record.id))!;
      const { street, phones } = contactOf(listing);
      const path = bench.origin + profilePath(listing);
      expect(record).toEqual({
        "@type": "BizbureauBusinessSearchResult",
        id: listing.id,
        name: listing.name,
        image: listing.hasLogo ? `https://media.bizbureau.example/prod/ProfileImages/2026/${listing.index}.png` : null,
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

  test("a ZIP code finds its town, a Canadian town and postal code theirs", async () => {
    const { town } = listings().find(inTown("Northdale", "OH"))!;
    expect(ids(await ask({ location: town.zip }))).toEqual(ids(plumbers().filter(inTown("Northdale", "OH"))));
    const canadian = plumbers().find((listing) => listing.town.state === "ON")!.town;
    const there = ids(plumbers().filter(inTown(canadian.city, "ON")));
    expect(ids(await ask({ location: `${canadian.city}, ON` }))).toEqual(there);
    expect(ids(await ask({ location: canadian.zip }))).toEqual(there);
  });

  test("no location is the whole country", async () => {
    const records = await ask({ keyword: "underwood plumber", count: 225 });
    const expected = listings().filter(
      ({ name, town }) => town.country === "USA" && /underwood/i.test(name) && /plumber/i.test(name),
    );
    expect(expected.length).toBeGreaterThan(5);
    expect(ids(records)).toEqual(ids(expected));
    expect(bench.calls.every(({ url }) => url.searchParams.get("find_loc") === "USA")).toBe(true);
  });

  test("nothing found is an empty list, after one call", async () => {
    expect(await ask({ keyword: "zzzqqx" })).toEqual([]);
    expect(bench.calls).toHaveLength(1);
  });

  test("a business at two addresses is two records, apart by their ids", async () => {
    const second = plumbers().find(({ hasLocalProfile }) => hasLocalProfile)!;
    const records = await ask({ location: `${second.town.city}, ${second.town.state}` });
    const twins = records.filter(({ profile_url }) => profile_url === bench.origin + profilePath(second));
    expect(twins).toHaveLength(2);
    expect(twins.filter(({ local_profile_url }) => local_profile_url !== null)).toHaveLength(1);
  });

  test("forty phones, none, and an id of four parts come through", async () => {
    const seek = async (fits: (listing: Listing) => boolean) => {
      const listing = listings().find(fits)!;
      const location = `${listing.town.city}, ${listing.town.state}`;
      const records = await ask({ keyword: listing.name, location });
      return { listing, record: records.find(({ id }) => id === listing.id)! };
    };
    const many = await seek((listing) => contactOf(listing).phones.length === 40);
    expect(many.record.phone).toBe(contactOf(many.listing).phones[0]);
    expect((await seek((listing) => contactOf(listing).phones.length === 0)).record.phone).toBeNull();
    const four = await seek(({ id, town }) => id.split("_").length === 4 && town.country === "USA");
    expect(four.record.id).toMatch(/^\d{4}_\d+_LR_\d+$/);
  });
});

describe("filters", () => {
  test.each(ratings)("rating %s holds the letter's plus and minus grades", async (rating) => {
    const grades = rating === "F" ? ["F"] : [`${rating}+`, rating, `${rating}-`];
    const expected = plumbers().filter(({ grade, town }) => grades.includes(grade) && town.state === "OH");
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

  test("all at once", async () => {
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
    });
  });
});

describe("pages", () => {
  const pagesAsked = () => bench.calls.map(({ url }) => Number(url.searchParams.get("page"))).sort((a, b) => a - b);

  test.each([1, 15, 16, 30, 31, 224, 225])(
    "count %d gives as many, from no more pages than it takes",
    async (count) => {
      const records = await ask({ count });
      expect(records).toHaveLength(count);
      expect(new Set(ids(records)).size).toBe(count);
      expect(pagesAsked()).toEqual(Array.from({ length: Math.ceil(count / 15) }, (_, index) => index + 1));
    },
  );

  test("more than the site holds gives what exists; the sixteenth page is never asked for", async () => {
    expect(plumbers().length).toBeGreaterThan(225);
    const records = await ask({ count: 500 });
    expect(records).toHaveLength(225);
    expect(pagesAsked()).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  });

  test("5 credits for every 15 results, begun or full; none for none", () => {
    expect([0, 1, 15, 16, 30, 225].map((results) => operation.price.of(results))).toEqual([0, 5, 5, 10, 10, 75]);
  });
});

describe("a site that does otherwise", () => {
  async function against(answer: (call: StandInCall) => ReturnType<typeof standIn.answer>, body: object) {
    const other = await standInFor({ ...quick, standIn: async () => ({ ...standIn, answer }) });
    try {
      const outcome = await other.run(operation, { keyword: "plumber", count: ALL, ...body }).catch((error) => error);
      return { outcome, paths: other.calls.map(({ url }) => url.pathname), pages: other.calls.length };
    } finally {
      await other.close();
    }
  }

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

  test("rows that it repeats on the next page are given once", async () => {
    const stuttering = (call: StandInCall) => {
      const url = new URL(call.url);
      if (url.searchParams.get("page") === "2") url.searchParams.set("page", "1");
      return standIn.answer({ ...call, url });
    };
    const { outcome } = await against(stuttering, { count: 40 });
    expect(outcome).toHaveLength(40);
    expect(new Set(ids(outcome)).size).toBe(40);
  });

  test("where the JSON search is walled off the search page is read instead", async () => {
    const walled = (call: StandInCall) => (call.url.pathname === "/api/search" ? hardBlock() : standIn.answer(call));
    const { outcome, paths } = await against(walled, { count: 40 });
    expect(outcome).toHaveLength(40);
    expect(paths.filter((path) => path === "/search")).toHaveLength(3);
  });

  test.each([
    ["challenge", 412, "blocked"],
    ["elsewhere", 412, "blocked"],
    ["rename", 500, "unreadable"],
  ])("the fault %s is %d", async (fault, status, code) => {
    await bench.fault(fault);
    try {
      expect(await ask({}).catch((error) => error)).toMatchObject({ status, code });
    } finally {
      await bench.fault(null);
    }
  });
});
