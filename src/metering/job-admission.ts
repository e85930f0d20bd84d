import type { Kysely } from "kysely";
import { pickFacts } from "../contract/answer-facts.ts";
import type { Schema } from "../store/schema.ts";
import type { EndedRequest, Hold } from "./types.ts";

export type JobAdmission = { kind: "open"; hold: Hold } | ({ kind: "ended" } & EndedRequest);

/** The request of a job. A caller can also send a job's id with a direct call: that is another request. */
const requestOfJob = (db: Kysely<Schema>, accountId: string, jobId: string) =>
  db
    .selectFrom("requests")
    .where("request_id", "=", jobId)
    .where("account_id", "=", accountId)
    .where("door", "=", "jobs")
    .orderBy("no", "desc");

export const jobRequestNo = async (db: Kysely<Schema>, accountId: string, jobId: string): Promise<number | null> =>
  (await requestOfJob(db, accountId, jobId).select("no").executeTakeFirst())?.no ?? null;

/** A worker that takes over a job continues with the previous one's hold. */
export async function readJobAdmission(
  db: Kysely<Schema>,
  accountId: string,
  requestId: string,
): Promise<JobAdmission | null> {
  const row = await requestOfJob(db, accountId, requestId).selectAll().executeTakeFirst();
  if (!row) return null;
  if (row.ended_at !== null) {
    const { status, cost, results, upstream_pages: pages, error_text: errorText } = row;
    return { kind: "ended", status: status ?? 500, cost, results, pages, errorText, facts: pickFacts(row) };
  }
  return {
    kind: "open",
    hold: {
      id: String(row.no),
      requestId,
      accountId,
      keyId: row.key_id,
      amount: row.held,
      startedAt: row.started_at,
      expiresAt: row.expires_at,
    },
  };
}
