import type { Kysely } from "kysely";
import type { Schema } from "../../../store/schema.ts";

/** Entries read beyond those of a page. A hold that spans more than so many is not seen. */
const BEYOND = 5_000;
/** What an entry does to the points held for its request. */
const HOLDS: Readonly<Record<string, 1 | -1>> = { hold: 1, settle: -1, release: -1, expire: -1 };

/**
 * The points held for calls in flight after each of these entries, which come newest first. The ledger's balance excludes
 * them. Added back, each entry changes the balance by the cost of its own call, even if calls overlap.
 */
export async function readHeld(db: Kysely<Schema>, accountId: string, nos: readonly number[]): Promise<number[]> {
  const oldest = nos.at(-1);
  if (oldest === undefined) return [];
  const limit = 4 * nos.length + BEYOND;
  const entries = await db
    .selectFrom("ledger as entry")
    .leftJoin("requests as request", "request.no", "entry.request_no")
    .where("entry.account_id", "=", accountId)
    .where("entry.no", ">=", oldest)
    .orderBy("entry.no")
    .limit(limit)
    .select(["entry.no", "entry.kind", "entry.request_no", "request.held"])
    // In the same statement, so that both are of the same moment.
    .select(({ selectFrom }) =>
      selectFrom("api_keys")
        .where("account_id", "=", accountId)
        .select(({ fn }) => fn.sum<number | string>("held").as("held"))
        .as("held_now"),
    )
    .execute();
  const steps = entries.map(({ no, kind, held }) => ({ no, by: (HOLDS[kind] ?? 0) * (held ?? 0) }));
  const heldAtEnd = entries.length < limit ? Number(entries[0]?.held_now ?? 0) : unresolved(entries);
  let held = heldAtEnd - steps.reduce((sum, { by }) => sum + by, 0);
  let next = 0;
  const after = nos.toReversed().map((no) => {
    for (; steps[next] && steps[next]!.no <= no; next++) held += steps[next]!.by;
    return held;
  });
  return after.toReversed();
}

interface HoldEntry {
  kind: string;
  request_no: number | null;
  held: number | null;
}

/** What is held by requests that began in these entries and did not end there. */
function unresolved(entries: HoldEntry[]): number {
  const open = new Map<number | null, number>();
  for (const { kind, request_no, held } of entries) {
    if (kind === "hold") open.set(request_no, held ?? 0);
    else open.delete(request_no);
  }
  return open.values().reduce((sum, held) => sum + held, 0);
}
