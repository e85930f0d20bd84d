import { randomUUID } from "node:crypto";
import type pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { systemClock } from "../../clock.ts";
import { openPool } from "../../store/postgres-pool.ts";
import { describeOnBothStores } from "../../store/testing/stores.ts";
import { Governor } from "./governor.ts";
import { emptyLeaseTable } from "./lease-table.ts";
import { LEASE_MS, leasedPermitStore } from "./leased-permit-store.ts";
import { postgresLeases } from "./postgres-leases.ts";

const patient = new AbortController().signal;

describeOnBothStores("leases in the database", (fresh) => {
  if (fresh.dialect === "sqlite") {
    test.skip("one process keeps its permits in memory", () => {});
    return;
  }
  beforeAll(() => fresh.open());

  const allowed = { concurrency: 3, perSecond: null };
  const newProcess = (origin: string) => {
    const pool = openPool(fresh.settings().databaseUrl, 2);
    const store = leasedPermitStore({
      leases: postgresLeases(pool),
      holder: randomUUID(),
      clock: systemClock,
      now: () => performance.now(),
    });
    return { pool, governor: new Governor(origin, () => allowed, store, systemClock) };
  };

  test("three processes together have no more in flight than one may, and all of them get on", async () => {
    const processes = ["a", "b", "c"].map(() => newProcess("https://site.example"));
    let inFlight = 0;
    let most = 0;
    await Promise.all(
      processes.flatMap(({ governor }) =>
        Array.from({ length: 20 }, async () => {
          const permit = await governor.acquire("one", patient);
          most = Math.max(most, ++inFlight);
          await new Promise((resolve) => setImmediate(resolve));
          inFlight--;
          permit.release({ kind: "answered", tookMs: 1 });
        }),
      ),
    );
    expect(most).toBeLessThanOrEqual(3);
    for (const { governor, pool } of processes) {
      await governor.close();
      await pool.end();
    }
  });

  test("renewals that meet on one row are all kept: none writes over another's", async () => {
    const pool = openPool(fresh.settings().databaseUrl, 8);
    const leases = postgresLeases(pool);
    const grants = await Promise.all(
      Array.from({ length: 4 }, (_, at) =>
        leases.renew(
          "https://busy.example",
          { holder: `p${at}`, keep: { permits: 0, perSecond: 0 }, wants: 1, outcomes: [] },
          allowed,
        ),
      ),
    );
    expect(grants.reduce((sum, { permits }) => sum + permits, 0)).toBeLessThanOrEqual(3);
    const { rows } = await pool.query("select book from leases where origin = 'https://busy.example'");
    expect(Object.keys(rows[0].book.leases)).toHaveLength(4);
    await pool.end();
  });

  test("a lease ends by the database's clock", async () => {
    const pool = openPool(fresh.settings().databaseUrl, 1);
    const leases = postgresLeases(pool);
    const ask = (holder: string) =>
      leases.renew(
        "https://dead.example",
        { holder, keep: { permits: 0, perSecond: 0 }, wants: 1, outcomes: [] },
        allowed,
      );
    expect((await ask("dead")).permits).toBe(3);
    expect((await ask("heir")).permits).toBe(0);
    // As if the lease's time had passed there.
    await pool.query(
      "update leases set book = jsonb_set(book, '{leases,dead,endsAt}', to_jsonb((book->'leases'->'dead'->>'endsAt')::bigint - $1::bigint)) where origin = 'https://dead.example'",
      [LEASE_MS],
    );
    expect((await ask("heir")).permits).toBe(3);
    await pool.end();
  });
});

test("a row that others write over and over is given up after ten tries", async () => {
  const asked: string[] = [];
  const busy = {
    async query(text: string) {
      asked.push(text.slice(0, 6));
      const book = emptyLeaseTable({ concurrency: 4, perSecond: 10 });
      return text.startsWith("select") ? { rows: [{ book, version: 1, now: 0 }] } : { rowCount: 0 };
    },
  } as unknown as pg.Pool;
  const request = { holder: "a", keep: { permits: 0, perSecond: 0 }, wants: 1, outcomes: [] };
  const renewing = postgresLeases(busy).renew("https://a.example", request, { concurrency: 4, perSecond: 10 });
  await expect(renewing).rejects.toThrow("the leases of https://a.example change too quickly");
  expect(asked.filter((word) => word === "update")).toHaveLength(10);
});
