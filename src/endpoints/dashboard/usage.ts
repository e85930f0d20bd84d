import { type Static, Type } from "typebox";
import type { ListedMember } from "../../accounts/member-list.ts";
import type { Account, ApiKey } from "../../accounts/types.ts";
import { timeZone } from "../../base/time-zone.ts";
import { given, integer, timeZoneName } from "../../contract/shapes.ts";
import { readLatencies } from "../../metering/latency.ts";
import type { Bucket } from "../../metering/summed-time.ts";
import { readTagUsage } from "../../metering/tag-usage.ts";
import { bucketName, readUsageCells, type UsageCell, UTC_HOURS } from "../../metering/usage.ts";
import { countNotAdmitted } from "../../service/logged-calls.ts";
import { ownerId } from "../../store/practice-id.ts";
import { csvFile, type DashboardContext, gives, memberGroup, table } from "./context.ts";
import { MembersUsage, type MemberUsage, TagsAnswer, UsageAnswer } from "./views/usage.ts";

const { member } = memberGroup("work", "usage");
const HOUR = 3_600_000;
const DAY = 86_400_000;
/** The spending rate is that of the last week. */
const PACE_DAYS = 7;
/** Before that, a rate says little about the days to come. */
const TELLING_DAYS = 2;

const query = Type.Object({
  days: integer({ minimum: 1, maximum: 366, default: 30 }),
  key: Type.Optional(given({ minLength: 0, maxLength: 60 })),
  tag: Type.Optional(given({ maxLength: 40 })),
  zone: timeZoneName({ default: "UTC", description: "Of the days." }),
});

/** What the account's calls cost and how long they took. */
export const usageEndpoints = [
  member("GET /usage", {
    summary: "Calls by day, operation, key and status",
    query,
    answer: gives(UsageAnswer),
    async handle({ caller: { account }, query }, context) {
      const { accounts, store, clock, metering } = context;
      const { bucket, start, columns } = spanOf(context, query);
      const filter = filterOf(account, query, start);
      const [{ points }, keys, pace] = await Promise.all([
        metering.accrue(account.id),
        accounts.listKeys(account.id),
        paceOf(context, account),
      ]);
      const isNew = clock.now() - account.created_at < TELLING_DAYS * DAY;
      return {
        points,
        plan: account.plan,
        days: query.days,
        bucket: bucket.span,
        columns,
        points_per_day: pace,
        runs_out_at: pace === 0 || isNew ? null : Math.round(clock.now() + (points / pace) * DAY),
        budget_per_day: budget(context, account),
        cells: await cellsOf(context, filter, bucket),
        latency: await readLatencies(store.db, filter, bucket),
        keys: keys.map(({ id, name }) => ({ id, name })),
      };
    },
  }),
  member("GET /usage/tags", {
    summary: "Calls and points by tag",
    query,
    answer: gives(TagsAnswer),
    async handle({ caller: { account }, query }, context) {
      const { start } = spanOf(context, query);
      return { tags: await readTagUsage(context.store.db, filterOf(account, query, start)) };
    },
  }),
  member("GET /usage/members", {
    summary: "Calls and points by member",
    query,
    answer: gives(MembersUsage),
    async handle({ caller: { account }, query }, context) {
      const { bucket, start } = spanOf(context, query);
      const [cells, keys, members] = await Promise.all([
        cellsOf(context, filterOf(account, query, start), bucket),
        context.accounts.listKeys(account.id),
        context.members.list(ownerId(account.id)),
      ]);
      return { members: usageByMember(cells, keys, members) };
    },
  }),
  member("GET /usage.csv", {
    summary: "Calls by day, operation, key and status, as CSV",
    query,
    answer: table,
    async handle({ caller: { account }, query }, context) {
      const { bucket, start } = spanOf(context, query);
      const cells = await cellsOf(context, filterOf(account, query, start), bucket);
      const names = new Map((await context.accounts.listKeys(account.id)).map(({ id, name }) => [id, name]));
      const rows = cells.map((cell) => ({
        time: cell.day,
        operation: cell.endpoint,
        key: names.get(cell.key_id) ?? "",
        status: `${cell.status_class}xx`,
        calls: cell.calls,
        errors: cell.errors,
        points: cell.points,
        mean_ms: Math.round(cell.duration_ms / cell.calls),
      }));
      const columns = ["time", "operation", "key", "status", "calls", "errors", "points", "mean_ms"];
      return csvFile(`usage-${query.days}-days.csv`, columns, rows);
    },
  }),
];

