import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findSources } from "../../../src/sources/find-sources.ts";
import { openStore, type Store } from "../../../src/store/open-store.ts";
import { tryChange } from "./change-table.ts";
import { siteChanges } from "./changes.ts";
import { recordSource } from "./recorded-runs.ts";
import { simulateYear } from "./simulate-year.ts";

/** The long runs are `node scripts/simulate-health.ts`, with and without `--table`. */
const [source] = (await findSources()).filter(({ name }) => name === "bizbureau");

let dataDir: string;
let store: Store;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "winnow-simulate-health-"));
  store = await openStore({ dataDir, url: "" });
});
afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

test("each kind of change at a source is detected within 50 runs, with one account that repeats ten requests", async () => {
  const recorded = await recordSource(source!);
  for (const change of siteChanges) {
    const row = await tryChange(store, recorded, change, "one account, ten requests", 1);
    expect([change.name, row.falseAlarms, row.namedAfter]).toEqual([change.name, 0, expect.any(Number)]);
    // Values arrive with a warning or not at all; only slowness is no reason to doubt them.
    if (change.slowerMs === undefined)
      expect([change.name, row.after]).toEqual([change.name, expect.stringMatching(/drift:|free/)]);
  }
});

test("weeks with a sale and odd searches raise no alarm, and prices a hundred times as high are detected within 50 calls", async () => {
  const { falseAlarms, namedAfter } = await simulateYear({ store, seed: 1, days: 58, callsPerDay: 12 });
  expect(falseAlarms.map(({ reason }) => reason)).toEqual([]);
  expect(namedAfter).toBeLessThanOrEqual(50);
});
