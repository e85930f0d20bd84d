import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findSource } from "../../../src/sources/find-sources.ts";
import { openStore, type Store } from "../../../src/store/open-store.ts";
import { tryChanges } from "./change-table.ts";
import { simulateYear } from "./simulate-year.ts";

/** The long runs are `node scripts/simulate-health.ts`, with and without `--table`. */
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

test("a month of seasons, sales and odd requests raises no alarm, and numbers a hundred times as high are named", async () => {
  const year = await simulateYear(store, await findSource("nlretail"), { seed: 1, days: 30, callsPerDay: 4 });
  expect(year.falseAlarms.map(({ reason }) => reason)).toEqual([]);
  expect(year.named).toBeLessThanOrEqual(10);
});
