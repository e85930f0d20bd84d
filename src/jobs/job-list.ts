import type { Kysely } from "kysely";
import type { Page } from "../contract/endpoint.ts";
import { pager } from "../store/pager.ts";
import type { Schema } from "../store/schema.ts";
import { toView } from "./job-view.ts";
import type { JobFilter, WorkOwner } from "./types.ts";
import type { JobView } from "./work-views.ts";

const newestJobs = pager("jobs", { created_at: "number", id: "text" });

/** A key reads all jobs of its account; a key limited to some sources reads only its own. */
export const mayRead = ({ key, account }: WorkOwner, row: { account_id: string; key_id: string }): boolean =>
  row.account_id === account.id && (key.sources === null || row.key_id === key.id);

/** One page, newest first. Batch items are included only when a batch is named. */
export async function listJobs(
  db: Kysely<Schema>,
  { key, account }: WorkOwner,
  filter: JobFilter,
): Promise<Page<JobView>> {
  let query = db.selectFrom("jobs").where("account_id", "=", account.id).where("status", "!=", "admitting");
  if (key.sources !== null) query = query.where("key_id", "=", key.id);
  query = filter.batchId ? query.where("batch_id", "=", filter.batchId) : query.where("batch_id", "is", null);
  if (filter.scheduleId) query = query.where("schedule_id", "=", filter.scheduleId);
  if (filter.status) query = query.where("status", "=", filter.status);
  if (filter.operation) query = query.where("endpoint", "=", filter.operation);
  if (filter.start !== null && filter.start !== undefined) query = query.where("created_at", ">=", filter.start);
  if (filter.end !== null && filter.end !== undefined) query = query.where("created_at", "<", filter.end);
  return newestJobs.page(query.selectAll(), filter, toView);
}
