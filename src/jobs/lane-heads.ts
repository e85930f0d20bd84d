import { type RawBuilder, sql } from "kysely";

export interface Lanes {
  table: "jobs" | "webhook_deliveries";
  /** What makes a lane, outermost first, in the words of an index. */
  lane: Array<(row: string) => RawBuilder<string>>;
  /** The order within a lane: the rest of that index. */
  order(row: string): RawBuilder<unknown>;
  /** Rows that may be taken; says the condition of the index, too. */
  isDue(row: string): RawBuilder<unknown>;
}

/**
 * The id of the first row of each lane that is due (a loose index scan): one seek for each lane, however many rows wait
 * behind its first. So an account that queues 10,000 costs those who take as little as one that queues a single row.
 * Goes into `with recursive`.
 */
export function laneHeads({ table, lane, order, isDue }: Lanes): RawBuilder<{ id: string }> {
  const first = (where: RawBuilder<unknown>) => sql`(select next.id from ${sql.table(table)} as next
    where ${isDue("next")} ${where} order by ${sql.join(lane.map((column) => column("next")))}, ${order("next")} limit 1)`;
  // The next lane with all but the last in common, then with one less: each is one seek, as a comparison of rows is not.
  const after = lane.toReversed().map((column, inner) => {
    const same = lane.slice(0, lane.length - 1 - inner).map((outer) => sql`and ${outer("next")} = ${outer("head")}`);
    return first(sql`${sql.join(same, sql` `)} and ${column("next")} > ${column("head")}`);
  });
  return sql`(select ${first(sql``)}
    union all
    select coalesce(${sql.join(after)}) from heads join ${sql.table(table)} as head on head.id = heads.id)`;
}
