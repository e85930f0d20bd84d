import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { seededRandom } from "../../../test/simulation/health/random.ts";
import { sampleRequests } from "../../../test/simulation/health/requests.ts";
import { type SiteChange, siteChanges } from "../../../test/simulation/health/site-changes.ts";
import { watchedSite } from "../../../test/simulation/health/watched-site.ts";
import { drawnThird } from "../../../test/support/drawn.ts";
import { replay } from "../../extraction/recording/replay.ts";
import { readWarc } from "../../extraction/recording/warc.ts";
import { findSource } from "../../sources/find-sources.ts";
import { openStore, type Store } from "../../store/open-store.ts";
import { acceptIncident } from "../decide.ts";

type Body = Record<string, unknown>;
type Site = Awaited<ReturnType<typeof watchedSite>>;
const changeNamed = (name: string) => siteChanges.find((one) => one.name === name)!;
const salePrices = siteChanges.find(({ name }) => name.startsWith("another currency"))!;
const MINUTE_MS = 60_000;

let dataDir: string;
let store: Store;
let site: Site;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "winnow-values-"));
  store = await openStore({ dataDir, url: "" });
});
afterEach(async () => {
  await site.close();
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function openSite(name: string, path: string) {
  site = await watchedSite(store, await findSource(name), seededRandom(1));
  const operation = site.operationAt(path);
  return {
    operation,
    canary: () => site.canary(operation),
    async call(body: Body, caller = "one") {
      site.clock.ahead += MINUTE_MS;
      return site.call(caller, operation, body);
    },
  };
}

test("prices a hundred times as high are named at the first call of the only request that runs, however many others ran before", async () => {
  const { call, canary } = await openSite("nlretail", "products/search");
  await canary();
  for (const keyword of "boek fiets tas thee wit zwart grijs koken horloge tafel lamp koffie".split(" "))
    await call({ keyword, count: 20 });
  await call({ keyword: "koffie", count: 20 });
  await canary();
  site.state.change = changeNamed("numbers x 100");
  expect(await call({ keyword: "koffie", count: 20 })).toMatchObject({ error: null, warnings: ["drift:price"] });
  expect(await site.openFields()).toEqual(["price"]);
  // A vital field that cannot be right is not delivered once the canary has confirmed it.
  expect((await call({ keyword: "koffie", count: 20 })).error).toMatchObject({ status: 500, code: "unreadable" });
  site.state.change = null;
  expect(await call({ keyword: "koffie", count: 20 })).toMatchObject({ error: null, warnings: [] });
  expect(await site.openFields()).toEqual([]);
});

describe.each([1, 5])("ordinary use of a healthy site by %i accounts raises no alarm and no warning", (accounts) => {
  const stay = (nth: number) => ({ checkin: `2027-07-${`${nth + 1}`.padStart(2, "0")}`, checkout: "2027-07-31" });
  const words = "boek fiets tas thee wit zwart".split(" ");
  const cities = "Barcelona Paris Rome Berlin Madrid Vienna Prague London Amsterdam Porto Lisbon Milan".split(" ");
  test.each<[string, string, string, Body[]]>(
    drawnThird<[string, string, string, Body[]]>([
      [
        "thirty times one word, then others",
        "nlretail",
        "products/search",
        [
          ...Array.from({ length: 30 }, () => ({ keyword: "lamp", count: 20 })),
          ...words.map((keyword) => ({ keyword, count: 20 })),
        ],
      ],
      [
        "one city on many dates, then other cities",
        "stays",
        "hotels/search",
        [
          ...Array.from({ length: 30 }, (_, nth) => ({ destination: "Barcelona", count: 20, ...stay(nth) })),
          ...cities.slice(1, 4).map((destination) => ({ destination, count: 20, ...stay(0) })),
        ],
      ],
      [
        "count 1, 2, 3 and so on",
        "nlretail",
        "products/search",
        Array.from({ length: 24 }, (_, nth) => ({ keyword: "lamp", count: nth + 1 })),
      ],
      [
        "other limits of the price",
        "ruretail",
        "products/search",
        Array.from({ length: 12 }, (_, nth) => ({ query: "ноутбук", count: 20, price_max: 10_000 * (1 + (nth % 9)) })),
      ],
      [
        "twelve cities",
        "stays",
        "hotels/search",
        cities.map((destination) => ({ destination, count: 20, ...stay(0) })),
      ],
      [
        "other currencies and languages",
        "stays",
        "hotels/search",
        ["USD", "EUR", "JPY", "EUR", "USD"].map((currency) => ({
          destination: "Paris",
          count: 20,
          currency,
          language: currency === "EUR" ? "de" : "en-us",
          ...stay(0),
        })),
      ],
    ]),
  )("%s", async (_what, name, path, bodies) => {
    const { call, canary } = await openSite(name, path);
    await canary();
    for (const [nth, body] of bodies.entries()) {
      expect([nth, (await call(body, `account ${nth % accounts}`)).warnings]).toEqual([nth, []]);
    }
    await canary();
    expect(await site.health.store.incidents(0)).toEqual([]);
  });
});

test.each<[how: string, source: string, path: string, body: Body, change: string, hasCanary: boolean]>(
  drawnThird<[how: string, source: string, path: string, body: Body, change: string, hasCanary: boolean]>([
    ["proven by its callers", "bizbureau", "businesses/search", { keyword: "dentist" }, "every phone the same", false],
    ["confirmed by the canary", "nlretail", "products/search", { keyword: "lamp" }, "numbers x 100", true],
    [
      "on a page found by a remembered city",
      "ruretail",
      "products/search",
      { query: "чайник" },
      "wrong language",
      false,
    ],
    ["on a page behind a remembered token", "hkproperty", "valuations", { unit: "D2000031" }, "numbers x 100", true],
  ]),
)("an incident %s keeps the pages that show it, and they replay to the same records", async (...given) => {
  const [_how, name, path, body, change, hasCanary] = given;
  const { call, canary } = await openSite(name, path);
  if (hasCanary) await canary();
  await call(body);
  site.state.change = changeNamed(change);
  const shown = await call(body);
  if (!hasCanary) await call(body);
  const [incident] = await site.health.store.openIncidents();
  const evidence = await site.health.evidence.find(incident!.no);
  expect(evidence!.about).toMatchObject({ request: body, status: 200 });
  expect(evidence!.body!.byteLength).toBeGreaterThan(0);
  const recording = await readWarc(evidence!.warc!);
  expect(await replay(recording, await findSource(name))).toEqual(shown.records);
});

test("an incident stays open while the requests that had changed still show it, however many others are well", async () => {
  const { call, canary } = await openSite("nlretail", "products/search");
  await canary();
  const words = "boek fiets tas thee wit zwart grijs koken horloge".split(" ");
  for (let round = 0; round < 2; round++) for (const keyword of words) await call({ keyword, count: 20 });
  await canary();
  const lost = words.slice(0, 3);
  const { rows } = changeNamed("a field goes missing");
  site.state.change = {
    name: "",
    where: "list",
    rows: (given, page) => (lost.some((word) => page.list.includes(word)) ? rows!(given, page) : given),
  };
  const warned: string[] = [];
  for (let round = 0; round < 5; round++) {
    for (const keyword of words) if ((await call({ keyword, count: 20 })).warnings.length > 0) warned.push(keyword);
  }
  expect(await site.openFields()).toEqual(["rating"]);
  // From the first run on, and only those.
  expect(warned).toEqual(Array.from({ length: 5 }, () => lost).flat());
  site.state.change = null;
  for (const keyword of lost) expect((await call({ keyword, count: 20 })).warnings).toEqual([]);
  expect(await site.openFields()).toEqual([]);
});

test("a field that comes and goes on the only page that runs is warned of from its second loss on", async () => {
  const { call, canary } = await openSite("jobsboard", "companies");
  await canary();
  const [company] = (await sampleRequests("jobsboard", site)).detail.bodies as [{ company: string }];
  await call(company);
  await canary();
  const losing: SiteChange = {
    name: "",
    where: "detail",
    rows(given, page) {
      if (page.list.includes(company.company)) for (const row of given) row.set("number", "");
      return given;
    },
  };
  const runs = [];
  for (const change of [losing, null, losing, null, losing]) {
    site.state.change = change;
    const { records, warnings } = await call(company);
    runs.push([records[0]!.follower_count === null, warnings]);
  }
  const warned = ["drift:follower_count"];
  expect(runs).toEqual([
    [true, []],
    [false, []],
    [true, warned],
    [false, []],
    [true, warned],
  ]);
  // The canary has never lost it, so the site as a whole is well.
  expect(await site.health.store.incidents(0)).toEqual([]);
});

test("a sale on a page is dismissed by the canary, and warned of once", async () => {
  const { call, canary } = await openSite("nlretail", "products/search");
  await canary();
  await call({ keyword: "fiets", count: 20 });
  await canary();
  site.state.change = {
    name: "",
    where: "list",
    rows: (given, page) => (page.list.includes("fiets") ? salePrices.rows!(given, page) : given),
  };
  expect((await call({ keyword: "fiets", count: 20 })).warnings).toEqual(["drift:price"]);
  expect((await call({ keyword: "fiets", count: 20 })).warnings).toEqual([]);
  expect(await site.health.store.incidents(0)).toEqual([]);
});

test("a sale on the canary's own list raises no alarm for its callers, because another list keeps its prices", async () => {
  const { call, canary } = await openSite("nlretail", "products/search");
  await canary();
  const words = ["koffie", "lamp", "fiets"];
  for (const keyword of words) await call({ keyword, count: 60 });
  await canary();
  site.state.change = {
    name: "",
    where: "list",
    rows: (given, page) => (page.list.includes("koffie") ? salePrices.rows!(given, page) : given),
  };
  const warned: string[] = [];
  for (let round = 0; round < 4; round++) {
    for (const keyword of words) warned.push(...(await call({ keyword, count: 60 })).warnings);
    if (round === 1) await canary();
  }
  expect(warned).toEqual(["drift:price"]);
  expect(await site.health.store.incidents(0)).toEqual([]);
});

test("another currency is named although the only caller repeats the canary's own request", async () => {
  const { call, canary } = await openSite("nlretail", "products/search");
  await canary();
  await call({ keyword: "koffie", count: 60 });
  await canary();
  site.state.change = salePrices;
  for (let run = 0; run < 2; run++) expect((await call({ keyword: "koffie" })).warnings).toEqual(["drift:price"]);
  expect(await site.openFields()).toEqual(["price"]);
});

test("a field that comes and goes at the caller's page and at the canary's is named, and over after two good runs", async () => {
  const { call, canary } = await openSite("jobsboard", "companies");
  await canary();
  const [company] = (await sampleRequests("jobsboard", site)).detail.bodies as [{ company: string }];
  await call(company);
  await canary();
  let lost: (isCaller: boolean, nth: number) => boolean = () => false;
  const canaryPages: string[] = [];
  site.state.change = {
    name: "",
    where: "detail",
    rows(given, { list }) {
      const isCaller = list.includes(company.company);
      if (!isCaller && !canaryPages.includes(list)) canaryPages.push(list);
      for (const row of given) if (lost(isCaller, canaryPages.indexOf(list))) row.set("number", "");
      return given;
    },
  };
  await canary();
  // One page of the canary loses it, and has it again when it is asked about the caller's.
  lost = (isCaller, nth) => !isCaller && nth === 0;
  await canary();
  const ofCaller: typeof lost = (isCaller) => isCaller;
  for (const now of [ofCaller, () => false, ofCaller]) {
    expect(await site.openFields()).toEqual([]);
    lost = now;
    await call(company);
  }
  expect(await site.openFields()).toEqual(["follower_count"]);
  lost = () => false;
  for (let run = 0; run < 2; run++) expect((await call(company)).warnings).toEqual([]);
  expect(await site.openFields()).toEqual([]);
});

test("nothing is lost in a restart: a new process names the change, and ends the incident of another", async () => {
  const { call, canary } = await openSite("bizbureau", "businesses/search");
  await call({ keyword: "dentist", count: 20 });
  await canary();
  await site.close();
  const again = await openSite("bizbureau", "businesses/search");
  site.clock.ahead = 10 * MINUTE_MS;
  site.state.change = changeNamed("every phone the same");
  for (let nth = 0; nth < 2; nth++)
    expect((await again.call({ keyword: "dentist", count: 20 })).warnings).toEqual(["drift:phone"]);
  expect(await site.openFields()).toEqual(["phone"]);
  await site.close();
  const third = await openSite("bizbureau", "businesses/search");
  site.clock.ahead = 20 * MINUTE_MS;
  expect((await third.call({ keyword: "dentist", count: 20 })).warnings).toEqual([]);
  expect(await site.openFields()).toEqual([]);
});

test("values that a person accepts are the reference from then on", async () => {
  const { call, canary } = await openSite("bizbureau", "businesses/search");
  await canary();
  await call({ keyword: "dentist", count: 20 });
  site.state.change = changeNamed("numbers x 100");
  await call({ keyword: "dentist", count: 20 });
  const [incident] = await site.health.store.openIncidents();
  await acceptIncident(store.db, site.health, { no: incident!.no, by: "test", at: site.clock.now() });
  await site.health.refresh();
  for (let nth = 0; nth < 3; nth++) await call({ keyword: "dentist", count: 20 });
  expect(await call({ keyword: "dentist", count: 20 })).toMatchObject({ warnings: [] });
  expect(await site.openFields()).toEqual([]);
});

test("a detail page that fails is named although the search that feeds its canary fails too", async () => {
  const { call, canary } = await openSite("jobsboard", "companies");
  expect(await canary()).toMatchObject([{ ok: true }]);
  site.state.rewrite = () => ({ status: 500, body: "" });
  expect(await canary()).toMatchObject([{ ok: false, judges: true }]);
  expect(await site.openFields()).toEqual(["canary"]);
  expect((await call({ company: "2137034" })).error).not.toBeNull();
});
