import type { Kysely, NotNull } from "kysely";
import type { Clock } from "../../base/clock.ts";
import { STORED_MS } from "../../metering/result-store.ts";
import type { Row, Schema } from "../../store/schema.ts";

/** Queries on the records of a batch's lines. */
export function createBatchLines(db: Kysely<Schema>, clock: Clock) {
  const succeeded = (id: string) =>
    db.selectFrom("jobs").where("batch_id", "=", id).where("status", "=", "succeeded").orderBy("line");

  return {
    /** How many records each succeeded item has, by line. */
    succeededFrom: (id: string, line: number) =>
      succeeded(id).where("line", ">=", line).select(["line", "records"]).$narrowType<{ line: NotNull }>().execute(),

    /** The succeeded items of these lines. */
    succeededOn: async (id: string, lines: number[]) =>
      lines.length === 0
        ? []
        : succeeded(id)
            .where("line", "in", lines)
            .select(["id", "line", "account_id", "records"])
            .$narrowType<{ line: NotNull }>()
            .execute(),

    /** The recalls that name items of a batch. */
    recalls: async ({ id, account_id }: Pick<Row<"batches">, "id" | "account_id">) =>
      (
        await db
          .selectFrom("recall_items")
          .innerJoin("recalls", "recalls.no", "recall_items.recall_no")
          .innerJoin("jobs", "jobs.id", "recall_items.request_id")
          .where("recall_items.account_id", "=", account_id)
          .where("is_checked", "=", 1)
          .where("jobs.batch_id", "=", id)
          .where("recalls.withdrawn_at", "is", null)
          .select("recalls.no")
          .distinct()
          .orderBy("recalls.no")
          .execute()
      ).map(({ no }) => no),

    /** Items whose records have expired. Batches too recent to have any are skipped. */
    expired: async ({ id, created_at }: Pick<Row<"batches">, "id" | "created_at">) =>
      clock.now() - created_at < STORED_MS
        ? []
        : succeeded(id)
            .where("records", ">", 0)
            .where(({ not, exists, selectFrom }) =>
              not(
                exists(
                  selectFrom("requests")
                    .innerJoin("answers", "answers.request_no", "requests.no")
                    .whereRef("requests.request_id", "=", "jobs.id")
                    .whereRef("requests.account_id", "=", "jobs.account_id")
                    .where("answers.expires_at", ">", clock.now())
                    .select("requests.no"),
                ),
              ),
            )
            .select(["id", "line", "records", "ended_at"])
            .$narrowType<{ line: NotNull }>()
            .execute(),
  };
}