/** The hours of one day, or the days of a longer range, up to the current one. */
function spanOf({ clock }: DashboardContext, { days, zone }: Pick<Static<typeof query>, "days" | "zone">): Span {
  const now = clock.now();
  if (days === 1) {
    const start = now - (now % HOUR) - 23 * HOUR;
    const columns = Array.from({ length: 24 }, (_, at) => bucketName("hour", start + at * HOUR));
    return { bucket: UTC_HOURS, start, columns };
  }
  const { startOfDay, offsetsBetween, aheadAt } = timeZone(zone);
  const starts = Array.from({ length: days }, (_, at) => startOfDay(now, days - 1 - at));
  const start = starts[0] ?? now;
  return {
    bucket: { span: "day", offsets: offsetsBetween(start, now + DAY) },
    start,
    columns: starts.map((at) => bucketName("day", at + aheadAt(at))),
  };
}

interface Span {
  bucket: Bucket;
  start: number;
  columns: string[];
}

const filterOf = (account: Account, { key, tag }: Pick<Static<typeof query>, "key" | "tag">, start: number) => ({
  accountId: account.id,
  keyIds: key === undefined ? null : [key],
  tag,
  start,
});

/** All calls of the range, as the history lists them, including those not admitted. */
const cellsOf = async ({ store }: DashboardContext, filter: ReturnType<typeof filterOf>, bucket: Bucket) => [
  ...(await readUsageCells(store.db, filter, bucket)),
  // A call that was not admitted has no tags.
  ...(filter.tag ? [] : await countNotAdmitted(store.db, filter, bucket)),
];

/** Every member, the most expensive first; a key counts for whoever has it. Those who left, and nobody's keys, are one row. */
function usageByMember(cells: UsageCell[], keys: ApiKey[], members: ListedMember[]): MemberUsage[] {
  const named = members.map(({ id, name }) => ({ id, name, calls: 0, errors: 0, points: 0 }));
  const others: MemberUsage = { id: null, name: null, calls: 0, errors: 0, points: 0 };
  const byPerson = new Map(named.map((row) => [row.id, row]));
  const byKey = new Map(keys.map(({ id, person_id }) => [id, byPerson.get(person_id)]));
  for (const cell of cells) {
    const row = byKey.get(cell.key_id) ?? others;
    for (const figure of ["calls", "errors", "points"] as const) row[figure] += cell[figure];
  }
  return [...named, ...(others.calls > 0 ? [others] : [])].sort((a, b) => b.points - a.points);
}

/** Average points per day of the account over the last week, or since it began. */
async function paceOf({ clock, store }: DashboardContext, account: Account): Promise<number> {
  const now = clock.now();
  const since = now - (now % DAY) - (PACE_DAYS - 1) * DAY;
  const week = await readUsageCells(store.db, { accountId: account.id, start: since });
  const age = Math.max(1, Math.min(PACE_DAYS, Math.ceil((now - account.created_at) / DAY)));
  return week.reduce((sum, { points }) => sum + points, 0) / age;
}

function budget({ clock, plans }: DashboardContext, { plan }: Account): number | null {
  const terms = plans[plan];
  if (!terms || terms.once) return null;
  const now = new Date(clock.now());
  return terms.points / new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate();
}
