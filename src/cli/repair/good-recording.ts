import type { Kysely } from "kysely";
import type { Recording } from "../../extraction/recording/recording.ts";
import { requestDigest } from "../../health/request-digest.ts";
import type { Incident } from "../../health/types.ts";
import { findRecording, openRecording } from "../../recalls/kept-recording.ts";
import type { Schema } from "../../store/schema.ts";

const MAX_LOOKED_AT = 200;

/**
 * A call of the operation that was answered before the incident began, of those whose pages are kept: the last one of the
 * incident's own request, or else the last one.
 */
export async function goodRecording(
  db: Kysely<Schema>,
  { operation }: Pick<Incident, "operation">,
  { request, before }: { request: Record<string, unknown>; before: number },
): Promise<Recording | null> {
  const calls = await db
    .selectFrom("requests")
    .leftJoin("kept_pages", "kept_pages.request_no", "requests.no")
    .leftJoin("evidence", (join) =>
      join
        .onRef("evidence.account_id", "=", "requests.account_id")
        .onRef("evidence.request_id", "=", "requests.request_id"),
    )
    .where("requests.endpoint", "=", operation)
    .where("requests.ended_at", "<", before)
    .where("requests.status", "=", 200)
    .where("requests.results", ">", 0)
    .where(({ or, eb }) => or([eb("kept_pages.request_no", "is not", null), eb("evidence.request_id", "is not", null)]))
    .orderBy("requests.started_at", "desc")
    .limit(MAX_LOOKED_AT)
    .select(["requests.no as request_no", "requests.account_id", "requests.request_id", "requests.params"])
    .execute();
  const wanted = requestDigest(request);
  const call = calls.find(({ params }) => requestDigest(JSON.parse(params)) === wanted) ?? calls[0];
  const kept = call && (await findRecording(db, call));
  return kept ? openRecording(kept) : null;
}
