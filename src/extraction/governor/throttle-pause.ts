import { backoff } from "../../base/backoff.ts";
import { aimdRules, type PermitOutcome } from "./adaptive-limit.ts";

const FIRST_PAUSE_MS = 30_000;

/**
 * How long an origin rests after a 429 that names no time: half a minute, and twice as long for each further account that gets
 * one after such a rest. One account alone closes it to the others for no longer. Any response ends the count.
 */
export class ThrottlePause {
  readonly #accounts = new Set<string>();
  #until = 0;

  /** The outcome with its pause. Requests that were in flight together have one complaint. */
  timed(outcome: PermitOutcome, account: string, sentAt: number, now: number): PermitOutcome {
    if (outcome.kind === "answered") this.#accounts.clear();
    if (outcome.kind !== "throttled" || outcome.retryAfterMs !== null) return outcome;
    if (sentAt >= this.#until) {
      this.#accounts.add(account);
      this.#until = now + backoff(this.#accounts.size - 1, FIRST_PAUSE_MS, aimdRules.maxPauseMs);
    }
    return { ...outcome, retryAfterMs: Math.max(0, this.#until - now) };
  }
}
