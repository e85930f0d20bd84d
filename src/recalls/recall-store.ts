import type { Kysely, Transaction } from "kysely";
import { sql } from "kysely";
import { inSlices } from "../base/in-slices.ts";
import { isoOrNull } from "../base/iso.ts";
import type { Page } from "../contract/endpoint.ts";
import { Recall, type RecalledRequestView, type RecallView, type RequestRecallView } from "../contract/recall.ts";
import { pick } from "../contract/shapes.ts";
import { among } from "../metering/history-filter.ts";
import { unpackJson } from "../store/packing.ts";
import { type PageQuery, pager } from "../store/pager.ts";
import type { Row, Schema } from "../store/schema.ts";
import type { AffectedCall } from "./judged-calls.ts";

const newestRecalls = pager("recalls", { "recalls.no": "number" });
const oldestRequests = pager("recall_items", { request_no: "number" }, "asc");

export type RecallRow = Row<"recalls">;

type Item = Pick<AffectedCall, "no" | "account_id" | "request_id" | "records">;

/**
 * Writes what is known of a recall's calls: those that are wrong stay so, those that could not be checked may have become
 * wrong, or right. Returns how many are newly wrong, and whether an owner has to hear of it.
 */
export async function writeItems(
  trx: Transaction<Schema>,
  recall_no: number,
  { wrong, unknown }: { wrong: readonly Item[]; unknown: readonly Item[] },
  at: number,
): Promise<{ added: number; isNews: boolean }> {
  const items = () => trx.selectFrom("recall_items").where("recall_no", "=", recall_no);
  const known = await items().select(["request_no", "is_checked"]).execute();
  const before = new Map(known.map(({ request_no, is_checked }) => [request_no, is_checked === 1]));
  const fresh = wrong.filter(({ no }) => before.get(no) !== true);
  const open = new Set(unknown.map(({ no }) => no));
  const over = known.filter((one) => one.is_checked === 0 && !open.has(one.request_no)).map((one) => one.request_no);
  for await (const some of inSlices(over))
    await trx.deleteFrom("recall_items").where("recall_no", "=", recall_no).where("request_no", "in", some).execute();
  const asked = unknown.filter(({ no }) => !before.has(no));
  for (const [is_checked, calls] of [
    [1, fresh],
    [0, asked],
  ] as const) {
    for await (const some of inSlices(calls)) {
      await trx
        .insertInto("recall_items")
        .values(
          some.map(({ no, account_id, request_id, records }) => ({
            recall_no,
            request_no: no,
            account_id,
            request_id,
            records,
            is_checked,
            points: is_checked ? null : 0,
            corrected: null,
            corrected_at: null,
            at,
          })),
        )
        .execute();
    }
  }
  const told = new Set([...fresh, ...asked].map(({ account_id }) => account_id));
  if (told.size + over.length === 0) return { added: 0, isNews: false };
  const sums = await items()
    .groupBy("account_id")
    .select(({ fn }) => ["account_id", fn.countAll<number>().as("all"), fn.sum<number>("is_checked").as("checked")])
    .orderBy("account_id")
    .execute();
  await trx.updateTable("recall_owners").set({ unchecked: 0 }).where("recall_no", "=", recall_no).execute();
  for (const { account_id, all, checked } of sums) {
    const counts = { requests: Number(checked), unchecked: Number(all) - Number(checked) };
    await trx
      .insertInto("recall_owners")
      .values({ recall_no, account_id, ...counts, points: 0, told_at: null, at })
      .onConflict((conflict) =>
        // More calls have been found since: tell their owner.
        conflict
          .columns(["recall_no", "account_id"])
          .doUpdateSet({ ...counts, ...(told.has(account_id) && { told_at: null }) }),
      )
      .execute();
  }
  return { added: fresh.length, isNews: true };
}

export type RecallViews = ReturnType<typeof createRecallViews>;

