import type { KeyHolder } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import type { WindowState } from "../metering/types.ts";

/** Points and windows, as every answer to a known key tells them. */
export interface Quota {
  points: number | null;
  windows: WindowState[] | null;
}

interface Known {
  holder: KeyHolder;
  quota: Quota | null;
  at: number;
}

/** A refusal may tell points and windows that are this old. */
const FRESH_MS = 2_000;
const MOST = 10_000;

/**
 * Who called, by the hash of the key, and the points and windows that they were told. Never lets anybody in: it serves to
 * count and refuse calls without a question to a store that has too much to do already.
 */
export class KnownCallers {
  readonly #clock: Clock;
  readonly #byHash = new Map<string, Known>();
  readonly #byKey = new Map<string, Known>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  met(hash: string, holder: KeyHolder): void {
    const known = this.#byKey.get(holder.key.id) ?? { holder, quota: null, at: Number.NEGATIVE_INFINITY };
    known.holder = holder;
    if (this.#byHash.size >= MOST) this.#byHash.clear();
    if (this.#byKey.size >= MOST) this.#byKey.clear();
    this.#byKey.set(holder.key.id, known);
    this.#byHash.set(hash, known);
  }

  remember({ key }: KeyHolder, { points, windows }: Quota): void {
    const known = this.#byKey.get(key.id);
    if (!known || points === null || windows === null) return;
    known.quota = { points, windows };
    known.at = this.#clock.now();
  }

  /** Whose key it was when it was last used, and what they were told, if that was just now. */
  find(hash: string): { holder: KeyHolder; quota: Quota | null } | null {
    const known = this.#byHash.get(hash);
    if (!known) return null;
    return { holder: known.holder, quota: this.#clock.now() - known.at > FRESH_MS ? null : known.quota };
  }
}
