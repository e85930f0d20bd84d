import type { Kysely } from "kysely";
import { timeZone } from "../../src/base/time-zone.ts";
import { countHistory, readPage } from "../../src/metering/history.ts";
import { readLatencies } from "../../src/metering/latency.ts";
import { readUsageCells, UTC_HOURS } from "../../src/metering/usage.ts";
import type { Schema } from "../../src/store/schema.ts";
import { percentile } from "../support/percentile.ts";
import { BUSY } from "./fill.ts";

const DAY_MS = 86_400_000;

/** Queries of the dashboard, for the account with half of all rows and for all accounts. */
export function dashboardQueries(
  db: Kysely<Schema>,
  now: number,
  days: number,
): Record<string, () => Promise<unknown>> {
  const mine = { accountId: BUSY };
  const since = { start: now - (now % DAY_MS) - days * DAY_MS };
  const of30Days = { ...mine, start: now - (now % DAY_MS) - 29 * DAY_MS };
  const zone = timeZone("America/New_York");
  const page = { limit: 50, cursor: null };
  return {
    [`count, ${days} days`]: () => countHistory(db, { ...mine, ...since }),
    "count, 30 days to this minute": () => countHistory(db, { ...mine, start: now - 30 * DAY_MS }),
    "newest page": () => readPage(db, { ...mine, ...page }),
    "newest page of everybody": () => readPage(db, page),
    "page by status": () => readPage(db, { ...mine, statusClass: 5, ...page }),
    "page by operation": () => readPage(db, { ...mine, endpoint: "/api/source-0/things/search", ...page }),
    "search for a word that is somewhere": () => readPage(db, { ...mine, text: "word 4242", ...page }),
    "search for a word that is nowhere": () => readPage(db, { ...mine, text: "nowhere at all", ...page }),
    "search of everybody": () => readPage(db, { text: "nowhere at all", ...page }),
    "usage of 30 days": () => readUsageCells(db, of30Days),
    "usage of 30 days in another zone": () =>
      readUsageCells(db, of30Days, { span: "day", offsets: zone.offsetsBetween(of30Days.start, now + DAY_MS) }),
    "time to answer, 30 days": () => readLatencies(db, of30Days),
    "usage of 24 hours": () => readUsageCells(db, { ...mine, start: now - DAY_MS }, UTC_HOURS),
    "time to answer of 24 hours": () => readLatencies(db, { ...mine, start: now - DAY_MS }, UTC_HOURS),
  };
}

export async function timed(look: () => Promise<unknown>, times: number): Promise<{ p50: number; p99: number }> {
  const took: number[] = [];
  for (let time = 0; time < times; time++) {
    const startedAt = performance.now();
    await look();
    took.push(performance.now() - startedAt);
  }
  return { p50: percentile(took, 0.5), p99: percentile(took, 0.99) };
}
