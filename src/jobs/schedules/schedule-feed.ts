import type { Kysely } from "kysely";
import { iso } from "../../base/iso.ts";
import { type PageQuery, pager } from "../../store/pager.ts";
import type { Row, Schema } from "../../store/schema.ts";
import type { ChangeView, ScheduleView } from "../work-views.ts";

const newestChanges = pager("schedule_changes", { no: "number" });

/** One page of a schedule's changes, newest first. */
export const readChanges = (db: Kysely<Schema>, { id }: Pick<ScheduleView, "id">, page: PageQuery) =>
  newestChanges.page(db.selectFrom("schedule_changes").where("schedule_id", "=", id).selectAll(), page, changeOf);

function changeOf({ no, kind, record_id, run_id, at, change }: Row<"schedule_changes">): ChangeView {
  const { record = null, fields = null }: Partial<ChangeView> = JSON.parse(change);
  return { id: String(no), kind, record_id, run_id, at: iso(at), record, fields };
}
