import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readStatus } from "../../../src/health/status.ts";
import { findSource } from "../../../src/sources/find-sources.ts";
import { openStore, type Store } from "../../../src/store/open-store.ts";
import { tryChanges } from "./change-table.ts";
import { seededRandom } from "./random.ts";
import { tryRecalls } from "./recall-table.ts";
import { sampleRequests } from "./requests.ts";
import { simulateYear } from "./simulate-year.ts";
import { drawVariant } from "./variants.ts";
import { watchedSite } from "./watched-site.ts";

/** The long runs are `node scripts/simulate-health.ts`, with and without `--table`, and `node scripts/recall-table.ts`. */
let dataDir: string;
let store: Store;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "winnow-simulate-health-"));
  store = await openStore({ dataDir, url: "" });
});
afterEach(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

test("each kind of change at a site is named within ten calls of one request alone, no wrong record is charged first, and it is over with the change", async () => {
  const rows = await tryChanges(store, await findSource("bizbureau"), "one request alone", { seed: 1, hours: 3 });
  for (const { change, named, told, wrong, healed } of rows) {
    expect([change, wrong, named !== null && named <= 10]).toEqual([change, 0, true]);
    expect([change, told, healed]).toEqual([change, change === "700 ms slower" ? null : 1, expect.any(Number)]);
  }
});

test.each([
  [
    "bizbureau",
    ["number missing in 30 %", "numbers x 100", "two fields swapped", "2 rows of a long list", "700 ms slower"],
  ],
  ["hkproperty", ["each row twice", "another currency or unit (x 0.92)"]],
])(
  "at %s, exactly the calls that carried wrong records would be recalled, beside right ones of the same time",
  async (name, only) => {
    const rows = await tryRecalls(store, await findSource(name), { seed: 1, only, partly: true });
    expect(rows.map(({ change }) => change)).toEqual(only);
    for (const { change, wrong, recalled, missed, falsely, undecided } of rows)
      expect([change, recalled, missed, falsely, undecided]).toEqual([change, wrong, 0, 0, 0]);
    expect(rows.some(({ wrong }) => wrong === 10)).toBe(true);
  },
);

test("a month of seasons, sales and odd requests raises no alarm, and numbers a hundred times as high are named", async () => {
  const year = await simulateYear(store, await findSource("nlretail"), { seed: 1, days: 30, callsPerDay: 4 });
  expect(year.falseAlarms.map(({ reason }) => reason)).toEqual([]);
  expect(year.named).toBeLessThanOrEqual(10);
});

test.each(["bizbureau", "hkproperty", "jobsboard", "nlretail", "ruretail", "stays"])(
  "ten accounts that try every parameter of healthy requests do not change the status of %s",
  async (name) => {
    const random = seededRandom(1);
    const site = await watchedSite(store, await findSource(name), random);
    try {
      const asked = await sampleRequests(name, site);
      for (const { operation, bodies } of new Set([asked.list, asked.detail])) {
        await site.canary(operation);
        const variants = Array.from({ length: 24 }, () => drawVariant(operation, bodies[0]!, random));
        for (let nth = 0; nth < 60; nth++) {
          site.clock.ahead += 60_000;
          const one =
            random() < 0.3 ? { ...bodies[nth % bodies.length]!, ...("count" in bodies[0]! && { count: 1 }) } : null;
          await site.call(`account ${nth % 10}`, operation, one ?? variants[Math.floor(random() * variants.length)]!);
        }
        await site.canary(operation);
      }
      expect((await site.health.store.incidents(0)).map(({ reason }) => reason)).toEqual([]);
      const { sources } = await readStatus(site.health, site.clock.now());
      expect(sources.map(({ state }) => state)).toEqual(["ok"]);
    } finally {
      await site.close();
    }
  },
);
