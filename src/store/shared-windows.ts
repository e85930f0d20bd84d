import type { Clock } from "../base/clock.ts";
import type { Store } from "./open-store.ts";

/** How soon other processes learn of a count. */
const LAG_MS = 250;
const MAX_AT_ONCE = 5_000;

/** Counts events in fixed windows of time. */
export interface Windows {
  /** Counts one event; returns the count in this window, including it. */
  use(name: string, sizeMs: number): number;
  used(name: string, sizeMs: number): number;
}

interface Count {
  name: string;
  start: number;
  endsAt: number;
  /** By all processes, as of the last exchange. */
  known: number;
  /** By this process since then. */
  own: number;
  /** Being sent to the store. */
  sent: number;
}

/** Counts of this process only. */
export function localWindows(clock: Pick<Clock, "now">) {
  const counts = new Map<string, Count>();
  let sweptAt = 0;

  function find(name: string, sizeMs: number): Count {
    const now = clock.now();
    if (now - sweptAt >= sizeMs) {
      sweptAt = now;
      for (const [key, { endsAt }] of counts) if (endsAt <= now) counts.delete(key);
    }
    const start = now - (now % sizeMs);
    const count = counts.get(name);
    if (count?.start === start && count.endsAt === start + sizeMs) return count;
    const fresh = { name, start, endsAt: start + sizeMs, known: 0, own: 0, sent: 0 };
    counts.set(name, fresh);
    return fresh;
  }

  const totalOf = ({ known, own, sent }: Count): number => known + own + sent;
  return {
    counts,
    use(name: string, sizeMs: number): number {
      const count = find(name, sizeMs);
      count.own++;
      return totalOf(count);
    },
    used: (name: string, sizeMs: number): number => totalOf(find(name, sizeMs)),
  };
}

/**
 * Counts shared by all processes on one PostgreSQL. Nobody waits for the store: counts are exchanged at most four times a
 * second, so a limit may be exceeded by what the processes admit meanwhile. While the store is down each process counts by
 * itself.
 */
export function createSharedWindows({ db, dialect }: Pick<Store, "db" | "dialect">, clock: Clock) {
  const local = localWindows(clock);
  let stop: (() => void) | null = null;
  let exchanging: Promise<void> = Promise.resolve();

  async function exchange(): Promise<void> {
    const counted = [...local.counts.values()].filter(({ own }) => own > 0).slice(0, MAX_AT_ONCE);
    // Locks rows in this order (`lock-order.ts`).
    const changed = counted.sort((one, other) => (one.name < other.name ? -1 : 1));
    if (changed.length === 0) return;
    for (const count of changed) [count.sent, count.own] = [count.own, 0];
    try {
      const rows = await db
        .insertInto("shared_windows")
        .values(changed.map(({ name, start, endsAt, sent }) => ({ name, start, used: sent, ends_at: endsAt })))
        .onConflict((conflict) =>
          conflict.columns(["name", "start"]).doUpdateSet(({ eb }) => ({
            used: eb("shared_windows.used", "+", eb.ref("excluded.used")),
          })),
        )
        .returning(["name", "used"])
        .execute();
      const totals = new Map(rows.map(({ name, used }) => [name, Number(used)]));
      for (const count of changed) [count.known, count.sent] = [totals.get(count.name)!, 0];
    } catch {
      for (const count of changed) [count.own, count.sent] = [count.own + count.sent, 0];
    }
  }

  return {
    use(name: string, sizeMs: number): number {
      const total = local.use(name, sizeMs);
      if (dialect === "postgres") {
        stop ??= clock.after(LAG_MS, () => {
          stop = null;
          exchanging = exchanging.then(exchange);
        });
      }
      return total;
    },
    used: local.used,
    /** Resolves when all counts are in the store. */
    async exchanged(): Promise<void> {
      exchanging = exchanging.then(exchange);
      await exchanging;
    },
    async close(): Promise<void> {
      stop?.();
      await exchanging;
    },
  };
}
