import type { Clock } from "../base/clock.ts";
import type { WinnowError } from "../contract/errors.ts";
import type { SourceHealth } from "./types.ts";

const RUNS_REMEMBERED = 50;
const DOWN_FROM = 0.5;
const DEGRADED_FROM = 0.1;

/** Errors that concern the site or us, not the request. */
const SITE_FAILURES = new Set([
  "deadline",
  "blocked",
  "not_responding",
  "unreadable",
  "internal",
  "source_unavailable",
]);

export type HealthRecord = ReturnType<typeof createHealthRecord>;

/** Outcomes of the last runs of one source. */
export function createHealthRecord(clock: Clock) {
  const runs: boolean[] = [];
  let lastError: string | null = null;
  let lastErrorAt: number | null = null;

  function note(ok: boolean): void {
    runs.push(ok);
    if (runs.length > RUNS_REMEMBERED) runs.shift();
  }

  return {
    succeeded(): void {
      note(true);
    },

    failed(error: WinnowError): void {
      const ours = SITE_FAILURES.has(error.code);
      note(!ours);
      if (!ours) return;
      lastError = error.message;
      lastErrorAt = clock.now();
    },

    report(source: string, breakerOpen: boolean) {
      const failed = runs.filter((ok) => !ok).length;
      const share = runs.length === 0 ? 0 : failed / runs.length;
      const working = share >= DEGRADED_FROM ? "degraded" : "ok";
      const state: SourceHealth["state"] = breakerOpen || share >= DOWN_FROM ? "down" : working;
      return {
        source,
        state,
        ok: runs.length - failed,
        failed,
        lastError,
        lastErrorAt,
        breakerOpen,
      };
    },
  };
}
