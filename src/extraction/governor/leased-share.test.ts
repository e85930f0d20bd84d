import { describe, expect, test } from "vitest";
import { SimulatedClock } from "../../clock.ts";
import type { LeaseGrant, LeaseRequest } from "./lease-table.ts";
import { LEASE_MS, leasedPermitStore } from "./leased-permit-store.ts";

const NOBODY = Number.POSITIVE_INFINITY;
const answered = { kind: "answered", tookMs: 100 } as const;
const turn = () => new Promise((resolve) => setImmediate(resolve));
const granted = (over: Partial<LeaseGrant> = {}): LeaseGrant => ({
  ...{ permits: 2, perSecond: null, saved: 0, pausedMs: 0, typicalMs: null },
  target: { permits: over.permits ?? 2, perSecond: over.perSecond ?? null },
  ...over,
});

/** One process over a database that grants what the test says: `null` is a database that is away. */
function leased(first: LeaseGrant | null = granted()) {
  const clock = new SimulatedClock();
  const asked: LeaseRequest[] = [];
  const database = {
    ...{ grant: first, once: [] as LeaseGrant[], answers: true },
    ...{ held: [] as Array<() => void>, wakes: 0 },
  };
  const store = leasedPermitStore({
    leases: {
      async renew(origin, request) {
        expect(origin).toBe("https://site.example");
        asked.push(structuredClone(request));
        if (!database.answers) await new Promise<void>((resolve) => database.held.push(resolve));
        const grant = database.once.shift() ?? database.grant;
        if (grant === null) throw new Error("the database is away");
        return grant;
      },
    },
    ...{ holder: "p1", clock, now: () => clock.now() },
  });
  const permits = store.open(
    "https://site.example",
    () => ({ concurrency: 4, perSecond: null }),
    () => void database.wakes++,
  );
  const pass = async (ms: number) => {
    clock.advance(ms);
    await turn();
  };
  return { clock, asked, database, permits, pass };
}

/** One that has its share, with a permit out. */
async function working(grant = granted()) {
  const all = leased(grant);
  expect(all.permits.acquire(1)).toBe(NOBODY);
  await turn();
  expect(all.permits.acquire(1)).toBe(0);
  return all;
}

describe("the first permit", () => {
  test("is asked for, and whoever waits is woken when it has come", async () => {
    const { permits, asked, database } = leased();
    expect(permits.state()).toEqual({ permits: 0, inFlight: 0 });
    expect(permits.acquire(3)).toBe(NOBODY);
    await turn();
    expect(asked).toEqual([{ holder: "p1", keep: { permits: 0, perSecond: 0 }, wants: 3, outcomes: [] }]);
    expect(database.wakes).toBe(1);
    expect([permits.acquire(3), permits.acquire(2), permits.acquire(1)]).toEqual([0, 0, NOBODY]);
    expect(permits.state()).toEqual({ permits: 2, inFlight: 2 });
  });

  test("that is asked for while the question is on its way is asked for once more, with what is wanted by then", async () => {
    const { permits, asked, database } = leased();
    database.answers = false;
    permits.acquire(1);
    permits.acquire(5);
    expect(asked).toHaveLength(1);
    database.answers = true;
    database.held.splice(0)[0]!();
    await turn();
    expect(asked.map(({ wants }) => wants)).toEqual([1, 5]);
  });
});

