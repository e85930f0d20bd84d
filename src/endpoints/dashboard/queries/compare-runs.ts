import { keptRecord, keptRows } from "../../../files/kept-records.ts";
import { compare } from "../../../jobs/schedules/compare.ts";
import { findRequest } from "../../../metering/request-list.ts";
import { type DashboardContext, notFound } from "../context.ts";
import type { RunDifferences } from "../views/requests.ts";

type Item = Record<string, unknown>;

/** Fields that identify a record, in order of preference. */
const NAMES = ["id", "estate", "unit", "url", "value", "name"];

/** How the records of two calls differ, as a schedule's changes are found; of one call, what a recall corrected. */
export async function compareRuns(
  context: DashboardContext,
  accountId: string,
  before: string,
  after: string,
): Promise<RunDifferences> {
  const old = await recordsOf(context, accountId, before);
  const now = await (before === after ? correctedOf : recordsOf)(context, accountId, after);
  return { changes: old && now ? compareRecords(old, now) : null };
}

/** The stored records of a call; null if they have expired. */
async function recordsOf({ store, metering }: DashboardContext, accountId: string, id: string) {
  if (!(await findRequest(store.db, accountId, id))) throw notFound();
  const answer = await metering.openAnswer(accountId, id);
  return answer && Array.fromAsync(keptRows(answer, answer.results), keptRecord);
}

/** The records of a call as a recall corrected them; null if none did. */
async function correctedOf({ store, recalls }: DashboardContext, accountId: string, id: string) {
  const no = (await findRequest(store.db, accountId, id))?.recalled;
  const page = { limit: 1, cursor: null, requestId: id };
  return no == null ? null : ((await recalls.requests(accountId, no, page)).rows[0]?.corrected ?? null);
}

/** Exported for its test. */
export function compareRecords(before: Item[], after: Item[]): NonNullable<RunDifferences["changes"]> {
  const old = new Map(before.map(named).map((record) => [String(record.id), record]));
  const { changes } = compare(old, after.map(named), { ignore: ["id"], complete: true, inDoubt: [] });
  return changes.map((change) => ({
    kind: change.kind,
    record: change.record,
    record_id: change.recordId,
    fields: change.kind === "changed" ? change.fields : null,
  }));
}

const named = (record: Item): Item => ({
  ...record,
  id:
    NAMES.map((name) => record[name]).find((value) => value !== null && value !== undefined) ?? JSON.stringify(record),
});