/** Recalls as their owners see them. */
export function createRecallViews(db: Kysely<Schema>) {
  const owned = (accountId: string) =>
    db
      .selectFrom("recalls")
      .innerJoin("recall_owners", "recall_owners.recall_no", "recalls.no")
      .where("recall_owners.account_id", "=", accountId)
      // Who never heard of one that was withdrawn need not.
      .where(({ or, eb }) =>
        or([eb("withdrawn_at", "is", null), eb("told_at", "is not", null), eb("recall_owners.points", ">", 0)]),
      )
      .selectAll("recalls")
      .select(["recall_owners.requests", "recall_owners.unchecked", "recall_owners.points"])
      .select(({ selectFrom }) => {
        const items = selectFrom("recall_items")
          .innerJoin("requests", "requests.no", "recall_items.request_no")
          .whereRef("recall_items.recall_no", "=", "recalls.no")
          .where("recall_items.account_id", "=", accountId);
        return [
          items.select(({ fn }) => fn.min<number>("requests.started_at").as("at")).as("first"),
          items.select(({ fn }) => fn.max<number>("requests.started_at").as("at")).as("last"),
          items.select(({ fn }) => fn.count<number>("recall_items.corrected_at").as("count")).as("corrected"),
        ];
      });
  type OwnedRow = Awaited<ReturnType<ReturnType<typeof owned>["executeTakeFirstOrThrow"]>>;

  const toView = (row: OwnedRow): RecallView =>
    pick(Recall, {
      ...row,
      id: String(row.no),
      from: row.first ?? row.from_at,
      to: row.last ?? row.to_at,
      corrected: Number(row.corrected ?? 0),
    });

  const visible = (accountId: string, sources: string[] | null) =>
    sources === null ? owned(accountId) : owned(accountId).where(among("recalls.source", sources));

  return {
    /** Newest first. A key sees those of its sources. */
    list: (accountId: string, sources: string[] | null, page: PageQuery): Promise<Page<RecallView>> =>
      newestRecalls.page(visible(accountId, sources), page, toView),

    async find(accountId: string, no: number, sources: string[] | null = null): Promise<RecallView | null> {
      const row = await visible(accountId, sources).where("recalls.no", "=", no).executeTakeFirst();
      return row ? toView(row) : null;
    },

    /** What a recall says about one of its requests; null if there is no such recall any more. */
    async ofRequest(accountId: string, no: number, requestId: string): Promise<RequestRecallView | null> {
      const row = await visible(accountId, null).where("recalls.no", "=", no).executeTakeFirst();
      const item = await db
        .selectFrom("recall_items")
        .where("recall_no", "=", no)
        .where("account_id", "=", accountId)
        .where("request_id", "=", requestId)
        .select(["points", "corrected_at"])
        .executeTakeFirst();
      if (!row || !item) return null;
      const { id, field, from, to } = toView(row);
      return { id, field, from, to, points: item.points ?? 0, corrected: item.corrected_at !== null };
    },

    /** The calls of a recall with their corrected records, oldest first. */
    requests(
      accountId: string,
      no: number,
      { requestId, ...page }: PageQuery & { requestId?: string | null },
    ): Promise<Page<RecalledRequestView>> {
      let query = db.selectFrom("recall_items").where("recall_no", "=", no).where("account_id", "=", accountId);
      if (requestId) query = query.where("request_id", "=", requestId);
      return oldestRequests.page(query.selectAll(), page, async (row) => ({
        request_id: row.request_id,
        records: row.records,
        checked: row.is_checked === 1,
        points: row.points ?? 0,
        corrected_at: isoOrNull(row.corrected_at),
        corrected: row.corrected && (await unpackJson<Array<Record<string, unknown>>>(row.corrected)),
      }));
    },
  };
}

/** What each call got back from this recall, as the ledger has it. */
export const returnedFor = sql<number>`coalesce((select amount from returned_charges
  where returned_charges.request_no = recall_items.request_no
    and returned_charges.recall_no = recall_items.recall_no), 0)`;
