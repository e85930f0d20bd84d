import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshDatabase } from "../../test/support/store/stores.ts";
import { SimulatedClock } from "../base/clock.ts";
import { openStore, type Store } from "./open-store.ts";
import { createSharedWindows } from "./shared-windows.ts";

const MINUTE = 60_000;

describe("windows of several processes on one PostgreSQL", () => {
  const clock = new SimulatedClock();
  let store: Store;
  beforeAll(async () => {
    store = await openStore({ dataDir: "", url: await freshDatabase() });
  });
  afterAll(() => store.close());

  test("counts of one process reach the others with an exchange; a new window starts at zero", async () => {
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

  test("concurrent exchanges of many processes neither lose nor double a count", async () => {
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

  test("while the store is down a process counts by itself, and reports later", async () => {
    const windows = createSharedWindows(store, clock);
    const away = createSharedWindows({ db: store.db.withSchema("nowhere") as never, dialect: "postgres" }, clock);
    away.use("far", MINUTE);
    await away.exchanged();
    expect(away.use("far", MINUTE)).toBe(2);
    expect(windows.used("far", MINUTE)).toBe(0);
    await Promise.all([windows.close(), away.close()]);
  });
});

describe("a process reports its counts", () => {
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  /** A store that is down, and records the attempts. */
  function counting(dialect: "sqlite" | "postgres") {
    const clock = new SimulatedClock();
    const asked: unknown[] = [];
    const db = {
      insertInto: (table: string) => ({
        values(rows: unknown[]) {
          asked.push([table, rows]);
          throw new Error("away");
        },
      }),
    };
    const windows = createSharedWindows({ db: db as never, dialect }, clock);
    const countAfter = async (ms: number) => {
      clock.advance(ms);
      await settle();
      return asked.length;
    };
    return { windows, asked, countAfter, clock };
  }

  test("a quarter of a second after the first, all together; failed ones are sent with the next", async () => {
    const { windows, asked, countAfter, clock } = counting("postgres");
    const start = clock.now();
    windows.use("a", MINUTE);
    windows.used("idle", MINUTE);
    expect(await countAfter(249)).toBe(0);
    windows.use("b", MINUTE);
    expect(await countAfter(1)).toBe(1);
    expect(asked[0]).toEqual([
      "shared_windows",
      ["a", "b"].map((name) => ({ name, start, used: 1, ends_at: start + MINUTE })),
    ]);
    expect(await countAfter(1_000)).toBe(1);
    expect(windows.use("a", MINUTE)).toBe(2);
    expect(await countAfter(250)).toBe(2);
    expect((asked[1] as [string, unknown[]])[1]).toMatchObject([
      { name: "a", used: 2 },
      { name: "b", used: 1 },
    ]);
    windows.use("a", MINUTE);
    await windows.close();
    expect(await countAfter(1_000)).toBe(2);
  });

  test("never for SQLite's single process, and not if nothing was counted", async () => {
    const { windows, countAfter } = counting("sqlite");
    expect([windows.use("a", MINUTE), windows.use("a", MINUTE)]).toEqual([1, 2]);
    expect(await countAfter(1_000)).toBe(0);
    await windows.close();
    const idle = counting("postgres");
    await idle.windows.exchanged();
    expect(idle.asked).toEqual([]);
    await idle.windows.close();
  });

  test("in batches of five thousand", async () => {
    const { windows, asked } = counting("postgres");
    for (let nth = 0; nth < 5_001; nth++) windows.use(`name ${nth}`, MINUTE);
    await windows.exchanged();
    expect((asked[0] as [string, unknown[]])[1]).toHaveLength(5_000);
    await windows.close();
  });
});
