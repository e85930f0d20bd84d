import type { Clock } from "../base/clock.ts";
import { WinnowError } from "../contract/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Source } from "../contract/source.ts";
import type { Incident, Override } from "./types.ts";

const FIRST_PROBE_MS = 5_000;
const SLOWEST_PROBE_MS = 5 * 60_000;

interface Probing {
  nextAt: number;
  intervalMs: number;
}

type Blocking = Pick<Incident, "operation" | "reason" | "opened_at" | "details">;

export type IncidentBreaker = ReturnType<typeof createIncidentBreaker>;

/**
 * Rejects calls to a failing source, so that callers get the error immediately. Now and then one call is admitted as a
 * probe (half-open). An operator can hold a source closed, or open regardless of incidents.
 */
export function createIncidentBreaker(clock: Pick<Clock, "now">, isStandIn: (source: string) => boolean) {
  let blockingIncidents = new Map<string, Blocking>();
  let overrides = new Map<string, Override>();
  const probes = new Map<string, Probing>();

  /** Loads the state from the store, which other processes write too. */
  function update(open: Incident[], held: Override[]): void {
    blockingIncidents = new Map(
      open.filter(({ blocking }) => blocking).map((incident) => [incident.operation, incident]),
    );
    overrides = new Map(held.map((override) => [override.source, override]));
    for (const operation of probes.keys()) if (!blockingIncidents.has(operation)) probes.delete(operation);
  }

  /** Blocks immediately, before the incident is stored. */
  const block = (incident: Blocking) => void blockingIncidents.set(incident.operation, incident);

  function unblock(operation: string): void {
    blockingIncidents.delete(operation);
    probes.delete(operation);
  }

  const isBlocked = (operation: string): boolean => blockingIncidents.has(operation);

  const refusalOf = (source: Source, operation: Operation): WinnowError | null => {
    const override = overrides.get(source.name);
    if (override?.state === "open") return null;
    if (override?.state === "closed") return heldClosed(source, override);
    const incident = blockingIncidents.get(operation.path);
    if (!incident) return null;
    const now = clock.now();
    const probing = probes.get(operation.path);
    if (!probing) {
      probes.set(operation.path, { nextAt: now + FIRST_PROBE_MS, intervalMs: FIRST_PROBE_MS });
      return unwell(source, incident, FIRST_PROBE_MS);
    }
    if (now < probing.nextAt) return unwell(source, incident, probing.nextAt - now);
    // A stand-in may be probed at any rate; a failing live site is probed at growing intervals.
    const intervalMs = isStandIn(source.name) ? FIRST_PROBE_MS : Math.min(SLOWEST_PROBE_MS, probing.intervalMs * 2);
    probes.set(operation.path, { nextAt: now + intervalMs, intervalMs });
    return null;
  };

  return { update, block, unblock, isBlocked, refusalOf };
}

function unwell(source: Source, { reason, opened_at, details }: Blocking, waitMs: number): WinnowError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const code = details.code ?? "not_responding";
  const detail = `${source.title} is unavailable since ${new Date(opened_at).toISOString()}: ${plain[code]} Nothing was charged. Try again in ${seconds} s.`;
  return new WinnowError(code, detail, { internal: reason, headers: { "retry-after": String(seconds) } });
}

const plain = {
  blocked: "it refuses our requests.",
  unreadable: "Winnow could not parse its responses.",
  not_responding: "it does not respond.",
};

const heldClosed = (source: Source, { note, at }: Override): WinnowError =>
  new WinnowError(
    "not_responding",
    `${source.title} has been closed by the operator since ${new Date(at).toISOString()}${note ? `: ${note}` : ""}. Nothing was charged.`,
    { headers: { "retry-after": "300" } },
  );
