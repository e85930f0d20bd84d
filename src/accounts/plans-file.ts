import { readFileSync } from "node:fs";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";

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

/** The plans in the operator's file. An invalid file stops the start with the reason. */
export function readPlansFile(file: string): Plans {
  const plans: unknown = JSON.parse(readFileSync(file, "utf8"));
  if (!Value.Check(PlansFile, plans)) {
    const [first] = Value.Errors(PlansFile, plans);
    throw new Error(`${file}: ${first?.instancePath || "/"} ${first?.message ?? "is not a table of plans"}`);
  }
  return plans;
}
