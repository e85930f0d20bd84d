import { expect, test } from "vitest";
import { askSite, newSite, type SiteAsk, siteRules } from "./site-limit.ts";

const NOW = 1_000_000;
const allowed = { concurrency: 2, perSecond: 1 };
const INTERVAL = 1000 / siteRules.share;
const ask = (over: Partial<SiteAsk> = {}): SiteAsk => ({
  holding: 0,
  wants: 1,
  outcomes: [],
  unused: null,
  allowed,
  ...over,
});

test("starts are spaced by the rate, whoever calls, and granted at most half a second ahead", () => {
  const site = newSite(allowed);
  expect(askSite(site, "a", ask(), NOW).starts).toEqual([NOW]);
  const refused = askSite(site, "b", ask(), NOW + 100);
  expect(refused.starts).toEqual([]);
  expect(refused.askInMs).toBeCloseTo(INTERVAL - 100 - siteRules.aheadMs);
  expect(askSite(site, "b", ask(), NOW + 100 + refused.askInMs).starts).toEqual([NOW + INTERVAL]);
});

test("a process that was granted a start goes to the back; one that calls out of turn gets nothing", () => {
  const site = newSite(allowed);
  askSite(site, "a", ask(), NOW);
  askSite(site, "b", ask({ wants: 2 }), NOW + 10);
  askSite(site, "c", ask(), NOW + 20);
  const due = NOW + INTERVAL - siteRules.aheadMs + 1;
  expect(askSite(site, "c", ask(), due).starts).toEqual([]);
  expect(askSite(site, "b", ask({ wants: 2 }), due).starts).toEqual([NOW + INTERVAL]);
  expect(askSite(site, "b", ask(), due + INTERVAL).starts).toEqual([]);
  expect(askSite(site, "c", ask(), due + INTERVAL).starts).toEqual([NOW + 2 * INTERVAL]);
});

test("a single process is granted every start of the next half second immediately", () => {
  const fast = { concurrency: 40, perSecond: 10 };
  const interval = INTERVAL / 10;
  const { starts } = askSite(newSite(fast), "a", ask({ wants: 9, allowed: fast }), NOW);
  expect(starts).toEqual([0, 1, 2, 3, 4].map((nth) => NOW + nth * interval));
});

test("processes ahead keep their turn until they are late", () => {
  const site = newSite(allowed);
  askSite(site, "a", ask({ wants: 1 }), NOW);
  const { askInMs } = askSite(site, "b", ask(), NOW + 10);
  const due = NOW + 10 + askInMs;
  askSite(site, "a", ask(), NOW + 20);
  expect(askSite(site, "a", ask(), due).starts).toEqual([]);
  expect(askSite(site, "a", ask(), due + siteRules.graceMs).starts).toEqual([]);
  expect(askSite(site, "a", ask(), due + siteRules.graceMs + 1).starts).toHaveLength(1);
});

test("requests in flight of all processes count until their process's lease ends", () => {
  const wide = { concurrency: 2, perSecond: null };
  const site = newSite(wide);
  expect(askSite(site, "a", ask({ wants: 5, allowed: wide }), NOW).starts).toHaveLength(2);
  expect(askSite(site, "b", ask({ allowed: wide }), NOW + 1).starts).toEqual([]);
  expect(askSite(site, "b", ask({ allowed: wide }), NOW + siteRules.leaseMs - 1).starts).toEqual([]);
  expect(askSite(site, "b", ask({ allowed: wide }), NOW + siteRules.leaseMs).starts).toHaveLength(1);
});

test("a process with its share of the permits gets no more while another waits", () => {
  const wide = { concurrency: 4, perSecond: null };
  const site = newSite(wide);
  expect(askSite(site, "a", ask({ wants: 9, allowed: wide }), NOW).starts).toHaveLength(4);
  expect(askSite(site, "b", ask({ wants: 9, allowed: wide }), NOW).starts).toEqual([]);
  expect(askSite(site, "a", ask({ holding: 2, wants: 9, allowed: wide }), NOW + 10).starts).toEqual([]);
  expect(askSite(site, "b", ask({ wants: 9, allowed: wide }), NOW + 20).starts).toHaveLength(2);
});

test("returned starts are free again, unless another was granted after them", () => {
  const site = newSite({ concurrency: 40, perSecond: 10 });
  const fast = { concurrency: 40, perSecond: 10 };
  const { starts, tat } = askSite(site, "a", ask({ wants: 3, allowed: fast }), NOW);
  askSite(site, "a", ask({ wants: 0, holding: 1, unused: { tat, from: starts[1]! }, allowed: fast }), NOW + 1);
  expect(site.limit.tat).toBe(starts[1]);
  const other = askSite(site, "b", ask({ allowed: fast }), NOW + 2);
  expect(other.starts).toEqual([starts[1]]);
  askSite(site, "a", ask({ wants: 0, unused: { tat, from: starts[0]! }, allowed: fast }), NOW + 3);
  expect(site.limit.tat).toBe(other.tat);
});

test("a 429 slows all processes, and Retry-After pauses all of them", () => {
  const site = newSite(allowed);
  askSite(site, "a", ask(), NOW);
  askSite(site, "a", ask({ wants: 0, outcomes: [{ kind: "throttled", retryAfterMs: 3_000 }] }), NOW + 100);
  const paused = askSite(site, "b", ask(), NOW + 200);
  expect(paused).toMatchObject({ starts: [], pausedMs: 2_900, intervalMs: INTERVAL * 2, permits: 1 });
  expect(paused.askInMs).toBe(siteRules.longestPollMs);
  expect(askSite(site, "b", ask(), NOW + 3_000).starts).toEqual([NOW + 3_100]);
});

test("a store's clock that is set back by an hour delays nobody for an hour", () => {
  const site = newSite(allowed);
  askSite(site, "a", ask({ wants: 2 }), NOW + 3_600_000);
  const back = askSite(site, "b", ask(), NOW);
  expect(back.expectedMs).toBeLessThanOrEqual(siteRules.aheadMs + INTERVAL);
  expect(back.askInMs).toBeLessThanOrEqual(siteRules.longestPollMs);
});

test("the next call is always due in 25 ms to 2 s", () => {
  const rare = { concurrency: 1, perSecond: 0.001 };
  const site = newSite(rare);
  askSite(site, "a", ask({ allowed: rare }), NOW);
  for (const name of ["b", "c", "d"]) {
    const { askInMs } = askSite(site, name, ask({ allowed: rare }), NOW + 1);
    expect(askInMs).toBeGreaterThanOrEqual(siteRules.shortestPollMs);
    expect(askInMs).toBeLessThanOrEqual(siteRules.longestPollMs);
  }
});

test("no pause is longer than 15 minutes, whatever was stored or reported", () => {
  const site = newSite(allowed);
  const outcomes = [{ kind: "throttled", retryAfterMs: 1e14 } as const];
  expect(askSite(site, "a", ask({ outcomes }), NOW)).toMatchObject({ starts: [], pausedMs: 900_000 });
  site.limit.pausedUntil = Number.MAX_VALUE;
  expect(askSite(site, "a", ask(), NOW + 1_000)).toMatchObject({ starts: [], pausedMs: 900_000 });
  expect(askSite(site, "a", ask(), NOW + 901_000).starts).toHaveLength(1);
});
