import { buffer } from "node:stream/consumers";
import type { Kysely } from "kysely";
import { type Static, Type } from "typebox";
import { storedFile } from "../../../contract/endpoint.ts";
import { WinnowError } from "../../../contract/errors.ts";
import { choice, dayOrInstant, given, integer, pick } from "../../../contract/shapes.ts";
import { pagesIn } from "../../../extraction/recording/pages-in.ts";
import { keptRecords } from "../../../files/kept-records.ts";
import { fileFormats, recordContent, recordTypes } from "../../../files/record-content.ts";
import { findRequest } from "../../../metering/request-list.ts";
import { findRefusedCall, type ListedCall, readCallDetails, readShortParams } from "../../../service/logged-calls.ts";
import type { Entry } from "../../../service/registry.ts";
import type { Schema } from "../../../store/schema.ts";
import { recordsFields } from "../../jobs.ts";
import { type DashboardContext, notFound } from "../context.ts";
import { RequestDetail, RequestRow } from "../views/requests.ts";

const short = (maxLength: number) => Type.Optional(given({ minLength: 0, maxLength }));

/** The requested time range. */
export const spanFields = { from: Type.Optional(dayOrInstant()), to: Type.Optional(dayOrInstant()) };

const DAY = 86_400_000;

/** Days are UTC and the last is included; an instant at the end is excluded. */
export const spanOf = ({ from, to }: { from?: string; to?: string }) => ({
  start: from === undefined ? null : Date.parse(from),
  end: to === undefined ? null : Date.parse(to) + (to.includes("T") ? 0 : DAY),
});

export const HistoryQuery = Type.Object({
  limit: integer({ minimum: 1, maximum: 100, default: 25 }),
  cursor: short(100),
  search: short(200),
  endpoint: short(200),
  key: short(60),
  tag: short(40),
  status: Type.Optional(choice(["2", "4", "5"])),
  ...spanFields,
});

/** The history filter for a page's query. */
export const historyFilter = ({
  limit,
  cursor,
  search,
  endpoint,
  key,
  tag,
  status,
  ...span
}: Static<typeof HistoryQuery>) => ({
  limit,
  cursor: cursor ?? null,
  text: search ?? null,
  endpoint: endpoint ?? null,
  keyIds: key ? [key] : null,
  tag: tag ?? null,
  statusClass: status ? Number(status) : null,
  ...spanOf(span),
});

/** One call of an account, with all its details. */
export async function readDetail(
  { store, service, metering, recalls }: DashboardContext,
  accountId: string,
  id: string,
): Promise<RequestDetail> {
  const admitted = await findRequest(store.db, accountId, id);
  const found = admitted ? asAdmitted(admitted) : await findRefusedCall(store.db, accountId, id);
  if (!found) throw notFound();
  const log = await readCallDetails(store.db, accountId, id);
  const answer = await metering.answerOf(accountId, id);
  const warc = await service.evidenceOf({ account: { id: accountId }, key: { sources: null } }, id);
  const { account_email: _, ...shown } = found;
  return pick(RequestDetail, {
    ...shown,
    params: admitted?.params ?? readSent(log?.body),
    cost_reason: reason(found, service.registry.byPath(found.endpoint)),
    answer: answer ? JSON.parse(Buffer.from(answer.body).toString()) : null,
    log,
    recall: found.recalled === null ? null : await recalls.ofRequest(accountId, found.recalled, id),
    evidence: warc !== null,
    pages: warc ? await pagesIn(await buffer(warc())) : [],
  });
}

/** Which records of a call, and in which format. */
export const RecordsFileQuery = Type.Object({
  format: choice(fileFormats, { default: "json" }),
  fields: recordsFields.fields,
});
export const recordsFile = storedFile(recordTypes, "The records.", { headers: ["x-results-count", "x-recalled"] });

/** The stored records of a call, as a file. */
export async function readRecords(
  { service, metering, tables }: DashboardContext,
  accountId: string,
  id: string,
  query: Static<typeof RecordsFileQuery>,
) {
  const answer = await metering.openAnswer(accountId, id);
  const entry = answer && service.registry.byPath(answer.endpoint);
  if (!entry) throw new WinnowError("not_found", "The records of this request have expired.");
  const wanted = { ...query, entry, accept: undefined, fileName: `request-${id}`, tables };
  return recordContent(() => keptRecords(answer, answer.results), wanted);
}

export const asAdmitted = <R>(row: R): R & Pick<ListedCall, "kind" | "skipped"> => ({
  ...row,
  kind: "admitted",
  skipped: 0,
});

/** The body of a rejected call, parsed if it is JSON. */
export function readSent(body: string | null | undefined): Record<string, unknown> {
  try {
    const sent: unknown = JSON.parse(body ?? "{}");
    return typeof sent === "object" && sent !== null && !Array.isArray(sent) ? (sent as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A page of calls with their parameters, which distinguish them. */
export async function requestRows(db: Kysely<Schema>, calls: ListedCall[]): Promise<RequestRow[]> {
  const sent = await readShortParams(db, calls);
  return calls.map((call) => requestRow(call, readSent(sent.get(call.no))));
}

/** Only admins see whose call it was. */
export const requestRow = ({ account_email: _, ...row }: ListedCall, params: Record<string, unknown>): RequestRow =>
  pick(RequestRow, { ...row, params });

const reasons: Partial<Record<ListedCall["kind"], string>> = {
  refused: "The call was refused: nothing is charged.",
  replayed: "Same Idempotency-Key as an earlier request: nothing is charged again.",
  dry_run: "A dry run: nothing is charged.",
};

/** Why a request cost what it did. */
function reason({ kind, status, cost, results, age, warnings }: ListedCall, entry: Entry | undefined): string {
  const plain = reasons[kind];
  if (plain) return plain;
  if (status === null) return "Still running: the price is known at the end.";
  if (status !== 200) return "Only a 200 is charged.";
  if (age !== null) return `A cached result is free. It was ${age} s old.`;
  const price = entry?.operation.price;
  if (!price || price.kind === "flat") return price?.words ?? "";
  const before = warnings.find((one) => one.startsWith("continued:"))?.slice("continued:".length);
  if (before) return `${price.words}: ${results} results, less ${before} paid before with the same Idempotency-Key.`;
  return cost === 0 ? "No results, no charge." : `${price.words}: ${results} results.`;
}
