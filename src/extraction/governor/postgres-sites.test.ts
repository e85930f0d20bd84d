import { beforeAll, expect, test } from "vitest";
import { fuzzSite } from "../../../test/simulation/sites/fuzz-site.ts";
import { describeOnBothStores } from "../../../test/support/store/stores.ts";
import { systemClock } from "../../base/clock.ts";
import { openPool } from "../../store/postgres-pool.ts";
import { Governor } from "./governor.ts";
import { postgresSites } from "./postgres-sites.ts";
import { requestInterval, siteRules } from "./site-limit.ts";

const patient = new AbortController().signal;

describeOnBothStores("limits of sites in the database", (fresh) => {
  if (fresh.dialect === "sqlite") {
    test.skip("one process keeps them in memory", () => {});
    return;
  }
  beforeAll(() => fresh.open());

  test("the database grants the same as memory, call for call, and both leave the same rows", async () => {
    const pool = openPool(fresh.settings().url, 1);
    const given = process.env.FUZZ_SEED;
    const first = Number(given ?? Math.floor(Math.random() * 1e9));
    for (let seed = first; seed < first + (given ? 1 : 12); seed++) {
      await fuzzSite(pool, seed).catch((cause: Error) => {
        throw new Error(`FUZZ_SEED=${seed}: ${cause.message}`, { cause });
      });
    }
    await pool.end();
  });

  test("a pause of years, from before the clock was set back, is at most 15 minutes, and ends when it is resumed", async () => {
    const pool = openPool(fresh.settings().url, 1);
    const sites = postgresSites({ pool, holder: "p" });
    const site = "https://closed.example";
    const ask = { holding: 0, wants: 1, outcomes: [], unused: null, allowed: { concurrency: 2, perSecond: 1 } };
    await sites.ask(site, { ...ask, wants: 0 });
    await pool.query("update site_limits set paused_until = 1e14, pace = 0.05 where origin = $1", [site]);
    expect((await sites.pauses()).get(site)).toBe(siteRules.maxPauseMs);
    expect(await sites.ask(site, ask)).toMatchObject({ starts: [], pausedMs: siteRules.maxPauseMs });
    await sites.resume(site);
    expect((await sites.pauses()).has(site)).toBe(false);
    const whole = requestInterval(1, ask.allowed);
    expect(await sites.ask(site, ask)).toMatchObject({ starts: [expect.any(Number)], intervalMs: whole, permits: 2 });
    await pool.end();
  });

  test("concurrent calls for one site are all answered: no two get the same start", async () => {
    const pool = openPool(fresh.settings().url, 10);
    const allowed = { concurrency: 100, perSecond: 1_000 };
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        postgresSites({ pool, holder: `p${at}` }).ask("https://busy.example", {
          holding: 0,
          wants: 1,
          outcomes: [],
          unused: null,
          allowed,
        }),
      ),
    );
    const starts = replies.flatMap((reply) => reply.starts).sort((a, b) => a - b);
    expect(starts).toHaveLength(100);
    for (let at = 1; at < starts.length; at++) expect(starts[at]! - starts[at - 1]!).toBeGreaterThan(1);
    await pool.end();
  });

  test("every start of three processes takes its interval of the site's rate, and all of them make progress", async () => {
    const allowed = { concurrency: 4, perSecond: 20 };
    const pools = ["a", "b", "c"].map(() => openPool(fresh.settings().url, 2));
    const governors = pools.map(
      (pool, at) =>
        new Governor("https://rated.example", () => allowed, postgresSites({ pool, holder: `p${at}` }), systemClock),
    );
    const ask = async (query: string): Promise<number> => (await pools[0]!.query<{ ms: number }>(query)).rows[0]!.ms;
    const from = await ask("select extract(epoch from clock_timestamp())::float8 * 1000 as ms");
    const each = 10;
    await Promise.all(
      governors.flatMap((governor) =>
        Array.from({ length: each }, async () => {
          const permit = await governor.acquire("one", patient);
          permit.release({ kind: "answered", tookMs: 1 });
        }),
      ),
    );
    for (const governor of governors) await governor.close();
    // Uses only the database's clock: this machine's delay in using a start does not matter.
    const next = await ask("select tat as ms from site_limits where origin = 'https://rated.example'");
    expect(next - from).toBeGreaterThanOrEqual(governors.length * each * requestInterval(1, allowed));
    for (const pool of pools) await pool.end();
  });

  test("three processes together have no more in flight than one may, and all of them make progress", async () => {
    const pools = ["a", "b", "c"].map(() => openPool(fresh.settings().url, 2));
    const governors = pools.map(
      (pool, at) =>
        new Governor(
          "https://site.example",
          () => ({ concurrency: 3, perSecond: 1_000 }),
          postgresSites({ pool, holder: `p${at}` }),
          systemClock,
        ),
    );
    let inFlight = 0;
    let max = 0;
    await Promise.all(
      governors.flatMap((governor) =>
        Array.from({ length: 20 }, async () => {
          const permit = await governor.acquire("one", patient);
          max = Math.max(max, ++inFlight);
          await new Promise((resolve) => setImmediate(resolve));
          inFlight--;
          permit.release({ kind: "answered", tookMs: 1 });
        }),
      ),
    );
    expect(max).toBeLessThanOrEqual(3);
    for (const governor of governors) await governor.close();
    const { rows } = await pools[0]!.query("select * from site_leases where origin = 'https://site.example'");
    expect(rows).toEqual([]);
    for (const pool of pools) await pool.end();
  });
});
