import { Type } from "typebox";
import { given } from "../../contract/shapes.ts";
import { listCalls } from "../../service/logged-calls.ts";
import { csvFile, dashboardGroup, download, file, gives, notFound, table } from "./context.ts";
import { compareRuns } from "./queries/compare-runs.ts";
import {
  filterOf,
  HistoryQuery,
  RecordsFileQuery,
  readDetail,
  readRecords,
  recordsFile,
  rowOf,
  rowsOf,
} from "./queries/history.ts";
import { RequestDetail, type RequestRow, RequestsAnswer, RunDifferences } from "./views/requests.ts";

const { member } = dashboardGroup("requests", "request");
const requestId = given({ maxLength: 60 });
const WARC = "application/warc";
/** A user sees the calls of all keys of the account. */
const wholeAccount = { sources: null };

/** Rows of one export. */
const MOST_EXPORTED = 10_000;
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
      const { calls, cursor } = await listCalls(store.db, { ...filterOf(query), accountId: caller.account.id });
      return { requests: await rowsOf(store.db, calls), cursor };
    },
  }),
  member("GET /requests.csv", {
    summary: "The account's calls, as CSV",
    query: HistoryQuery,
    answer: table,
    async handle({ caller, query }, { store }) {
      const rows: RequestRow[] = [];
      let cursor: string | null = null;
      do {
        const page = { ...filterOf({ ...query, limit: EXPORT_STEP }), cursor, accountId: caller.account.id };
        const part: Awaited<ReturnType<typeof listCalls>> = await listCalls(store.db, page);
        rows.push(...part.calls.map((call) => rowOf(call, {})));
        cursor = part.cursor;
      } while (cursor !== null && rows.length < MOST_EXPORTED);
      const shown = rows.map((row) => ({ ...row, started_at: new Date(row.started_at).toISOString() }));
      return csvFile("requests.csv", columns, shown);
    },
  }),
  member("GET /requests/{id}", {
    summary: "One call with all its details",
    answer: gives(RequestDetail),
    async handle({ caller: { account }, params: { id } }, context) {
      const detail = await readDetail(context, account.id, id);
      return { ...detail, evidence: (await context.service.evidenceOf({ account, key: wholeAccount }, id)) !== null };
    },
  }),
  member("GET /requests/{id}/records", {
    summary: "The records of a call, as a file",
    query: RecordsFileQuery,
    answer: recordsFile,
    handle: ({ caller, params, query }, context) => readRecords(context, caller.account.id, params.id, query),
  }),
  member("GET /requests/{id}/differences/{request}", {
    summary: "Which records of a call differ from those of another, made before",
    params: Type.Object({ id: requestId, request: requestId }),
    answer: gives(RunDifferences),
    handle: ({ caller, params }, context) => compareRuns(context, caller.account.id, params.request, params.id),
  }),
  member("GET /requests/{id}/evidence", {
    summary: "The site's responses to a call, as WARC",
    answer: file(WARC),
    async handle({ caller: { account }, params: { id } }, { service }) {
      const warc = await service.evidenceOf({ account, key: wholeAccount }, id);
      if (!warc) throw notFound();
      return download(WARC, `${id}.warc.gz`, Buffer.from(warc));
    },
  }),
];
