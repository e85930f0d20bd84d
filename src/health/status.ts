import { publicReason } from "../contract/incident-reason.ts";
import { pick } from "../contract/shapes.ts";
import type { Row } from "../store/schema.ts";
import { type DayCounts, latencyColumns, utcDay } from "./day-counters.ts";
import type { Health } from "./health.ts";
import {
  type DayStatus,
  type FieldStatus,
  type OperationStatus,
  PublicIncident,
  type SourceStatus,
  type Status,
} from "./status-types.ts";
import type { Incident, Override, State } from "./types.ts";

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 90;

type DayRow = Row<"health_days">;

/** The present and past state of every source, read from the store: the same in every process. */
export async function readStatus({ store, pauses, sources, isStandIn }: Health, now: number): Promise<Status> {
  const from = now - (SHOWN_DAYS - 1) * DAY_MS;
  const [rows, incidents, overrides, paused] = await Promise.all([
    store.days(utcDay(from)),
    store.incidents(from),
    store.overrides(),
    pauses.current(now),
  ]);
  const statuses = sources.map((source): SourceStatus => {
    const paths = source.operations.map(({ path }) => path);
    const own = incidents.filter((incident) => incident.source === source.name);
    const open = own.filter(({ closed_at }) => closed_at === null);
    const override = overrides.find((one) => one.source === source.name);
    const worst = open.toSorted((a, b) => Number(b.blocking) - Number(a.blocking) || a.opened_at - b.opened_at)[0];
    const daily = dailyOf(
      rows.filter(({ operation }) => paths.includes(operation)),
      own,
      now,
    );
    return {
      name: source.name,
      title: source.title,
      ...headline(worst, override, paused.get(source.name) ?? null),
      paused_until: paused.get(source.name) ?? null,
      stand_in: isStandIn(source.name),
      uptime: uptimeOf(daily),
      operations: paths.map((path) => operationStatus(path, rows, open, now)),
      fields: open.flatMap(fieldStatus),
      incidents: own.slice(0, 50).map(publicIncident),
      days: daily,
    };
  });
  return { state: overall(statuses), checked_at: now, sources: statuses };
}

function headline(worst: Incident | undefined, override: Override | undefined, pausedUntil: number | null) {
  if (override?.state === "closed") {
    return { state: "down" as const, since: override.at, reason: override.note || "Closed by the operator." };
  }
  if (!worst && pausedUntil !== null) {
    const reason = `The source asks to wait until ${new Date(pausedUntil).toISOString()}.`;
    return { state: "degraded" as const, since: null, reason };
  }
  if (!worst) return { state: "ok" as const, since: null, reason: null };
  return { state: stateOf(worst), since: worst.opened_at, reason: publicReason(worst) };
}

const stateOf = ({ blocking }: Incident): State => (blocking ? "down" : "degraded");

const publicIncident = (incident: Incident): PublicIncident =>
  pick(PublicIncident, { ...incident, state: stateOf(incident), reason: publicReason(incident) });

function fieldStatus({ operation, field, details, opened_at: since }: Incident): FieldStatus[] {
  const { before = null, after = null, likely_new_name = null } = details;
  return field === null ? [] : [{ operation, field, before, after, since, likely_new_name }];
}

function operationStatus(path: string, rows: DayRow[], open: Incident[], now: number): OperationStatus {
  const recent = rows.filter(({ day, operation }) => operation === path && day >= utcDay(now - DAY_MS));
  const sum = (name: keyof DayCounts) => recent.reduce((total, row) => total + row[name], 0);
  const calls = sum("calls");
  const own = open.filter(({ operation }) => operation === path);
  const quantile = (share: number): number | null => {
    if (calls === 0) return null;
    return latencyColumns.find(([, column]) => sum(column) >= calls * share)?.[0] ?? null;
  };
  const working = own.length > 0 ? "degraded" : "ok";
  return {
    path,
    state: own.some(({ blocking }) => blocking) ? "down" : working,
    success_rate: calls === 0 ? null : 1 - sum("failures") / calls,
    p50_ms: quantile(0.5),
    p95_ms: quantile(0.95),
  };
}

function dailyOf(rows: DayRow[], incidents: Incident[], now: number): DayStatus[] {
  const today = Date.parse(utcDay(now));
  return Array.from({ length: SHOWN_DAYS }, (_, index) => {
    const start = today - (SHOWN_DAYS - 1 - index) * DAY_MS;
    const day = utcDay(start);
    const own = rows.filter((row) => row.day === day);
    const calls = own.reduce((sum, row) => sum + row.calls, 0);
    const downMs = overlap(incidents, start, Math.min(start + DAY_MS, now), now);
    const touched = incidents.some((one) => one.opened_at < start + DAY_MS && (one.closed_at ?? now) >= start);
    return { day, down_minutes: Math.round(downMs / 60_000), state: dayState() };

    // Based on incidents only: a single account can make any share of a day's calls fail.
    function dayState(): DayStatus["state"] {
      if (calls === 0 && !touched) return "none";
      if (downMs > 0) return "down";
      return touched ? "degraded" : "ok";
    }
  });
}

/** Milliseconds of the span with an open blocking incident. Overlapping incidents count once. */
function overlap(incidents: Incident[], from: number, to: number, now: number): number {
  const spans = incidents
    .filter(({ blocking }) => blocking)
    .map((one) => [Math.max(from, one.opened_at), Math.min(to, one.closed_at ?? now)] as const)
    .filter(([start, end]) => end > start)
    .sort((a, b) => a[0] - b[0]);
  let covered = 0;
  let reached = from;
  for (const [start, end] of spans) {
    covered += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return covered;
}

function uptimeOf(days: DayStatus[]): number {
  const seen = days.filter(({ state }) => state !== "none");
  if (seen.length === 0) return 1;
  const down = seen.reduce((sum, day) => sum + day.down_minutes, 0);
  return 1 - down / (seen.length * 24 * 60);
}

function overall(sources: SourceStatus[]): State {
  const troubled = sources.filter(({ state }) => state !== "ok").length;
  if (troubled === 0) return "ok";
  return sources.every(({ state }) => state === "down") ? "down" : "degraded";
}
