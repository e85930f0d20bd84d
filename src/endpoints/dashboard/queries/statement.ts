import { type Kysely, sql } from "kysely";
import type { Page } from "../../../contract/endpoint.ts";
import { SHORT_PARAMS } from "../../../service/logged-calls.ts";
import { type PageQuery, pager } from "../../../store/pager.ts";
import type { Schema } from "../../../store/schema.ts";
import type { StatementEntry } from "../views/usage.ts";
import { readSent } from "./history.ts";

const newestEntries = pager("ledger", { "entry.no": "number" });

export interface StatementFilter extends PageQuery {
  show: "all" | "charges" | "added";
  /** Whether to list every booking, including holds and releases. */
  holds: boolean;
  start: number | null;
  end: number | null;
}

/** An account's points as a statement, newest first: one entry for each charged call and for points that were added. */
export async function readStatement(
  db: Kysely<Schema>,
  accountId: string,
  { show, holds, start, end, ...page }: StatementFilter,
): Promise<Page<StatementEntry>> {
  let query = db
    .selectFrom("ledger as entry")
    .leftJoin("requests as request", "request.no", "entry.request_no")
    .where("entry.account_id", "=", accountId);
  if (start !== null) query = query.where("entry.at", ">=", start);
  if (end !== null) query = query.where("entry.at", "<", end);
  // What a recall returns is about a request, but adds points.
  if (show === "charges") query = query.where("entry.request_no", "is not", null).where("entry.kind", "!=", "recall");
  if (show === "added") {
    query = query.where(({ or, eb }) => or([eb("entry.request_no", "is", null), eb("entry.kind", "=", "recall")]));
  }
  if (!holds) {
    query = query.where(({ or, and, eb }) =>
      or([
        eb("entry.request_no", "is", null),
        eb("entry.kind", "=", "recall"),
        and([eb("entry.kind", "=", "settle"), eb("request.cost", ">", 0)]),
      ]),
    );
  }
  const found = query
    .select(["entry.no", "entry.at", "entry.kind", "entry.amount", "entry.balance", "entry.note"])
    .select(["request.request_id", "request.endpoint", "request.cost"])
    .select(sql<string | null>`case when length(request.params) <= ${SHORT_PARAMS} then request.params end`.as("sent"));
  const { rows: shown, next_cursor } = await newestEntries.page(found, page, (row) => row);
  const nos = shown.map(({ no }) => no);
  const held = holds ? [] : await readHeld(db, accountId, nos);
  const rows = shown.map(({ cost, sent, ...entry }, at) => ({
    ...entry,
    params: readSent(sent),
    amount: !holds && entry.kind === "settle" ? -Number(cost) : entry.amount,
    balance: entry.balance + (held[at] ?? 0),
  }));
  return { rows, next_cursor };
}

/** Entries read beyond those of a page. A hold that spans more than so many is not seen. */
const BEYOND = 5_000;
/** What an entry does to the points held for its request. */
const HOLDS: Readonly<Record<string, 1 | -1>> = { hold: 1, settle: -1, release: -1, expire: -1 };

/**
 * The points held for calls in flight after each of these entries, which come newest first. The ledger's balance excludes
 * them. Added back, each entry changes the balance by the cost of its own call, even if calls overlap.
 */
async function readHeld(db: Kysely<Schema>, accountId: string, nos: readonly number[]): Promise<number[]> {
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