describe("a share", () => {
  test("is renewed every second, saying what is kept and wanted, and how pages ended", async () => {
    const { permits, asked, pass } = await working();
    permits.release(answered);
    await pass(999);
    expect(asked).toHaveLength(1);
    await pass(1);
    expect(asked[1]).toEqual({ holder: "p1", keep: { permits: 2, perSecond: 0 }, wants: 1, outcomes: [answered] });
    await pass(1_000);
    expect(asked[2]).toMatchObject({ wants: 0, outcomes: [] });
  });

  test("smaller than it should be, or of nothing, is asked about four times a second", async () => {
    for (const grant of [granted({ permits: 1, target: { permits: 2, perSecond: null } }), granted({ permits: 0 })]) {
      const { permits, asked, pass } = leased(grant);
      permits.acquire(1);
      await turn();
      await pass(249);
      expect(asked).toHaveLength(1);
      await pass(1);
      expect(asked).toHaveLength(2);
    }
  });

  test("with less of the rate than it should have is asked about as soon; a rounding is no less", async () => {
    const asks = async (perSecond: number, target: number) => {
      const { permits, asked, pass } = leased(granted({ perSecond, target: { permits: 2, perSecond: target } }));
      permits.acquire(1);
      await turn();
      await pass(250);
      return asked.length;
    };
    expect([await asks(5, 10), await asks(9.995, 10), await asks(10, 10)]).toEqual([2, 1, 1]);
  });

  test("larger than it should be is cut down and given back at once", async () => {
    const { permits, asked, database } = leased(granted({ permits: 1 }));
    database.once.push(granted({ permits: 4, target: { permits: 1, perSecond: null } }));
    permits.acquire(1);
    await turn();
    expect(permits.state().permits).toBe(1);
    expect(asked.slice(1)).toMatchObject([{ keep: { permits: 1 } }]);
    const rated = leased(granted({ perSecond: 5, target: { permits: 2, perSecond: 5 } }));
    rated.database.once.push(granted({ perSecond: 10, target: { permits: 2, perSecond: 5 } }));
    rated.permits.acquire(1);
    await turn();
    expect(rated.asked.slice(1)).toMatchObject([{ keep: { permits: 2, perSecond: 5 } }]);
  });

  test("that is cut while pages are out is kept for them, and given back when they end", async () => {
    const { permits, asked, database, pass } = await working(granted({ permits: 2 }));
    expect(permits.acquire(1)).toBe(0);
    database.once.push(granted({ permits: 2, target: { permits: 1, perSecond: null } }));
    database.grant = granted({ permits: 1 });
    await pass(1_000);
    expect(asked[1]).toMatchObject({ keep: { permits: 2 } });
    await turn();
    expect(asked).toHaveLength(2);
    permits.release(answered);
    await turn();
    expect(asked[2]).toMatchObject({ keep: { permits: 1 } });
  });

  test("starts at its part of the rate, after what was saved", async () => {
    const grant = granted({ permits: 4, perSecond: 10, saved: 2, target: { permits: 4, perSecond: 10 } });
    const { permits } = leased(grant);
    permits.acquire(1);
    await turn();
    expect([permits.acquire(4), permits.acquire(3), permits.acquire(2)]).toEqual([0, 0, 100]);
  });

  test("is paused for as long as the site asked, and says how long somebody would wait", async () => {
    const { permits, pass } = leased(granted({ pausedMs: 3_000, typicalMs: 500, permits: 1 }));
    expect(permits.expectedWait(4)).toBe(0);
    permits.acquire(1);
    await turn();
    expect([permits.acquire(1), permits.expectedWait(4)]).toEqual([3_000, 2_000]);
    await pass(999);
    expect(permits.acquire(1)).toBe(2_001);
  });

  test("that nobody has used for three renewals is given back", async () => {
    const { permits, asked, pass } = await working();
    permits.release(answered);
    for (let second = 0; second < 4; second++) await pass(1_000);
    expect(asked.map(({ wants, keep }) => `${wants} ${keep.permits}`)).toEqual(["1 0", "1 2", "0 2", "0 2", "0 0"]);
    expect(permits.state()).toEqual({ permits: 0, inFlight: 0 });
    await pass(60_000);
    expect(asked).toHaveLength(5);
    expect(permits.acquire(1)).toBe(NOBODY);
    await turn();
    expect(asked).toHaveLength(6);
  });

  test("that somebody uses now and then is kept", async () => {
    const { permits, asked, pass } = await working();
    permits.release(answered);
    for (let second = 0; second < 9; second++) {
      await pass(1_000);
      if (second % 2 === 1) {
        expect(permits.acquire(1)).toBe(0);
        permits.release(answered);
      }
    }
    expect(asked.slice(1).every(({ keep }) => keep.permits === 2)).toBe(true);
  });
});

test("what the site complains of is told at once", async () => {
  const { permits, asked } = await working();
  permits.release({ kind: "throttled", retryAfterMs: 1_000 });
  await turn();
  expect(asked[1]).toMatchObject({ outcomes: [{ kind: "throttled", retryAfterMs: 1_000 }] });
  const quiet = await working();
  quiet.permits.release(answered);
  await turn();
  expect(quiet.asked).toHaveLength(1);
});

