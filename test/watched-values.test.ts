import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type OpenJobs, openJobs } from "../src/jobs/open-jobs.ts";
import type { WatchRule } from "../src/jobs/watches/watch-views.ts";
import { createRegistry } from "../src/service/registry.ts";
import { createService } from "../src/service/service.ts";
import { findSource } from "../src/sources/find-sources.ts";
import { openStore, type Store } from "../src/store/open-store.ts";
import { seededRandom } from "./simulation/health/random.ts";
import { type SiteChange, siteChanges } from "./simulation/health/site-changes.ts";
import type { SiteRow } from "./simulation/health/site-pages.ts";
import { watchedSite } from "./simulation/health/watched-site.ts";
import { drawnThird } from "./support/drawn.ts";
import { useMetered } from "./support/metering/metered.ts";
import { openPlan } from "./support/metering/open-plan.ts";
import { serviceParts } from "./support/service/service-parts.ts";

/** Schedules with watches over sites whose pages a test rewrites: engine, health, service and jobs are the real ones. */
type Body = Record<string, unknown>;
const HOUR_MS = 3_600_000;
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const plans = openPlan(1_000_000);
const page = { limit: 100, cursor: null };

const named = (name: string): NonNullable<SiteChange["rows"]> => siteChanges.find((one) => one.name === name)!.rows!;
const numbersBy =
  (change: (old: number, row: SiteRow) => number): SiteChange["rows"] =>
  (rows) => {
    for (const row of rows) {
      const old = Number(row.get("number"));
      if (old > 0) row.set("number", change(old, row));
    }
    return rows;
  };
const below = (value: number): WatchRule => ({ field: "price", when: "below", value });
const lamp = { keyword: "lamp", count: 20 };

