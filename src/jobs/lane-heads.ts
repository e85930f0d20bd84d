import { type RawBuilder, sql } from "kysely";

export interface Lanes {
  table: "jobs" | "webhook_deliveries";
  /** Columns that define a lane, outermost first, as the index spells them. */
  lane: Array<(row: string) => RawBuilder<string>>;
  /** Order within a lane: the remaining columns of that index. */
  order(row: string): RawBuilder<unknown>;
  /** Condition for rows that may be taken, including the condition of the partial index. */
  isDue(row: string): RawBuilder<unknown>;
}

/**
 * Selects the id of the first due row of each lane (a loose index scan): one seek per lane, however many rows wait behind
 * the first. An account with 10,000 queued rows thus costs no more than one with a single row. For use in `with recursive`.
 */
export function laneHeads({ table, lane, order, isDue }: Lanes): RawBuilder<{ id: string }> {
  const first = (where: RawBuilder<unknown>) => sql`(select next.id from ${sql.table(table)} as next
    where ${isDue("next")} ${where} order by ${sql.join(lane.map((column) => column("next")))}, ${order("next")} limit 1)`;
  // Finds the next lane that shares all but the last column, then one column fewer. Each is one seek, unlike a row
  // comparison.
  const after = lane.toReversed().map((column, inner) => {
    const same = lane.slice(0, lane.length - 1 - inner).map((outer) => sql`and ${outer("next")} = ${outer("head")}`);
    return first(sql`${sql.join(same, sql` `)} and ${column("next")} > ${column("head")}`);
  });
  return sql`(select ${first(sql``)}
    union all
    select coalesce(${sql.join(after)}) from heads join ${sql.table(table)} as head on head.id = heads.id)`;
}
