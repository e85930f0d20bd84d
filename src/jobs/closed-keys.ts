import type { Clock } from "../base/clock.ts";

/** Keys waiting for a rate window to open. Their jobs stay queued and are not checked one by one. */
export class ClosedKeys {
  readonly #clock: Clock;
  readonly #until = new Map<string, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  close(keyId: string, until: number): void {
    this.#until.set(keyId, until);
  }

  ids(): string[] {
    const now = this.#clock.now();
    for (const [id, until] of this.#until) if (until <= now) this.#until.delete(id);
    return [...this.#until.keys()];
  }
}