describe("a watch", () => {
  let dataDir: string;
  let store: Store;
  const metered = useMetered(
    {
      async open() {
        dataDir = await mkdtemp(join(tmpdir(), "winnow-watched-values-"));
        store = await openStore({ dataDir, url: "" });
        return store;
      },
    },
    plans,
  );
  const closing: Array<() => Promise<unknown>> = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    // What one test's callers have seen is not known to the next one's.
    for (const table of ["incidents", "health_baselines", "schedules", "jobs"] as const)
      await store.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function openSite(name: string, path: string) {
    const site = await watchedSite(store, await findSource(name), seededRandom(1));
    const operation = site.operationAt(path);
    const { clock, state } = site;
    const registry = createRegistry([site.source]);
    const { accounts, metering } = metered;
    const service = createService({
      ...serviceParts(store, clock),
      registry,
      accounts,
      metering,
      engine: site.bench.engine,
      clock,
      log: silent,
    });
    const jobs: OpenJobs = await openJobs({
      store,
      metering,
      plans,
      service,
      clock,
      log: silent,
      graceMs: 0,
      secret: "a secret of the service",
      publicUrl: "https://winnow.example",
      webhookNetwork: { privateHosts: [] },
    });
    closing.push(
      () => site.close(),
      () => jobs[Symbol.asyncDispose](),
    );
    jobs.start();
    await site.canary(operation);

    /** A stranger's calls, a minute apart. */
    async function strangerCalls(bodies: Body[]): Promise<void> {
      for (const body of bodies) {
        clock.ahead += 60_000;
        await site.call("stranger", operation, body);
      }
    }

    async function watching(request: Body, { track, rules }: { track: string[]; rules: WatchRule[] }) {
      const caller = await metered.newCaller();
      const entry = registry.byPath(operation.path)!;
      const asked = entry.read(Buffer.from(JSON.stringify(request)), "application/json");
      const about = {
        name: "watch",
        cron: "0 * * * *",
        timeZone: "UTC",
        options: {},
        ignoreFields: [],
        monthlyBudget: null,
      };
      const schedule = await jobs.schedules.create({
        ...about,
        entry,
        caller,
        request: asked,
        webhook: null,
        track,
        rules,
      });
      const lastRun = async () => (await jobs.schedules.runs(schedule, page)).rows[0];
      return {
        /** Completes the next run, and what the canary says about it. */
        async run() {
          const before = (await lastRun())?.id;
          // Just after the hour, so that the next one is not reached between two runs.
          clock.ahead += HOUR_MS - (clock.now() % HOUR_MS) + 1_000;
          await expect
            .poll(
              async () => {
                await jobs.sweep();
                const run = await lastRun();
                return run && run.id !== before && run.not_compared_because !== "pending";
              },
              { timeout: 20_000, interval: 20 },
            )
            .toBe(true);
          for (let round = 0; round < 2; round++) await site.health.settled();
          // As every quarter of an hour in a service.
          await site.canary(operation);
          return (await lastRun())!;
        },
        fired: async () =>
          (await jobs.schedules.triggers(schedule, page)).rows.map(({ record_id, old, new: now }) => [
            record_id,
            old,
            now,
          ]),
      };
    }

    return {
      strangerCalls,
      watching,
      records: async (body: Body) => (await site.call("setup", operation, body)).records,
      openFields: site.openFields,
      changeTo(rows: SiteChange["rows"] | null): void {
        state.change = rows ? { name: "", where: "list", rows } : null;
      },
    };
  }

  test.each<[what: string, bodies: Body[]]>(
    drawnThird<[what: string, bodies: Body[]]>([
      [
        "one word thirty times, then others",
        [
          ...Array.from({ length: 30 }, () => lamp),
          ..."boek fiets tas thee wit zwart".split(" ").map((keyword) => ({ keyword, count: 20 })),
        ],
      ],
      ["other counts", Array.from({ length: 36 }, (_, nth) => ({ keyword: "lamp", count: nth + 1 }))],
      ["the watched request itself", Array.from({ length: 36 }, () => lamp)],
    ]),
  )("a stranger's 36 calls do not silence a watch: %s", async (_what, bodies) => {
    const { watching, strangerCalls, records, changeTo } = await openSite("nlretail", "products/search");
    const { run, fired } = await watching(lamp, { track: ["price"], rules: [below(2)] });
    await run();
    await strangerCalls(bodies);
    const [product] = (await records(lamp)) as Array<{ id: string; name: string; price: number }>;
    changeTo(numbersBy((old, row) => (String(row.get("text")) === product!.name ? 1.23 : old)));
    expect(await run()).toMatchObject({ compared: true, held_back: [], changes: { changed: 1 } });
    expect(await fired()).toEqual([[product!.id, product!.price, 1.23]]);
  });

  test("a stranger who calls 36 other pages while a value falls does not silence the watch of its page", async () => {
    const { watching, strangerCalls, records, changeTo } = await openSite("hkproperty", "valuations");
    const unit = { unit: "D2000031", lang: "en" };
    const { run, fired } = await watching(unit, { track: ["price"], rules: [below(1_000_000)] });
    await run();
    const [{ price }] = (await records(unit)) as [{ price: number }];
    changeTo(numbersBy((old) => (old === price ? 230_000 : old)));
    await strangerCalls(
      Array.from({ length: 36 }, (_, nth) => ({ unit: `D${2_000_000 + 31 * (nth + 2)}`, lang: "en" })),
    );
    // A single record that falls so far waits for the canary, for one run.
    expect(await run()).toMatchObject({
      held_back: expect.arrayContaining(["price"]),
      not_compared_because: "values_in_doubt",
    });
    expect(await fired()).toEqual([]);
    expect(await run()).toMatchObject({ compared: true, held_back: [], changes: { changed: 1 } });
    expect(await fired()).toEqual([["D2000031", price, 230_000]]);
  });

  test.each(drawnThird(["numbers x 100", "number always 1", "decimal comma for point"]))(
    "values that were wrong for three runs trigger no watch: %s",
    async (change) => {
      const { watching, changeTo, openFields } = await openSite("bizbureau", "businesses/search");
      const about = { field: "rating_score", value: null };
      const rules: WatchRule[] = [
        { ...about, when: "below", value: 60 },
        { ...about, when: "above", value: 90 },
        { ...about, when: "changes_by_percent", value: 1 },
      ];
      const { run, fired } = await watching({ keyword: "dentist", count: 20 }, { track: ["rating_score"], rules });
      await run();
      changeTo(named(change));
      for (let nth = 0; nth < 3; nth++) {
        const { compared, not_compared_because: because, held_back } = await run();
        expect([compared, because, held_back]).toEqual([false, "values_in_doubt", ["rating_score"]]);
      }
      changeTo(null);
      expect(await run()).toMatchObject({ compared: true, held_back: [], changes: { changed: 0 } });
      expect([await fired(), await openFields()]).toEqual([[], []]);
    },
  );

  test("a sale on the whole page waits one run for the canary, and then its events leave", async () => {
    const { watching, records, changeTo, openFields } = await openSite("nlretail", "products/search");
    const request = { keyword: "fiets", count: 20 };
    const { run, fired } = await watching(request, {
      track: ["price"],
      rules: [{ field: "price", when: "changes_by_percent", value: 5 }],
    });
    await run();
    const before = (await records(request)) as Array<{ id: string; price: number | null }>;
    const sale = numbersBy((old) => Math.round(old * 80) / 100)!;
    changeTo((rows, about) => (about.list.includes("fiets") ? sale(rows, about) : rows));
    expect(await run()).toMatchObject({
      compared: false,
      not_compared_because: "values_in_doubt",
      held_back: ["price"],
    });
    expect(await fired()).toEqual([]);
    expect(await run()).toMatchObject({ compared: true, held_back: [] });
    expect(await fired()).toHaveLength(before.filter(({ price }) => price !== null).length);
    expect(await openFields()).toEqual([]);
  });
});
