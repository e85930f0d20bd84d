import { createHmac } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { FixableError } from "../base/fixable-error.ts";
import { appliedMigrations, FIRST } from "./migrate.ts";
import { sealRoot } from "./root-secret.ts";
import type { AnyDb, Schema } from "./schema.ts";

/** A store that is not copied, or not completely; the message says why. */
export class CopyFailed extends FixableError {
  override name = "CopyFailed";
}

/** The last migration of cf310d07, the one version before 1.0.0 whose stores are copied. */
const LAST = "116-sums-by-tag";

/** Whether a store was written by that version. */
export async function isFormer(db: AnyDb): Promise<boolean> {
  const applied = await appliedMigrations(db);
  if (applied.has(FIRST)) return false;
  if (applied.has(LAST)) return true;
  throw new CopyFailed(
    "The store to copy is neither of 1.0.0 or newer nor of commit cf310d07, the only earlier one that is read.",
  );
}

/** Nothing read it any more, or it is learned again within a day. */
export const formerTables = ["health_fields", "health_baselines"];

const options = ["max_cost", "max_age", "stale_if_error", "keep_partial", "fault", "tags"];

/** Columns that 1.0.0 does not have: what a person had for their account, leases of jobs, and options, which are one column. */
export const formerColumns: Record<string, readonly string[]> = {
  alerts_sent: ["delivered"],
  people: ["plan", "webhook_secret_no"],
  closed_days: ["tagged"],
  health_canaries: ["ran_at", "ok", "result"],
  jobs: ["lease_until", "worker", ...options],
  batches: options,
  schedules: options,
};

/** The options of a job, batch or schedule. */
export function formerOptions(row: Record<string, unknown>): string {
  const { keep_partial, tags, ...given } = Object.fromEntries(options.map((name) => [name, row[name] ?? undefined]));
  const partial = Number(keep_partial ?? 0) === 1 ? "keep" : undefined;
  return JSON.stringify({ ...given, partial, tag: tags });
}

/** What sealed everything was AUTH_SECRET itself, and the store had a check of it. */
export async function keepFormerSecret(target: Kysely<Schema>, secret: string): Promise<void> {
  const own = target.selectFrom("store_facts").where("name", "=", "secret_check");
  const fact = await own.select("value").executeTakeFirst();
  if (!fact) return;
  const check = createHmac("sha256", secret).update("winnow: which secret a store was written with");
  if (check.digest("base64url") !== fact.value)
    throw new CopyFailed("The store to copy was written with another AUTH_SECRET: set AUTH_SECRET to that one.");
  await sql`delete from store_facts where name = 'secret_check'`.execute(target);
  await sealRoot(target, { secret, current: secret });
}
