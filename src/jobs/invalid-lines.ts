import type { Kysely } from "kysely";
import type { ValidationItem } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";
import type { Schema } from "../store/schema.ts";
import type { InvalidLine } from "./batch-requests.ts";
import { inSlices } from "./in-slices.ts";

/** The lines that a batch skipped, and what is wrong with them. */
export const createInvalidLines = (db: Kysely<Schema>) => ({
  async insertInvalid(accountId: string, id: string, lines: InvalidLine[]): Promise<void> {
    for await (const some of inSlices(lines)) {
      const rows = some.map(({ line, faults }) => ({ batch_id: id, line, faults: JSON.stringify(shortened(faults)) }));
      await db.insertInto("batch_invalid_lines").values(rows).execute();
    }
    if (lines.length > 0) await deleteOldest(db, accountId);
  },

  invalidLines: (id: string) =>
    db.selectFrom("batch_invalid_lines").where("batch_id", "=", id).orderBy("line").selectAll().execute(),
});

/** Deletes the lines of the oldest batches beyond the limit: they cost nothing, so an account could fill the store with them. */
async function deleteOldest(db: Kysely<Schema>, accountId: string): Promise<void> {
  const batches = await db
    .selectFrom("batches")
    .where("account_id", "=", accountId)
    .where("invalid_lines", ">", 0)
    .orderBy("created_at", "desc")
    .select(["id", "invalid_lines"])
    .execute();
  let kept = 0;
  for (const { id, invalid_lines } of batches) {
    kept += invalid_lines;
    if (kept > limits.invalidLinesKept.max)
      await db.deleteFrom("batch_invalid_lines").where("batch_id", "=", id).execute();
  }
}

const MAX_FAULTS_OF_A_LINE = 5;

/** Drops the line's values, which may be long, before the faults are stored. */
const shortened = (faults: ValidationItem[]): ValidationItem[] =>
  faults.slice(0, MAX_FAULTS_OF_A_LINE).map(({ type, loc, msg }) => ({ type, loc, msg: msg.slice(0, 300) }));
