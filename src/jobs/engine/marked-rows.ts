import type { RawBuilder, SqlBool } from "kysely";
import type { Clock } from "../../base/clock.ts";
import type { AnyDb } from "../../store/schema.ts";
import type { WaitingRows } from "./feeder.ts";

interface Conditions {
  /** Rows that may be handed over, besides the mark. */
  isWaiting(): RawBuilder<SqlBool>;
  isHandedOver: RawBuilder<SqlBool>;
  hasNotEnded: RawBuilder<SqlBool>;
  /** What a row becomes that waits again. */
  again: object;
}

/** Rows of a table that have a mark (`announced_at`) while the engine holds them. They are locked in the order of their ids. */
export function markedRows(
  db: AnyDb,
  clock: Clock,
  table: "jobs" | "webhook_deliveries",
  { isWaiting, isHandedOver, hasNotEnded, again }: Conditions,
): Pick<WaitingRows, "mark" | "handedOver" | "takeBack"> {
  const locked = (ids: string[], is: RawBuilder<SqlBool>) =>
    db.selectFrom(table).where("id", "in", ids).where(is).orderBy("id").select("id").forUpdate();
  const idsOf = (rows: Array<Record<string, string>>) => rows.map(({ id }) => id!);
  return {
    async mark(ids) {
      const free = locked(ids, isWaiting()).where("announced_at", "is", null).skipLocked();
      const mark = db.updateTable(table).set({ announced_at: clock.now() }).where("id", "in", free);
      return idsOf(await mark.returning("id").execute());
    },
    handedOver: async () => idsOf(await db.selectFrom(table).where(isHandedOver).select("id").execute()),
    async takeBack(ids) {
      await db
        .updateTable(table)
        .set({ ...again, announced_at: null })
        .where("id", "in", locked(ids, hasNotEnded))
        .execute();
    },
  };
}
