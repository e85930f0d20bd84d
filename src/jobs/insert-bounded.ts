import type { Insertable } from "kysely";
import { WinnowError } from "../contract/errors.ts";
import type { Store } from "../store/open-store.ts";
import type { Row, Schema } from "../store/schema.ts";

/** Tables of which an account may have a limited number of rows, by what errors call them. */
const tables = {
  webhooks: "webhook_endpoints",
  schedules: "schedules",
  destinations: "destinations",
  links: "result_links",
} as const;

/**
 * Inserts a row and returns true; false if its id exists, because the call was repeated with its Idempotency-Key. Rejects
 * rows beyond the limit. Counts its own row too, so that concurrent calls cannot all be the last one allowed.
 */
export async function insertBounded<What extends keyof typeof tables>(
  db: Store["db"],
  what: What,
  row: Insertable<Schema[(typeof tables)[What]]> & Pick<Row<"schedules">, "id" | "account_id">,
  max: number,
): Promise<boolean> {
  const table: (typeof tables)[keyof typeof tables] = tables[what];
  const { numInsertedOrUpdatedRows } = await db
    .insertInto(tables[what])
    .values(row)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) return false;
  const own = db.selectFrom(table).where("account_id", "=", row.account_id);
  const { rows } = await own.select(({ fn }) => fn.countAll<number>().as("rows")).executeTakeFirstOrThrow();
  if (Number(rows) <= max) return true;
  await db.deleteFrom(table).where("id", "=", row.id).execute();
  throw new WinnowError("bad_request", `An account has at most ${max} ${what}; delete one first.`);
}
