import type { Kysely } from "kysely";
import { toPerson } from "../accounts/account-row.ts";
import { toApiKey } from "../accounts/callers.ts";
import { findPlan, type Plans } from "../accounts/plans.ts";
import { accountTerms } from "../accounts/practice-account.ts";
import type { Caller, Person } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import { iso, isoOrNull } from "../base/iso.ts";
import { ownerId } from "../store/practice-id.ts";
import type { Row, Schema } from "../store/schema.ts";
import { pointsDue } from "./commands.ts";
import { countHistory, readHistory } from "./history.ts";
import { readTagUsage } from "./tag-usage.ts";
import type { WindowState } from "./types.ts";
import { type Five, monthAt, planLimits, windowStates } from "./windows.ts";

export interface TokenHistoryQuery {
  start: number | null;
  end: number | null;
  tag?: string | null;
  limit: number;
  cursor: string | null;
}

export type TokenQueries = ReturnType<typeof createTokenQueries>;

interface Deps {
  db: Kysely<Schema>;
  clock: Clock;
  plans: Plans;
  accrue(accountId: string): Promise<{ points: number }>;
}

export function createTokenQueries({ db, clock, plans, accrue }: Deps) {
  async function accountNow(accountId: string) {
    const now = clock.now();
    const { plan } = await db
      .selectFrom("accounts")
      .where("id", "=", ownerId(accountId))
      .select("plan")
      .executeTakeFirstOrThrow();
    const balance = await db.selectFrom("balances").where("account_id", "=", accountId).selectAll().executeTakeFirst();
    const granted = {
      month: balance?.granted_month ?? null,
      points: balance?.granted_points ?? 0,
      once: balance?.granted_once === 1,
    };
    // A month that began without a request also has its points at the first read.
    const due = pointsDue(accountTerms(accountId, plans[plan]), granted, monthAt(now));
    const { points } = balance && due === 0 ? balance : await accrue(accountId);
    return { now, plan, points, limits: planLimits(findPlan(plans, plan)) };
  }

  async function readPeople(ids: string[]): Promise<Map<string, Person>> {
    if (ids.length === 0) return new Map();
    const rows = await db
      .selectFrom("people")
      .where("id", "in", [...new Set(ids)])
      .selectAll()
      .execute();
    return new Map(rows.map((row) => [row.id, toPerson(row)]));
  }

  return {
    /** Points and current windows of a key, without counting anything. */
    async peek({ key, account }: Caller): Promise<{ points: number; windows: WindowState[] }> {
      const { now, points, limits } = await accountNow(account.id);
      const row = await db.selectFrom("api_keys").where("id", "=", key.id).selectAll().executeTakeFirstOrThrow();
      return { points, windows: states(row, limits, now) };
    },
    /** One record for each unrevoked key of the caller's account. A key for some sources sees only itself. */
    async statistic({ account: { id }, key: own }: Caller) {
      const { now, plan, points, limits } = await accountNow(id);
      let visible = db
        .selectFrom("api_keys")
        .where("account_id", "=", ownerId(id))
        .where("mode", "=", own.mode)
        .where("revoked_at", "is", null);
      if (own.sources) visible = visible.where("id", "=", own.id);
      const keys = await visible
        .orderBy("is_primary", "desc")
        .orderBy("created_at")
        .orderBy("id")
        .selectAll()
        .execute();
      const people = await readPeople(keys.map((key) => toApiKey(key).person_id));
      return keys.flatMap((key) => {
        const user = people.get(toApiKey(key).person_id);
        return user ? [toStatistic(key, { user, plan, points }, states(key, limits, now), now)] : [];
      });
    },
    /** History of the caller's account, newest first, for the key's sources. */
    requests: ({ account, key: { sources } }: Caller, { start, end, tag, limit, cursor }: TokenHistoryQuery) =>
      readHistory(db, { accountId: account.id, sources, start, end, tag, limit, cursor }),
    /** Usage by tag, for the key's sources. */
    tags: ({ account, key: { sources } }: Caller, { start, end }: Pick<TokenHistoryQuery, "start" | "end">) =>
      readTagUsage(db, { accountId: account.id, sources, start, end }),
    countRequests: ({ account, key: { sources } }: Caller, { start, end }: Pick<TokenHistoryQuery, "start" | "end">) =>
      countHistory(db, { accountId: account.id, sources, start, end }),
  };
}

function states(row: Row<"api_keys">, limits: Five, now: number): Five<WindowState> {
  const starts: Five = [row.ten_second_start, row.minutely_start, row.hourly_start, row.daily_start, row.monthly_start];
  const usage: Five = [row.ten_second_usage, row.minutely_usage, row.hourly_usage, row.daily_usage, row.monthly_usage];
  return windowStates(limits, starts, usage, now);
}

function toStatistic(
  key: Row<"api_keys">,
  { user, plan, points }: { user: Person; plan: string; points: number },
  [ten, minute, hour, day, month]: Five<WindowState>,
  now: number,
) {
  return {
    id: key.id,
    user: {
      id: user.id,
      front_id: user.front_id,
      login: user.login,
      role: user.role,
      email: user.email,
      name: user.name,
      created_at: iso(user.created_at),
      modified_at: iso(user.modified_at),
      last_login_at: isoOrNull(user.last_login_at),
      email_verified: user.email_verified,
    },
    is_primary: key.is_primary === 1,
    points,
    plan,
    usage_context: key.usage_context,
    expires_at: isoOrNull(key.expires_at),
    created_at: iso(key.created_at),
    last_used_at: isoOrNull(key.last_used_at),
    ten_second_limit: ten.limit,
    minutely_limit: minute.limit,
    hourly_limit: hour.limit,
    daily_limit: day.limit,
    monthly_limit: month.limit,
    ten_second_usage: ten.usage,
    minutely_usage: minute.usage,
    hourly_usage: hour.usage,
    daily_usage: day.usage,
    monthly_usage: month.usage,
    /** The key to use by default: the primary one, while it is valid. */
    is_recommended: key.is_primary === 1 && (key.expires_at === null || key.expires_at > now),
  };
}
