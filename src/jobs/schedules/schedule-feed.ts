import { type Kysely, type SelectQueryBuilder, sql } from "kysely";
import { iso } from "../../base/iso.ts";
import type { Page } from "../../contract/endpoint.ts";
import { invalidValue } from "../../contract/errors.ts";
import type { Row, Schema } from "../../store/schema.ts";
import type { PageQuery } from "../types.ts";
import type { ChangeView, ScheduleView } from "../work-views.ts";

/** One page of a query over numbered rows, newest first. */
export async function pageOfNumbers<DB, Table extends keyof DB, R extends { no: number }, View>(
  query: SelectQueryBuilder<DB, Table, R>,
  { limit, cursor }: PageQuery,
  viewOf: (row: R) => View,
): Promise<Page<View>> {
  const after = cursor === null ? query : query.where(sql.ref<number>("no"), "<", numberOf(cursor));
  const found = await after
    .orderBy(sql.ref("no"), "desc")
    .limit(limit + 1)
    .execute();
  const rows = found.slice(0, limit);
  return { rows: rows.map(viewOf), next_cursor: found.length > limit ? String(rows.at(-1)?.no) : null };
}

/** One page of a schedule's changes, newest first. */
export const readChanges = (db: Kysely<Schema>, { id }: Pick<ScheduleView, "id">, page: PageQuery) =>
  pageOfNumbers(db.selectFrom("schedule_changes").where("schedule_id", "=", id).selectAll(), page, changeOf);

function changeOf({ no, kind, record_id, run_id, at, change }: Row<"schedule_changes">): ChangeView {
  const { record = null, fields = null }: Partial<ChangeView> = JSON.parse(change);
  return { id: String(no), kind, record_id, run_id, at: iso(at), record, fields };
}

function numberOf(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw invalidValue(["query", "cursor"], "is not a cursor of this list", cursor);
}
