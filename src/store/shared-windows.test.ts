import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SimulatedClock } from "../clock.ts";
import { openStore, type Store } from "./open-store.ts";
import { createSharedWindows } from "./shared-windows.ts";
import { freshDatabase } from "./testing/stores.ts";

const MINUTE = 60_000;

describe("windows of several processes on one PostgreSQL", () => {
  const clock = new SimulatedClock();
  let store: Store;
  beforeAll(async () => {
    store = await openStore({ dataDir: "", databaseUrl: await freshDatabase() });
  });
  afterAll(() => store.close());

  test("what one counts, the others know after an exchange; a new window begins at nothing", async () => {
    const [one, other] = [createSharedWindows(store, clock), createSharedWindows(store, clock)];
    for (let nth = 1; nth <= 5; nth++) expect(one.use("token 10.0.0.1", MINUTE)).toBe(nth);
    await one.exchanged();
    expect(other.use("token 10.0.0.1", MINUTE)).toBe(1);
    await other.exchanged();
    expect(other.use("token 10.0.0.1", MINUTE)).toBe(7);
    expect(other.used("token 10.0.0.2", MINUTE)).toBe(0);
    clock.advance(MINUTE);
    expect(other.used("token 10.0.0.1", MINUTE)).toBe(0);
    await Promise.all([one.close(), other.close()]);
  });

  test("nothing is lost or counted twice where many processes exchange at once", async () => {
    const processes = Array.from({ length: 4 }, () => createSharedWindows(store, clock));
    for (let round = 0; round < 5; round++) {
      for (const windows of processes) for (let nth = 0; nth < 3; nth++) windows.use("busy", MINUTE);
      await Promise.all(processes.map((windows) => windows.exchanged()));
    }
    const { used } = await store.db
      .selectFrom("shared_windows")
      .where("name", "=", "busy")
      .select("used")
      .executeTakeFirstOrThrow();
    expect(Number(used)).toBe(60);
    await Promise.all(processes.map((windows) => windows.close()));
  });

  test("while the store is away a process counts for itself, and tells later", async () => {
    const windows = createSharedWindows(store, clock);
    const away = createSharedWindows({ db: store.db.withSchema("nowhere") as never, dialect: "postgres" }, clock);
    away.use("far", MINUTE);
    await away.exchanged();
    expect(away.use("far", MINUTE)).toBe(2);
    expect(windows.used("far", MINUTE)).toBe(0);
    await Promise.all([windows.close(), away.close()]);
  });
});
