import { expect, test } from "vitest";
import { seeded } from "../../contract/seeded.ts";
import type { Allowance } from "./adaptive-limit.ts";
import { emptyLeaseTable, type LeaseTable, renewLease } from "./lease-table.ts";

const allowed: Allowance = { concurrency: 4, perSecond: 10 };
const LEASE_MS = 5_000;
const START = 1_000_000;

/** Asks as a process would: keeping what it has, unless told otherwise. */
function ask(book: LeaseTable, holder: string, wants: number, now = START, keep?: number) {
  const had = book.leases[holder];
  const permits = keep ?? had?.permits ?? 0;
  const perSecond = keep === undefined ? (had?.perSecond ?? 0) : (allowed.perSecond! * keep) / allowed.concurrency;
  return renewLease(book, { holder, keep: { permits, perSecond }, wants, outcomes: [] }, allowed, LEASE_MS, now);
}

test("a process alone has everything, whatever it wants", () => {
  expect(ask(emptyLeaseTable(allowed), "a", 1)).toMatchObject({ permits: 4, perSecond: 10, saved: 4 });
});

test("a share grows only out of what nobody has; what is too much is asked back", () => {
  const book = emptyLeaseTable(allowed);
  ask(book, "a", 1_000);
  const newcomer = ask(book, "b", 1);
  expect(newcomer).toMatchObject({ permits: 0, perSecond: 0, saved: 0, target: { permits: 1 } });
  expect(ask(book, "a", 1_000)).toMatchObject({ permits: 4, target: { permits: 3, perSecond: 7.5 } });
  expect(ask(book, "a", 1_000, START, 3)).toMatchObject({ permits: 3, perSecond: 7.5 });
  expect(ask(book, "b", 1)).toMatchObject({ permits: 1, perSecond: 2.5 });
});

test("the share of a process that is gone is back at the end of its lease, not before", () => {
  const book = emptyLeaseTable(allowed);
  ask(book, "dead", 10);
  expect(ask(book, "b", 10, START + LEASE_MS - 1).permits).toBe(0);
  expect(ask(book, "b", 10, START + LEASE_MS).permits).toBe(4);
});

test("what nobody asked for is saved from the end of the last lease on, and no longer", () => {
  const book = emptyLeaseTable(allowed);
  ask(book, "dead", 10);
  expect(ask(book, "b", 10, START + LEASE_MS + 100).saved).toBe(1);
});

test("a lease that has ended is not kept by asking for it", () => {
  const book = emptyLeaseTable(allowed);
  ask(book, "a", 10);
  ask(book, "b", 10, START + LEASE_MS);
  const late = renewLease(
    book,
    { holder: "a", keep: { permits: 4, perSecond: 10 }, wants: 10, outcomes: [] },
    allowed,
    LEASE_MS,
    START + LEASE_MS,
  );
  expect(late.permits).toBe(0);
});

test("what the site told one holds for all: half of it, and a pause", () => {
  const book = emptyLeaseTable(allowed);
  const told = { holder: "a", keep: { permits: 4, perSecond: 10 }, wants: 4 };
  ask(book, "a", 4);
  renewLease(book, { ...told, outcomes: [{ kind: "throttled", retryAfterMs: 60_000 }] }, allowed, LEASE_MS, START);
  expect(ask(book, "b", 1)).toMatchObject({ pausedMs: 60_000, target: { permits: 1 } });
});

test("with fewer permits than processes, each has one in its turn", () => {
  const one: Allowance = { concurrency: 1, perSecond: null };
  const book = emptyLeaseTable(one);
  const served = new Map<string, number>();
  const keeps = new Map<string, number>();
  for (let round = 0; round < 300; round++) {
    const holder = `p${round % 5}`;
    const keep = { permits: keeps.get(holder) ?? 0, perSecond: 0 };
    const grant = renewLease(book, { holder, keep, wants: 9, outcomes: [] }, one, LEASE_MS, START + round * 100);
    keeps.set(holder, Math.min(grant.permits, grant.target.permits));
    if (grant.permits > 0) served.set(holder, (served.get(holder) ?? 0) + 1);
  }
  expect(served.size).toBe(5);
  expect(Math.min(...served.values())).toBeGreaterThan(Math.max(...served.values()) / 3);
});

test("whatever is asked in whatever order, the leases never add up to more than the limit", () => {
  for (let seed = 0; seed < 50; seed++) {
    const random = seeded(`leases ${seed}`);
    const book = emptyLeaseTable(allowed);
    let now = START;
    for (let event = 0; event < 400; event++) {
      now += random.int(0, 1_500);
      const holder = `p${random.int(0, 5)}`;
      const had = book.leases[holder];
      const keep = random.chance(0.5) ? (had?.permits ?? 0) : random.int(0, 4);
      const outcomes = random.chance(0.1) ? [{ kind: "throttled", retryAfterMs: null } as const] : [];
      const before = sums(book, now);
      renewLease(
        book,
        { holder, keep: { permits: keep, perSecond: keep * 2 }, wants: random.int(0, 30), outcomes },
        allowed,
        LEASE_MS,
        now,
      );
      const after = sums(book, now);
      // After the site has complained there may be more out than the new limit; then nothing is added.
      expect(after.permits).toBeLessThanOrEqual(Math.max(before.permits, Math.floor(book.limit.concurrency)));
      expect(after.permits).toBeLessThanOrEqual(4);
      expect(after.perSecond).toBeLessThanOrEqual(10 + 1e-9);
    }
  }
});

