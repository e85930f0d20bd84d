import { type Static, Type } from "typebox";
import { choice, instant, integer, listOf, orNull, words } from "../contract/shapes.ts";

/** What anyone may read about the sources (`/status.json`): rates, and never how much is called. And what the operator may read besides (`/health/details`). */

const state = choice(["ok", "degraded", "down"], {
  description: "`down`: callers are refused. `degraded`: records may be missing or in doubt.",
});

const DayStatus = Type.Object(
  {
    day: words({ description: "The day, in UTC." }),
    down_minutes: integer({ description: "Minutes in which callers were refused." }),
    state: choice(["ok", "degraded", "down", "none"], {
      description: "The worst state of the day; `none` without calls.",
    }),
  },
  { title: "DayStatus" },
);
export type DayStatus = Static<typeof DayStatus>;

const OperationStatus = Type.Object(
  {
    path: words({ description: "The operation's path." }),
    state,
    success_rate: orNull(Type.Number({ description: "Of the last two days; null without calls." })),
    p50_ms: orNull(Type.Number({ description: "Half of the calls took no longer: an upper bound, from a histogram." })),
    p95_ms: orNull(Type.Number({ description: "95 of 100 calls took no longer." })),
  },
  { title: "OperationStatus" },
);
export type OperationStatus = Static<typeof OperationStatus>;

const FieldStatus = Type.Object(
  {
    operation: words({ description: "The operation's path." }),
    field: words({ description: "The field of its records." }),
    before: orNull(Type.Number({ description: "Share of records with a value before." })),
    after: orNull(Type.Number({ description: "Share of records with a value since then." })),
    since: instant({ description: "When it changed; milliseconds since 1970." }),
    likely_new_name: orNull(words({ description: "The name under which the site seems to have it now." })),
  },
  { title: "FieldStatus" },
);
export type FieldStatus = Static<typeof FieldStatus>;

export const incidentKinds = ["failing", "errors", "drift", "canary", "fallback"] as const;

export const PublicIncident = Type.Object(
  {
    no: integer({ description: "Its number." }),
    operation: words({ description: "The operation's path." }),
    kind: choice(incidentKinds, {
      description:
        "What is wrong: calls fail, errors rise, values or rows drift, a canary fails, or a fallback is in use.",
    }),
    field: orNull(words({ description: "The field concerned; null for the operation as a whole." })),
    state,
    reason: words({ description: "What was seen." }),
    opened_at: instant({ description: "When it began; milliseconds since 1970." }),
    closed_at: orNull(instant({ description: "When it ended; null while it lasts." })),
    note: orNull(words({ description: "What the operator says about it." })),
  },
  { title: "PublicIncident" },
);
export type PublicIncident = Static<typeof PublicIncident>;

const SourceStatus = Type.Object(
  {
    name: words({ description: "The source's name, as in paths." }),
    title: words({ description: "The source's title." }),
    state,
    since: orNull(instant({ description: "Since when it is in this state; milliseconds since 1970." })),
    reason: orNull(words({ description: "Why it is not `ok`." })),
    paused_until: orNull(
      instant({
        description: "Until when the source asks to wait, at most 15 minutes from now; then a request probes.",
      }),
    ),
    stand_in: Type.Boolean({ description: "Whether it reads the stand-in instead of the website." }),
    uptime: Type.Number({ description: "Share of the last 90 days in which callers were not refused." }),
    operations: listOf(OperationStatus, { description: "Its operations." }),
    fields: listOf(FieldStatus, { description: "Fields whose values have changed." }),
    incidents: listOf(PublicIncident, { description: "Its incidents of the last 90 days." }),
    days: listOf(DayStatus, { description: "The last 90 days, oldest first." }),
  },
  { title: "SourceStatus" },
);
export type SourceStatus = Static<typeof SourceStatus>;

export const Status = Type.Object(
  {
    state,
    checked_at: instant({ description: "Milliseconds since 1970." }),
    sources: listOf(SourceStatus, { description: "The sources." }),
  },
  { title: "Status" },
);
export type Status = Static<typeof Status>;

export const HealthDetails = Type.Object({
  untrusted_proxy: orNull(
    Type.Object(
      {
        peer: words({ description: "Its address." }),
        header: words({ description: "The header in which it names callers." }),
      },
      { description: "A proxy that TRUST_PROXY does not name: all its callers count as one address." },
    ),
  ),
  sources: listOf(
    Type.Object({
      name: words({ description: "The source's name." }),
      state,
      circuit_breaker: choice(["open", "closed"], {
        description: "`open`: calls are refused without asking the site.",
      }),
      politeness: Type.Object(
        {
          concurrency: Type.Number({ description: "Requests at the same time." }),
          per_second: Type.Number({ description: "Requests per second." }),
        },
        { description: "What the site is asked at most, by all processes." },
      ),
      pace: Type.Object(
        {
          per_second: Type.Number({ description: "Requests per second." }),
          share: Type.Number({ description: "Of `politeness.per_second`." }),
          waiting: Type.Number({ description: "Calls of this process that wait for their turn." }),
        },
        {
          description:
            "What the site is asked now: less than its rate for up to two minutes after it has complained, failed or slowed down.",
        },
      ),
      robots: choice(["honour", "ignore"], { description: "Whether robots.txt is obeyed." }),
      stopped: orNull(words({ description: "How the owner of the site has asked to stop." })),
      routes: listOf(
        Type.Object({
          name: words({ description: "The route's name." }),
          cooling: Type.Boolean({ description: "Whether it rests after failures." }),
          tried_again_at: orNull(instant({ description: "When it is tried again; milliseconds since 1970." })),
          requests: Type.Number({ description: "Requests sent." }),
          ok: Type.Number({ description: "Requests with a usable response." }),
          walls: Type.Number({ description: "Responses that were a block or a challenge." }),
          average_ms: orNull(Type.Number({ description: "Average time of a response." })),
          average_bytes: orNull(Type.Number({ description: "Average size of a response." })),
          paid_bytes: orNull(Type.Number({ description: "Of a provider's route: bytes of today." })),
        }),
        { description: "In their order, with figures of this process since its start." },
      ),
    }),
    { description: "The sources." },
  ),
});
export type HealthDetails = Static<typeof HealthDetails>;
