import { type Kysely, sql } from "kysely";
import type { Page } from "../../../contract/endpoint.ts";
import { SHORT_PARAMS } from "../../../service/logged-calls.ts";
import { type PageQuery, pager } from "../../../store/pager.ts";
import type { Schema } from "../../../store/schema.ts";
import type { StatementEntry } from "../views/usage.ts";
import { readHeld } from "./held-points.ts";
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
