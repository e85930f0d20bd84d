import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore, type Store } from "../../../src/store/open-store.ts";
import { simulateMonth } from "./simulate-month.ts";

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "winnow-month-"));
  store = await openStore({ dataDir: folder, url: "" });
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

/** The long run is `node scripts/simulate-health.ts`. */
test("days of usual calls, and one of odd ones, raise no alarm; a field that goes is named within 50 calls", async () => {
  const unreadableDir = join(folder, "unreadable");
  const report = await simulateMonth({ store, seed: 1, days: 3, callsPerDay: 80, unreadableDir });
  expect(report.falseAlarms).toEqual([]);
  expect(report.callsUntilNamed).toBeGreaterThan(0);
  expect(report.callsUntilNamed).toBeLessThanOrEqual(50);
});
