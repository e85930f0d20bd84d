import { hash } from "node:crypto";
import type { KeyHolder } from "../accounts/types.ts";
import type { Clock } from "../clock.ts";
import type { CallState } from "./operation-call.ts";

export type Standing = Pick<CallState, "points" | "windows">;

interface Known {
  holder: KeyHolder;
  standing: Standing | null;
  at: number;
}

/** So old a standing still tells a caller who is refused where he is. */
const FRESH_MS = 2_000;
const MOST = 10_000;

/**
 * Who called in the last seconds, and the points and windows that they were told. Never lets anybody in: it serves to
 * refuse a call, when there is no room for it, without a question to the store that has too much to do already.
 */
export class KnownCallers {
  readonly #clock: Clock;
  readonly #bySecret = new Map<string, Known>();
  readonly #byKey = new Map<string, Known>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  met(secret: string, holder: KeyHolder): void {
    const known = this.#byKey.get(holder.key.id);
    if (known) known.holder = holder;
    const now = known ?? { holder, standing: null, at: Number.NEGATIVE_INFINITY };
    if (this.#bySecret.size >= MOST) this.#bySecret.clear();
    if (this.#byKey.size >= MOST) this.#byKey.clear();
    this.#byKey.set(holder.key.id, now);
    this.#bySecret.set(digestOf(secret), now);
  }

  told({ key }: KeyHolder, { points, windows }: Standing): void {
    const known = this.#byKey.get(key.id);
    if (!known || points === null || windows === null) return;
    known.standing = { points, windows };
    known.at = this.#clock.now();
  }

  /** Null unless what would be told is fresh. */
  find(secret: string): { holder: KeyHolder; standing: Standing } | null {
    const known = this.#bySecret.get(digestOf(secret));
    if (!known?.standing || this.#clock.now() - known.at > FRESH_MS) return null;
    return { holder: known.holder, standing: known.standing };
  }
}

/** No secret stays in memory for longer than its call. */
const digestOf = (secret: string): string => hash("sha256", secret, "base64");
