import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { invalidValue } from "../../contract/errors.ts";
import type { PageQuery } from "../../service/jobs-api.ts";
import type { ChangeView, ScheduleView } from "../../service/work-views.ts";
import type { Schema } from "../../store/schema.ts";

/** One page of a query over numbered rows, newest first. */
export async function pageOfNumbers<DB, Table extends keyof DB, R extends { no: number }>(
  query: SelectQueryBuilder<DB, Table, R>,
  { limit, cursor }: PageQuery,
): Promise<{ rows: R[]; next_cursor: string | null }> {
  const after = cursor === null ? query : query.where(sql.ref<number>("no"), "<", numberOf(cursor));
  const found = await after
    .orderBy(sql.ref("no"), "desc")
    .limit(limit + 1)
    .execute();
  const rows = found.slice(0, limit);
  return { rows, next_cursor: found.length > limit ? String(rows.at(-1)?.no) : null };
}

/** One page of a schedule's changes, newest first. */
export async function readChanges(db: Kysely<Schema>, { id }: Pick<ScheduleView, "id">, page: PageQuery) {
  const query = db.selectFrom("schedule_changes").where("schedule_id", "=", id).selectAll();
  const { rows, next_cursor } = await pageOfNumbers(query, page);
  return {
    rows: rows.map(({ no, kind, record_id, run_id, at, change: text }): ChangeView => {
      const { record = null, fields = null }: Partial<ChangeView> = JSON.parse(text);
      return { id: String(no), kind, record_id, run_id, at: new Date(at).toISOString(), record, fields };
    }),
    next_cursor,
  };
}

function numberOf(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw invalidValue(["query", "cursor"], "is not a cursor of this list", cursor);
}
