import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import type { Hold } from "./types.ts";

/** A process that is silent for this long is presumed dead: the holds of its calls end, and its jobs are taken over. */
export const HEARTBEAT_MS = 10_000;
/** Three chances to be heard before that. */
export const TOUCH_MS = Math.floor(HEARTBEAT_MS / 3);

export type HoldLeases = ReturnType<typeof createHoldLeases>;

/** Keeps the holds of calls that this process runs. A short call ends before its first renewal. */
export function createHoldLeases({ db }: Pick<Store, "db">, clock: Clock) {
  const inFlight = new Map<string, Hold>();
  /** Since when the store has answered this process's upkeep in time, and when it last did; without upkeep, always. */
  let [since, last] = [clock.now(), Number.POSITIVE_INFINITY];

  async function renew(): Promise<void> {
    const now = clock.now();
    const due = [...inFlight.values()].filter((hold) => hold.startedAt + TOUCH_MS <= now && hold.expiresAt > now);
    if (due.length === 0) return;
    const open = db
      .selectFrom("requests")
      .where(
        "no",
        "in",
        due.map(({ id }) => Number(id)),
      )
      .where("ended_at", "is", null);
    await db
      .updateTable("requests")
      .set({ expires_at: now + HEARTBEAT_MS })
      .where("no", "in", open.select("no").forUpdate().skipLocked())
      .execute();
  }

  /**
   * From when on a hold that is past its time may end. After an outage, or when this process stood still, living processes
   * have a whole lease to renew theirs.
   */
  function endsFrom(): number {
    const now = clock.now();
    return (now - last > 2 * TOUCH_MS ? now : Math.min(now, since)) + HEARTBEAT_MS;
  }

  return {
    renew,
    endsFrom,
    /** Tells from each round of upkeep whether the store answers. */
    async watch<T>(round: () => Promise<T>): Promise<T> {
      try {
        const result = await round();
        since = endsFrom() - HEARTBEAT_MS;
        last = clock.now();
        return result;
      } catch (error) {
        last = Number.NEGATIVE_INFINITY;
        throw error;
      }
    },
    keep: (hold: Hold) => void inFlight.set(hold.id, hold),
    drop: (hold: Hold): boolean => inFlight.delete(hold.id),
    /** Whether this process runs the call, however slowly. */
    has: (no: number): boolean => (inFlight.get(String(no))?.expiresAt ?? 0) > clock.now(),
  };
}
