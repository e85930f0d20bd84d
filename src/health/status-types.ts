import { type Static, Type } from "typebox";
import { choice, instant, integer, listOf, orNull, words } from "../contract/shapes.ts";

/** What anyone may read about the sources (`/status.json`): rates, and never how much is called. And what the operator may read besides (`/health/details`). */

const state = choice(["ok", "degraded", "down"]);

const DayStatus = Type.Object(
  {
    day: words(),
    down_minutes: integer({ description: "Minutes in which callers were refused." }),
    state: choice(["ok", "degraded", "down", "none"]),
  },
  { title: "DayStatus" },
);
export type DayStatus = Static<typeof DayStatus>;

const OperationStatus = Type.Object(
  {
    path: words(),
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
    operation: words(),
    field: words(),
    before: orNull(Type.Number()),
    after: orNull(Type.Number()),
    since: instant(),
    likely_new_name: orNull(words()),
  },
  { title: "FieldStatus" },
);
export type FieldStatus = Static<typeof FieldStatus>;

export const incidentKinds = ["failing", "errors", "drift", "canary", "fallback"] as const;

export const PublicIncident = Type.Object(
  {
    no: integer(),
    operation: words(),
    kind: choice(incidentKinds),
    field: orNull(words()),
    state,
    reason: words(),
    opened_at: instant(),
    closed_at: orNull(instant()),
    note: orNull(words()),
  },
  { title: "PublicIncident" },
);
export type PublicIncident = Static<typeof PublicIncident>;

const SourceStatus = Type.Object(
  {
    name: words(),
    title: words(),
    state,
    since: orNull(instant()),
    reason: orNull(words()),
    paused_until: orNull(
      instant({
        description: "Until when the source asks to wait, at most 15 minutes from now; then a request probes.",
      }),
    ),
    stand_in: Type.Boolean(),
    uptime: Type.Number({ description: "Share of the last 90 days in which callers were not refused." }),
    operations: listOf(OperationStatus),
    fields: listOf(FieldStatus),
    incidents: listOf(PublicIncident),
    days: listOf(DayStatus),
  },
  { title: "SourceStatus" },
);
export type SourceStatus = Static<typeof SourceStatus>;

export const Status = Type.Object(
  { state, checked_at: instant({ description: "Milliseconds since 1970." }), sources: listOf(SourceStatus) },
  { title: "Status" },
);
export type Status = Static<typeof Status>;

export const HealthDetails = Type.Object({
  untrusted_proxy: orNull(
    Type.Object(
      { peer: words(), header: words() },
      { description: "A proxy that TRUST_PROXY does not name: all its callers count as one address." },
    ),
  ),
  sources: listOf(
    Type.Object({
      name: words(),
      state,
      circuit_breaker: choice(["open", "closed"]),
      politeness: Type.Object({ concurrency: Type.Number(), per_second: Type.Number() }),
      robots: choice(["honour", "ignore"]),
      stopped: orNull(words({ description: "How the owner of the site has asked to stop." })),
      routes: listOf(
        Type.Object(
          {
            name: words(),
            cooling: Type.Boolean(),
            tried_again_at: orNull(instant()),
            requests: Type.Number(),
            ok: Type.Number(),
            walls: Type.Number(),
            average_ms: orNull(Type.Number()),
            average_bytes: orNull(Type.Number()),
            paid_bytes: orNull(Type.Number({ description: "Of a provider's route: bytes of today." })),
          },
          { description: "In their order, with figures of this process since its start." },
        ),
      ),
    }),
  ),
});
export type HealthDetails = Static<typeof HealthDetails>;
