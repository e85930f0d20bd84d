import type { Kysely } from "kysely";
import type { Recording } from "../../extraction/recording/recording.ts";
import { requestDigest } from "../../health/failures.ts";
import type { Incident } from "../../health/types.ts";
import { findRecording, openRecording } from "../../recalls/kept-recording.ts";
import type { Schema } from "../../store/schema.ts";

const MAX_LOOKED_AT = 200;
/** One page has few records, so that a value may be as before by chance; more take time to read with every trial. */
const MAX_REQUESTS = 5;

/**
 * Answered calls of an incident's operation whose pages are kept: those that were warned of its field, one for each request,
 * and of its own and their requests the last ones before it. If there is none, the last one of any request.
 */
export async function keptCalls(
  db: Kysely<Schema>,
  { operation, field }: Pick<Incident, "operation" | "field">,
  { request, before }: { request: Record<string, unknown>; before: number },
): Promise<{ good: Recording[]; bad: Recording[] }> {
  const calls = await db
    .selectFrom("requests")
    .leftJoin("kept_pages", "kept_pages.request_no", "requests.no")
    .leftJoin("evidence", (join) =>
      join
        .onRef("evidence.account_id", "=", "requests.account_id")
        .onRef("evidence.request_id", "=", "requests.request_id"),
    )
    .where("requests.endpoint", "=", operation)
    .where("requests.status", "=", 200)
    .where("requests.results", ">", 0)
    .where(({ or, eb }) => or([eb("requests.ended_at", "<", before), eb("warnings", "like", `%drift:${field}%`)]))
    .where(({ or, eb }) => or([eb("kept_pages.request_no", "is not", null), eb("evidence.request_id", "is not", null)]))
    .orderBy("requests.started_at", "desc")
    .limit(MAX_LOOKED_AT)
    .select(["requests.no as request_no", "requests.account_id", "requests.request_id", "params", "ended_at"])
    .execute();
  const [own, known] = [
    requestDigest(request),
    calls.map((call) => ({ ...call, digest: requestDigest(JSON.parse(call.params)) })),
  ];
  const [wrong, right] = [true, false].map((is) => known.filter(({ ended_at }) => (ended_at ?? 0) >= before === is));
  const newest = (some: typeof known) => new Map(some.toReversed().map((call) => [call.digest, call]));
  const bad = [...newest(wrong!).values()].filter(({ digest }) => digest !== own).slice(0, MAX_REQUESTS - 1);
  const asked = new Set([own, ...bad.map(({ digest }) => digest)]);
  const same = [...newest(right!).values()].filter(({ digest }) => asked.has(digest));
  const opened = async (some: typeof known) => {
    const found = await Promise.all(some.map((call) => findRecording(db, call)));
    return Promise.all(found.flatMap((kept) => (kept ? openRecording(kept) : [])));
  };
  return { good: await opened(same.length > 0 ? same : right!.slice(0, 1)), bad: await opened(bad) };
}
