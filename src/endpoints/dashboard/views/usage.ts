import { type Static, Type } from "typebox";
import { choice, instant, integer, listOf, orNull, words } from "../../../contract/shapes.ts";
import { TagUsage } from "../../token.ts";
import { sentParams } from "./requests.ts";

/** Calls of one day or hour, operation, key and status class. The pages group them. */
export const UsageCell = Type.Object({
  day: words({ description: "`YYYY-MM-DD`, or `YYYY-MM-DDTHH` for an hour: UTC." }),
  endpoint: words(),
  key_id: words(),
  status_class: integer({ description: "2, 4 or 5." }),
  calls: integer(),
  errors: integer(),
  points: integer(),
  duration_ms: Type.Number({ description: "Sum over the calls." }),
});
export type UsageCell = Static<typeof UsageCell>;

/** The 50th, 95th and 99th percentiles. */
const Latency = Type.Object({ calls: integer(), p50_ms: Type.Number(), p95_ms: Type.Number(), p99_ms: Type.Number() });
export type Latency = Static<typeof Latency>;

export const UsageAnswer = Type.Object({
  points: integer(),
  plan: words(),
  days: integer(),
  bucket: choice(["day", "hour"], { description: "Hours if one day is requested." }),
  columns: listOf(words(), { description: "Every day or hour of the span, oldest first." }),
  budget_per_day: orNull(
    Type.Number({ description: "Daily share of the plan's monthly points; null if the points are given once." }),
  ),
  latency: Type.Object({
    by_time: listOf(Type.Object({ ...Latency.properties, day: words() })),
    by_both: listOf(Type.Object({ ...Latency.properties, day: words(), endpoint: words() })),
    by_operation: listOf(Type.Object({ ...Latency.properties, endpoint: words() })),
  }),
  points_per_day: Type.Number({ description: "Mean points a day over the last 7 days." }),
  runs_out_at: orNull(
    instant({
      description:
        "When the points run out at that rate; null if nothing is spent, and in the first two days of an account.",
    }),
  ),
  cells: listOf(UsageCell),
  keys: listOf(Type.Object({ id: words(), name: words() })),
});
export type UsageAnswer = Static<typeof UsageAnswer>;

export const TagsAnswer = Type.Object({ tags: listOf(TagUsage, { description: "Most expensive first." }) });
export type TagsAnswer = Static<typeof TagsAnswer>;

const MemberUsage = Type.Object({
  id: orNull(words({ description: "Null for people who left, and for keys that belong to nobody." })),
  name: orNull(words()),
  calls: integer(),
  errors: integer(),
  points: integer(),
});
export type MemberUsage = Static<typeof MemberUsage>;

export const MembersUsage = Type.Object({ members: listOf(MemberUsage, { description: "Most expensive first." }) });
export type MembersUsage = Static<typeof MembersUsage>;

/** An entry of the points statement. */
export const StatementEntry = Type.Object({
  no: integer(),
  at: instant(),
  kind: words(),
  amount: integer({ description: "Points added or taken." }),
  balance: integer({ description: "Points after it; with `holds`, those that could be spent." }),
  note: orNull(words()),
  request_id: orNull(words({ description: "The call that caused it; null once the history no longer has it." })),
  endpoint: orNull(words()),
  params: sentParams,
});
export type StatementEntry = Static<typeof StatementEntry>;