test("somebody new who has to wait is told of at once; one more of many is not", async () => {
  const { permits, asked, pass } = await working(granted({ permits: 1 }));
  await pass(1_000);
  permits.release(answered);
  await pass(1_000);
  await pass(1_000);
  const before = asked.length;
  expect(permits.acquire(1)).toBe(0);
  expect(permits.acquire(1)).toBe(NOBODY);
  await turn();
  expect(asked.length).toBe(before);
});

describe("with the database away", () => {
  test("it is asked four times a second, and hears all that it missed", async () => {
    const { permits, asked, database, pass } = await working();
    permits.release(answered);
    database.grant = null;
    await pass(1_000);
    await pass(249);
    expect(asked).toHaveLength(2);
    await pass(1);
    expect(asked).toHaveLength(3);
    expect(asked[2]).toMatchObject({ wants: 1, outcomes: [answered] });
    expect(permits.acquire(1)).toBe(0);
  });

  test("the share lasts until a fifth of a second before the end of its lease; then pages are called off", async () => {
    const { permits, asked, database, pass } = await working();
    const lost: string[] = [];
    permits.onLost(() => lost.push("kept"));
    permits.onLost(() => lost.push("called off"))();
    database.grant = null;
    await pass(1_000);
    for (let quarter = 0; quarter < 15; quarter++) await pass(250);
    await pass(LEASE_MS - 200 - 1_000 - 15 * 250 - 1);
    expect([lost, permits.acquire(1)]).toEqual([[], 0]);
    await pass(1);
    expect(lost).toEqual(["kept"]);
    expect([permits.acquire(1), permits.state().permits]).toEqual([NOBODY, 0]);
    await turn();
    database.grant = granted();
    const { wakes } = database;
    await pass(250);
    expect(asked.at(-1)).toMatchObject({ keep: { permits: 2 } });
    expect(database.wakes).toBeGreaterThan(wakes);
  });

  test("the lease is counted from before it was asked for", async () => {
    const { permits, database, clock } = leased();
    database.answers = false;
    permits.acquire(1);
    clock.advance(4_000);
    database.held.splice(0)[0]!();
    await turn();
    expect(permits.acquire(1)).toBe(0);
    clock.advance(799);
    expect(permits.acquire(1)).toBe(0);
    clock.advance(1);
    expect(permits.state().permits).toBe(0);
  });
});

describe("closing", () => {
  test("gives the share back, with what was learned, and asks no more", async () => {
    const { permits, asked, pass } = await working();
    permits.release(answered);
    await permits.close();
    expect(asked.at(-1)).toEqual({
      ...{ holder: "p1", keep: { permits: 0, perSecond: 0 }, wants: 0 },
      outcomes: [answered],
    });
    const count = asked.length;
    permits.acquire(1);
    await pass(60_000);
    expect(asked).toHaveLength(count);
  });

  test("waits for the question that is on its way, and gives back what it brought", async () => {
    const { permits, asked, database } = leased();
    database.answers = false;
    permits.acquire(1);
    const closed = permits.close();
    await turn();
    expect(asked).toHaveLength(1);
    database.answers = true;
    database.held.splice(0)[0]!();
    await closed;
    expect(asked[1]).toMatchObject({ wants: 0, keep: { permits: 0 } });
  });

  test("one that has no share asks nobody, and a database that is away is no reason to fail", async () => {
    const unused = leased();
    await unused.permits.close();
    expect(unused.asked).toEqual([]);
    const { permits, database, pass, asked } = await working();
    database.grant = null;
    await permits.close();
    await pass(60_000);
    expect(asked).toHaveLength(2);
  });
});

test("a thousand outcomes are kept for the next renewal, and no more", async () => {
  const { permits, asked, pass } = await working();
  permits.release(answered);
  for (let page = 0; page < 1_100; page++) {
    permits.acquire(1);
    permits.release(answered);
  }
  await pass(1_000);
  expect(asked[1]!.outcomes).toHaveLength(1_000);
});