function sums(book: LeaseTable, now: number) {
  const live = Object.values(book.leases).filter(({ endsAt }) => endsAt > now);
  return {
    permits: live.reduce((sum, { permits }) => sum + permits, 0),
    perSecond: live.reduce((sum, { perSecond }) => sum + perSecond, 0),
  };
}

const asking = (holder: string, wants: number, permits: number, perSecond: number) => ({
  ...{ holder, wants, outcomes: [] },
  keep: { permits, perSecond },
});
const renew = (book: LeaseTable, request: Parameters<typeof renewLease>[1], now = START, of: Allowance = allowed) =>
  renewLease(book, request, of, LEASE_MS, now);

test("a lease says when it ends, what is wanted and when it last had a permit", () => {
  const book = emptyLeaseTable(allowed);
  expect(book).toMatchObject({ leases: {}, emptySince: 0, limit: { concurrency: 4 } });
  renew(book, asking("a", 3, 0, 0));
  expect(book.leases.a).toEqual({ permits: 4, perSecond: 10, wants: 3, endsAt: START + LEASE_MS, servedAt: START });
  renew(book, asking("b", 2, 0, 0), START + 1);
  expect(book.leases.b).toMatchObject({ permits: 0, servedAt: START + 1 });
  renew(book, asking("b", 2, 0, 0), START + 2);
  expect(book.leases.b).toMatchObject({ servedAt: START + 1, endsAt: START + 2 + LEASE_MS });
  renew(book, asking("a", 3, 2, 5), START + 3);
  expect(book.leases.a).toMatchObject({ servedAt: START + 3 });
});

test("nobody keeps more than it had, nor more than it says", () => {
  const book = emptyLeaseTable(allowed);
  renew(book, asking("a", 9, 0, 0));
  renew(book, asking("b", 9, 0, 0));
  renew(book, asking("a", 9, 1, 2));
  expect(book.leases.a).toMatchObject({ permits: 2, perSecond: 5 });
  expect(renew(book, asking("b", 9, 4, 10))).toMatchObject({ permits: 2, perSecond: 5 });
});

test("wanting and keeping nothing ends a lease; the starts saved from then on are the next one's", () => {
  const book = emptyLeaseTable(allowed);
  renew(book, asking("a", 1, 0, 0));
  const ended = renew(book, asking("a", 0, 0, 0), START + 1_000);
  expect(ended).toEqual({
    ...{ permits: 0, perSecond: 0, saved: 0, pausedMs: 0, typicalMs: null },
    target: { permits: 0, perSecond: 0 },
  });
  expect(book).toMatchObject({ leases: {}, emptySince: START + 1_000 });
  // Nothing ends where nobody had a lease.
  renew(book, asking("b", 0, 0, 0), START + 1_100);
  expect(book.emptySince).toBe(START + 1_000);
  expect(renew(book, asking("b", 1, 0, 0), START + 1_200).saved).toBe(2);
});

test("a lease that is wanted no more but still in use goes on; the first to end leaves the other's time alone", () => {
  const book = emptyLeaseTable(allowed);
  renew(book, asking("a", 1, 0, 0));
  expect(renew(book, asking("a", 0, 1, 0)).permits).toBeGreaterThan(0);
  expect(book.leases.a).toBeDefined();
  renew(book, asking("b", 1, 0, 0));
  renew(book, asking("a", 0, 0, 0), START + 10);
  expect(book).toMatchObject({ emptySince: 0, leases: { b: {} } });
});

test("without a rate nothing is counted by it, and no starts are saved", () => {
  const free: Allowance = { concurrency: 4, perSecond: null };
  const book = emptyLeaseTable(free);
  expect(renew(book, asking("a", 1, 0, 0), START, free)).toMatchObject({
    ...{ permits: 4, perSecond: null, saved: 0 },
    target: { permits: 4, perSecond: null },
  });
  expect(book.leases.a!.perSecond).toBe(0);
});

test("a pause that is over is none, and what an answer takes is told to all", () => {
  const book = emptyLeaseTable(allowed);
  const outcomes = [{ kind: "throttled", retryAfterMs: 60_000 } as const, { kind: "answered", tookMs: 70 } as const];
  renew(book, { ...asking("a", 1, 0, 0), outcomes });
  expect(renew(book, asking("b", 1, 0, 0), START + 59_000)).toMatchObject({ pausedMs: 1_000, typicalMs: 70 });
  expect(renew(book, asking("b", 1, 0, 0), START + 61_000)).toMatchObject({ pausedMs: 0 });
});

test("after a complaint there may be more out than there is: then nobody is given more", () => {
  const book = emptyLeaseTable(allowed);
  renew(book, asking("a", 2, 0, 0));
  renew(book, asking("b", 2, 0, 0));
  renew(book, asking("a", 2, 2, 5));
  renew(book, asking("b", 2, 0, 0));
  renew(book, { ...asking("a", 2, 2, 5), outcomes: [{ kind: "throttled", retryAfterMs: null }] });
  expect(book.leases).toMatchObject({ a: { permits: 2, perSecond: 5 }, b: { permits: 2, perSecond: 5 } });
  expect(renew(book, asking("b", 2, 2, 5))).toMatchObject({ permits: 2, target: { permits: 1, perSecond: 2.5 } });
});

test("several old leases that end: the last of them says since when nobody has had one", () => {
  const book = emptyLeaseTable(allowed);
  renew(book, asking("a", 1, 0, 0), START);
  renew(book, asking("b", 1, 0, 0), START + 300);
  expect(renew(book, asking("c", 1, 0, 0), START + 300 + LEASE_MS + 200).saved).toBe(2);
  expect(Object.keys(book.leases)).toEqual(["c"]);
});
