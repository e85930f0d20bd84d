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
