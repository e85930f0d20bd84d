/** A source is stalled if calls wait and no process was granted a start for this long. */
const STALLED_AFTER_MS = 10_000;

/** Detects once that an origin is stalled, whatever the cause. Uses this process's time. */
export class Stall {
  readonly #notice: () => void;
  #since = 0;
  #isNoticed = false;

  constructor(notice: () => void) {
    this.#notice = notice;
  }

  /** The first call starts waiting. */
  begins(now: number): void {
    this.granted(now);
  }

  granted(now: number): void {
    this.#since = now;
    this.#isNoticed = false;
  }

  /** Some process was granted the start before this one. */
  heard(nextStart: number, now: number): void {
    if (nextStart > this.#since) this.granted(Math.min(nextStart, now));
  }

  isOver(now: number): boolean {
    return now - this.#since >= STALLED_AFTER_MS;
  }

  check(now: number): void {
    if (this.#isNoticed || !this.isOver(now)) return;
    this.#isNoticed = true;
    this.#notice();
  }
}
