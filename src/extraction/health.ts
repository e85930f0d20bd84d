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

/** Outcomes of the last runs of one source. */
export class HealthRecord {
  readonly #clock: Clock;
  readonly #runs: boolean[] = [];
  #lastError: string | null = null;
  #lastErrorAt: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  succeeded(): void {
    this.#note(true);
  }

  failed(error: WinnowError): void {
    const ours = SITE_FAILURES.has(error.code);
    this.#note(!ours);
    if (!ours) return;
    this.#lastError = error.message;
    this.#lastErrorAt = this.#clock.now();
  }

  report(source: string, breakerOpen: boolean): Omit<SourceHealth, "politeness" | "robots" | "routes" | "limiter"> {
    const failed = this.#runs.filter((ok) => !ok).length;
    const share = this.#runs.length === 0 ? 0 : failed / this.#runs.length;
    const working = share >= DEGRADED_FROM ? "degraded" : "ok";
    return {
      source,
      state: breakerOpen || share >= DOWN_FROM ? "down" : working,
      ok: this.#runs.length - failed,
      failed,
      lastError: this.#lastError,
      lastErrorAt: this.#lastErrorAt,
      breakerOpen,
    };
  }

  #note(ok: boolean): void {
    this.#runs.push(ok);
    if (this.#runs.length > RUNS_REMEMBERED) this.#runs.shift();
  }
}
