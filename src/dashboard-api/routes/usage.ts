import { Type } from "typebox";
import { readUsageCells } from "../../metering/usage.ts";
import type { UsageAnswer } from "../api-types.ts";
import type { DashboardParts } from "../parts.ts";
import type { GuardedRoutes } from "../session.ts";

const DAY = 86_400_000;
/** The pace of spending is that of the last week. */
const PACE_DAYS = 7;

const Span = Type.Object({ days: Type.Integer({ minimum: 1, maximum: 366, default: 30 }) });

export function registerUsageRoutes({ member }: GuardedRoutes, parts: DashboardParts): void {
  const { accounts, store, clock, metering } = parts;

  member("GET", "/usage", { querystring: Span }, async ({ person, query }): Promise<UsageAnswer> => {
    const now = clock.now();
    const midnight = now - (now % DAY);
    const since = midnight - (query.days - 1) * DAY;
    const cells = await readUsageCells(store.db, {
      accountId: person.id,
      start: Math.min(since, midnight - (PACE_DAYS - 1) * DAY),
    });
    const { points } = await metering.accrue(person.id);
    const keys = await accounts.listKeys(person.id);
    const weekAgo = dayOf(midnight - (PACE_DAYS - 1) * DAY);
    const week = cells.filter(({ day }) => day >= weekAgo).reduce((sum, cell) => sum + cell.points, 0);
    const age = Math.max(1, Math.min(PACE_DAYS, Math.ceil((now - person.created_at) / DAY)));
    const pace = week / age;
    const first = dayOf(since);
    return {
      points,
      plan: person.plan,
      days: query.days,
      today: dayOf(now),
      points_per_day: pace,
      runs_out_at: pace === 0 ? null : Math.round(now + (points / pace) * DAY),
      cells: cells.filter(({ day }) => day >= first),
      keys: keys.map(({ id, name }) => ({ id, name })),
    };
  });
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
