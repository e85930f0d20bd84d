import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { Engine } from "../extraction/types.ts";
import { putRow } from "../store/row-changes.ts";
import type { Row, Schema } from "../store/schema.ts";

type Pauses = Pick<Engine, "pauses" | "resume">;

/** A pause whose end moved by less is the same one, measured again. */
const SAME_MS = 1_000;

/**
 * The pauses that sites asked for (`Retry-After`), in the store: any process or command can show them and end one. The
 * limits themselves are the engine's.
 */
export function createSourcePauses(db: Kysely<Schema>, clock: Clock) {
  let engine: Pauses = { pauses: async () => new Map(), resume: async () => {} };
  let followedUntil = clock.now();

  const read = (): Promise<Row<"source_pauses">[]> => db.selectFrom("source_pauses").selectAll().execute();
  const write = ({ source, ...pause }: Row<"source_pauses">) => putRow(db, "source_pauses", { source }, pause);

  return {
    startWith(started: Pauses): void {
      engine = started;
    },

    /** Until when each paused source asks to wait. */
    async current(now: number): Promise<Map<string, number>> {
      return new Map((await read()).flatMap(({ source, until }) => (until > now ? [[source, until]] : [])));
    },

    /** Follows the operator, then reports what this process knows. */
    async sync(): Promise<void> {
      const stored = await read();
      for (const { source, resumed_at } of stored) if (resumed_at > followedUntil) await engine.resume(source);
      followedUntil = Math.max(followedUntil, ...stored.map(({ resumed_at }) => resumed_at));
      const pauses = await engine.pauses();
      const known = new Map(stored.map((row) => [row.source, row]));
      for (const source of new Set([...known.keys(), ...pauses.keys()])) {
        const { until: before = 0, resumed_at = 0 } = known.get(source) ?? {};
        const until = Math.round(pauses.get(source) ?? 0);
        if (Math.abs(until - before) >= SAME_MS) await write({ source, until, resumed_at });
      }
    },

    /** Ends a pause: processes follow at their next `sync`. */
    resume: (source: string, at: number) => write({ source, until: 0, resumed_at: at }),
  };
}
