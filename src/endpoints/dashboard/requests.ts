import { Readable } from "node:stream";
import type { Kysely } from "kysely";
import { Type } from "typebox";
import { RecordProvenance } from "../../contract/provenance-view.ts";
import { given, listOf } from "../../contract/shapes.ts";
import { csvLine, toCsv } from "../../files/csv.ts";
import { listCalls } from "../../service/logged-calls.ts";
import type { Schema } from "../../store/schema.ts";
import { found } from "../context.ts";
import { NO_PAGES } from "../token.ts";
import { download, file, gives, memberGroup, notFound, table } from "./context.ts";
import { compareRuns } from "./queries/compare-runs.ts";
import {
  HistoryQuery,
  historyFilter,
  RecordsFileQuery,
  readDetail,
  readRecords,
  recordsFile,
  requestRow,
  requestRows,
} from "./queries/history.ts";
import { RequestDetail, RequestsAnswer, RunDifferences } from "./views/requests.ts";

const { member } = memberGroup("work", "requests", "request");
const requestId = given({ maxLength: 60 });
const WARC = "application/warc";
/** A user sees the calls of all keys of the account. */
const wholeAccount = { sources: null };

/** Rows of one export. */
const MAX_EXPORTED = 10_000;
const EXPORT_STEP = 500;
const columns = [
  "id",
  "started_at",
  "endpoint",
  "kind",
  "status",
  "results",
  "cost",
  "duration_ms",
  "key_name",
  "entry_point",
  "error_text",
];

/** The account's history. */
export const requestEndpoints = [
  member("GET /requests", {
    summary: "The account's calls, newest first",
    query: HistoryQuery,
    answer: gives(RequestsAnswer),
    async handle({ caller, query }, { store }) {
      const { calls, cursor } = await listCalls(store.db, { ...historyFilter(query), accountId: caller.account.id });
      return { requests: await requestRows(store.db, calls), cursor };
    },
  }),
  member("GET /requests.csv", {
    summary: "The account's calls, as CSV",
    query: HistoryQuery,
    answer: table,
    handle: ({ caller, query }, { store }) =>
      download(
        "text/csv; charset=utf-8",
        "requests.csv",
        Readable.from(
          csvPages(store.db, { ...historyFilter({ ...query, limit: EXPORT_STEP }), accountId: caller.account.id }),
        ),
      ),
  }),
  member("GET /requests/{id}", {
    summary: "One call with all its details",
    limits: ["readersOfAnAccount", "readers"],
    answer: gives(RequestDetail),
    handle: ({ caller, params }, context) => readDetail(context, caller.account.id, params.id),
  }),
  member("GET /requests/{id}/records", {
    summary: "The records of a call, as a file",
    query: RecordsFileQuery,
    answer: recordsFile,
    handle: ({ caller, params, query }, context) => readRecords(context, caller.account.id, params.id, query),
  }),
  member("GET /requests/{id}/differences/{request}", {
    summary: "Which records of a call differ from those of an earlier one, or a recall corrected",
    params: Type.Object({ id: requestId, request: requestId }),
    limits: ["readersOfAnAccount", "readers"],
    answer: gives(RunDifferences),
    handle: ({ caller, params }, context) => compareRuns(context, caller.account.id, params.request, params.id),
  }),
  member("GET /requests/{id}/provenance", {
    summary: "Where the values of a call's records come from",
    limits: ["readersOfAnAccount", "readers"],
    answer: gives(listOf(RecordProvenance)),
    async handle({ caller: { account }, params: { id } }, { readProvenance }) {
      return found(await readProvenance(account.id, id, null), NO_PAGES);
    },
  }),
  member("GET /requests/{id}/evidence", {
    summary: "The site's responses to a call, as WARC",
    answer: file(WARC),
    async handle({ caller: { account }, params: { id } }, { service }) {
      const warc = await service.evidenceOf({ account, key: wholeAccount }, id);
      if (!warc) throw notFound();
      return download(WARC, `${id}.warc.gz`, Readable.from(warc(), { objectMode: false }));
    },
  }),
];

/** The calls as CSV, read as they are sent. */
async function* csvPages(db: Kysely<Schema>, filter: Parameters<typeof listCalls>[1]): AsyncGenerator<string> {
  let cursor: string | null = null;
  for (let sent = 0; sent < MAX_EXPORTED; ) {
    const page: Awaited<ReturnType<typeof listCalls>> = await listCalls(db, { ...filter, cursor });
    const rows = page.calls.map((call) => ({
      ...requestRow(call, {}),
      started_at: new Date(call.started_at).toISOString(),
    }));
    yield sent === 0 ? toCsv(columns, rows) : rows.map((row) => `${csvLine(columns, row)}\r\n`).join("");
    sent += rows.length;
    cursor = page.cursor;
    if (cursor === null) return;
  }
}
