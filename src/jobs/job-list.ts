import type { Kysely } from "kysely";
import type { KeyHolder } from "../accounts/types.ts";
import type { JobFilter, JobView } from "../service/jobs-api.ts";
import type { Schema } from "../store/schema.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import { toView } from "./job-view.ts";

/** A key of the account reads all its jobs; one that is limited to some sources reads only its own. */
export const mayRead = ({ key, person }: KeyHolder, row: { account_id: string; key_id: string }): boolean =>
  row.account_id === person.id && (key.sources === null || row.key_id === key.id);

/** One page, newest first; items of batches only where a batch is named. */
export async function listJobs(
  db: Kysely<Schema>,
  { key, person }: KeyHolder,
  filter: JobFilter,
): Promise<{ rows: JobView[]; next_cursor: string | null }> {
  let query = db.selectFrom("jobs").where("account_id", "=", person.id).where("status", "!=", "admitting");
  if (key.sources !== null) query = query.where("key_id", "=", key.id);
  query = filter.batchId ? query.where("batch_id", "=", filter.batchId) : query.where("batch_id", "is", null);
  if (filter.status) query = query.where("status", "=", filter.status);
  if (filter.operation) query = query.where("endpoint", "=", filter.operation);
  if (filter.start !== null && filter.start !== undefined) query = query.where("created_at", ">=", filter.start);
  if (filter.end !== null && filter.end !== undefined) query = query.where("created_at", "<", filter.end);
  if (filter.cursor !== null) {
    const { at, id } = readCursor(filter.cursor);
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple("created_at", "id"), "<", tuple(at, id)));
  }
  const found = await query
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(filter.limit + 1)
    .selectAll()
    .execute();
  const rows = found.slice(0, filter.limit);
  const last = rows.at(-1);
  return {
    rows: rows.map(toView),
    next_cursor: found.length > filter.limit && last ? writeCursor({ at: last.created_at, id: last.id }) : null,
  };
}
