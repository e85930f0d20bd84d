import type { Clock } from "../base/clock.ts";
import type { Recorder } from "../extraction/recording/recorder.ts";
import { writeWarc } from "../extraction/recording/warc.ts";
import type { HealthStore } from "./health-store.ts";
import type { IncidentBreaker } from "./incident-breaker.ts";
import type { createEvidenceStore, IncidentEvidence } from "./incident-evidence.ts";
import type { Incident, IncidentKind, NewIncident } from "./types.ts";

interface Deps {
  store: HealthStore;
  evidence: ReturnType<typeof createEvidenceStore>;
  breaker: IncidentBreaker;
  clock: Clock;
  log: { info(details: object, message: string): void; warn(details: object, message: string): void };
  onIncident(incident: NewIncident, what: "opened" | "closed"): void;
}

export type Incidents = ReturnType<typeof createIncidents>;

/** Tracks open incidents across all processes. This process writes its findings in the background, one after the other. */
export function createIncidents({ store, evidence, breaker, clock, log, onIncident }: Deps) {
  let open: Incident[] = [];
  let work: Promise<unknown> = Promise.resolve();

  function behind(job: () => Promise<unknown>): Promise<unknown> {
    work = work.then(job).catch((error: unknown) => log.warn({ err: error }, "health could not be written"));
    return work;
  }

  async function refresh(): Promise<void> {
    const [incidents, overrides] = await Promise.all([store.openIncidents(), store.overrides()]);
    open = incidents;
    breaker.update(incidents, overrides);
  }

  const ofOperation = (operation: string, kinds: readonly IncidentKind[]): Incident[] =>
    open.filter((one) => one.operation === operation && kinds.includes(one.kind));

  /** Closes open incidents and reports each once across all processes. */
  function end(query: () => Promise<Incident[]>): void {
    behind(async () => {
      for (const incident of await query()) {
        log.info({ source: incident.source, operation: incident.operation }, "incident over");
        onIncident(incident, "closed");
      }
      await refresh();
    });
  }

  return {
    behind,
    refresh,
    ofOperation,
    /** Resolves once all findings are in the store. */
    written: () => work,

    anyOpen: (operation: string, kinds: readonly IncidentKind[]): boolean => ofOperation(operation, kinds).length > 0,

    raise(incident: NewIncident, kept: IncidentEvidence | null, recorder?: Recorder | null): void {
      const now = clock.now();
      if (incident.blocking) breaker.block({ ...incident, opened_at: now });
      behind(async () => {
        const no = await store.openIncident(incident, now);
        if (no === null) return;
        if (kept) await evidence.save(no, { ...kept, warc: recorder ? await writeWarc(recorder.recording()) : null });
        log.warn({ source: incident.source, operation: incident.operation, field: incident.field }, incident.reason);
        onIncident(incident, "opened");
        await refresh();
      });
    },

    /** Called when calls succeed again. */
    resolve(operation: string, kinds: IncidentKind[]): void {
      breaker.unblock(operation);
      end(() => store.closeIncidents(operation, kinds, clock.now()));
    },

    /** Closes one incident. */
    close(no: number): void {
      end(() => store.closeIncident(no, clock.now()));
    },
  };
}
