import type { Kysely } from "kysely";
import { FixableError } from "../base/fixable-error.ts";
import type { Schema } from "../store/schema.ts";
// Its types only: the ledger's thread reads plans, and loading typebox was nine tenths of the thread's start.
import type { Plan, Plans } from "./plans-file.ts";

export type { Plan, Plans } from "./plans-file.ts";

/** The terms of an account's plan; `checkPlans` stops the start if one is missing. */
export function findPlan(plans: Plans, name: string): Plan {
  const terms = plans[name];
  if (!terms) throw new Error(`there is no plan ${name}`);
  return terms;
}

const MIN_QUEUED = 10_000;
const MAX_QUEUED = 500_000;

/** Requests of jobs and batches that may wait concurrently; by default a day's calls. */
export const maxQueuedItems = ({ queued_items, daily }: Plan): number =>
  queued_items ?? Math.min(MAX_QUEUED, Math.max(MIN_QUEUED, daily));

/** A plan whose points are granted once is a trial. */
export const watchDays = ({ watch_days, once }: Plan): number => watch_days ?? (once ? 90 : 730);

const plan = (
  points: number,
  [ten_second, minutely, hourly, daily, monthly]: [number, number, number, number, number],
  once = false,
): Plan => ({ points, once, ten_second, minutely, hourly, daily, monthly });

export const defaultPlans: Plans = {
  free: plan(1_000, [5, 20, 200, 1_000, 5_000], true),
  starter: plan(15_000, [20, 60, 1_000, 10_000, 100_000]),
  growth: plan(100_000, [50, 200, 5_000, 50_000, 500_000]),
  scale: plan(190_000, [100, 400, 10_000, 100_000, 1_000_000]),
  pro: plan(425_000, [200, 1_000, 30_000, 300_000, 3_000_000]),
  enterprise: plan(1_200_000, [500, 2_500, 75_000, 750_000, 10_000_000]),
};

/** Accounts have plans that the operator's file lacks, so all their calls would fail. */
export class MissingPlans extends FixableError {
  constructor(missing: Array<{ plan: string; accounts: number; example: string }>) {
    const which = missing.map(({ plan, accounts, example }) =>
      accounts === 1 ? `"${plan}" (${example})` : `"${plan}" (${accounts} accounts, such as ${example})`,
    );
    super(
      `PLANS_FILE lacks plans that accounts have: ${which.join(", ")}. Add them to the file, or give the accounts another plan: npx winnow accounts set-plan <plan> --email <address> (or --account <id>).`,
    );
    this.name = "MissingPlans";
  }
}

/** Stops the start if the plan of any account is missing. */
export async function checkPlans(db: Kysely<Schema>, plans: Plans): Promise<void> {
  const missing = await db
    .selectFrom("accounts")
    .leftJoin("people", "people.id", "accounts.id")
    .where("accounts.plan", "not in", Object.keys(plans))
    .groupBy("accounts.plan")
    .orderBy("accounts.plan")
    .select(({ fn }) => [
      "accounts.plan",
      fn.countAll<number>().as("accounts"),
      fn.min(fn.coalesce("email", "accounts.id")).as("example"),
    ])
    .execute();
  if (missing.length > 0) throw new MissingPlans(missing);
}
