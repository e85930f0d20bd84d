import { readFileSync } from "node:fs";
import type { Kysely } from "kysely";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import type { Schema } from "../store/schema.ts";

const Limit = Type.Integer({ minimum: 1 });

const Plan = Type.Object(
  {
    /** Points granted at the start of each month, or only once. */
    points: Type.Integer({ minimum: 0 }),
    once: Type.Boolean(),
    ten_second: Limit,
    minutely: Limit,
    hourly: Limit,
    daily: Limit,
    monthly: Limit,
    /** Requests of jobs and batches that may wait concurrently. */
    queued_items: Type.Optional(Limit),
    /** Days for which schedules keep the values of tracked fields. */
    watch_days: Type.Optional(Limit),
  },
  { additionalProperties: false },
);

const PlansFile = Type.Record(Type.String({ pattern: "^[a-z][a-z0-9-]*$" }), Plan, { minProperties: 1 });

export type Plan = Static<typeof Plan>;
export type Plans = Record<string, Plan>;

/** The terms of an account's plan; `checkPlans` stops the start if one is missing. */
export function planOf(plans: Plans, name: string): Plan {
  const terms = plans[name];
  if (!terms) throw new Error(`there is no plan ${name}`);
  return terms;
}

const FEWEST_QUEUED = 10_000;
const MOST_QUEUED = 500_000;

/** Requests of jobs and batches that may wait concurrently; by default a day's calls. */
export const queuedItemsOf = ({ queued_items, daily }: Plan): number =>
  queued_items ?? Math.min(MOST_QUEUED, Math.max(FEWEST_QUEUED, daily));

/** A plan whose points are granted once is a trial. */
export const watchDaysOf = ({ watch_days, once }: Plan): number => watch_days ?? (once ? 90 : 730);

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

/** The plans in the operator's file, or the defaults without one. An invalid file stops the start with the reason. */
export function readPlans(file: string): Plans {
  if (file === "") return defaultPlans;
  const plans: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!Value.Check(PlansFile, plans)) {
    const [first] = Value.Errors(PlansFile, plans);
    throw new Error(`${file}: ${first?.instancePath || "/"} ${first?.message ?? "is not a table of plans"}`);
  }
  return plans;
}

/** Accounts have plans that the operator's file lacks, so all their calls would fail. */
export class MissingPlans extends Error {
  constructor(missing: Array<{ plan: string; accounts: number; email: string }>) {
    const which = missing.map(({ plan, accounts, email }) =>
      accounts === 1 ? `"${plan}" (${email})` : `"${plan}" (${accounts} accounts, such as ${email})`,
    );
    super(
      `PLANS_FILE lacks plans that accounts have: ${which.join(", ")}. Add them to the file, or give the accounts another plan: npx winnow accounts set-plan <plan> --email <address>.`,
    );
    this.name = "MissingPlans";
  }
}

/** Stops the start if the plan of any account is missing. */
export async function checkPlans(db: Kysely<Schema>, plans: Plans): Promise<void> {
  const missing = await db
    .selectFrom("people")
    .where("plan", "not in", Object.keys(plans))
    .groupBy("plan")
    .orderBy("plan")
    .select(({ fn }) => ["plan", fn.countAll<number>().as("accounts"), fn.min("email").as("email")])
    .execute();
  if (missing.length > 0) throw new MissingPlans(missing);
}
