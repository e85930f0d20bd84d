import type { Kysely } from "kysely";
import { WinnowError } from "../../contract/errors.ts";
import type { PageQuery } from "../../service/jobs-api.ts";
import type { ChangeView, ScheduleView } from "../../service/work-views.ts";
import type { Schema } from "../../store/schema.ts";

/** One page of a schedule's changes, newest first. */
export async function readChanges(db: Kysely<Schema>, { id }: Pick<ScheduleView, "id">, { limit, cursor }: PageQuery) {
  let query = db.selectFrom("schedule_changes").where("schedule_id", "=", id);
  if (cursor !== null) query = query.where("no", "<", numberOf(cursor));
  const found = await query
    .orderBy("no", "desc")
    .limit(limit + 1)
    .selectAll()
    .execute();
  const rows = found.slice(0, limit);
  return {
    rows: rows.map(({ no, kind, record_id, run_id, at, change: text }): ChangeView => {
      const { record = null, fields = null } = JSON.parse(text) as Partial<ChangeView>;
      const about = { record_id, run_id, at: new Date(at).toISOString(), record, fields };
      return { id: String(no), kind: kind as ChangeView["kind"], ...about };
    }),
    next_cursor: found.length > limit ? String(rows.at(-1)!.no) : null,
  };
}

function numberOf(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new WinnowError("validation", [
    { type: "value_error", loc: ["query", "cursor"], msg: "Value error, is not a cursor of this list", input: cursor },
  ]);
}
