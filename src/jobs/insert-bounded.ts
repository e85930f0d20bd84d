import type { Insertable } from "kysely";
import { whileMember } from "../accounts/members.ts";
import { WinnowError } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";
import type { Store } from "../store/open-store.ts";
import { changesRow } from "../store/row-changes.ts";
import type { Row, Schema } from "../store/schema.ts";

/** Tables of which an account may have a limited number of rows, by what errors call them. */
const tables = {
  webhooks: "webhook_endpoints",
  schedules: "schedules",
  destinations: "destinations",
  links: "result_links",
} as const;

/** What the role of their maker must allow. */
const needs = { webhooks: "manage", schedules: "work", destinations: "manage", links: "work" } as const;

/**
 * Inserts a row in a member's name and returns true; false if its id exists, because the call was repeated with its
 * Idempotency-Key. Rejects rows beyond the limit, under the lock of the account.
 */
export function insertBounded<What extends keyof typeof tables>(
  db: Store["db"],
  what: What,
  row: Insertable<Schema[(typeof tables)[What]]> & Pick<Row<"schedules">, "id" | "account_id">,
  personId: string,
): Promise<boolean> {
  const table: (typeof tables)[keyof typeof tables] = tables[what];
  const { max } = limits[what];
  return whileMember(db, { accountId: row.account_id, personId, needs: needs[what] }, async (trx) => {
    const insert = trx.insertInto(tables[what]).values(row);
    if (!(await changesRow(insert.onConflict((conflict) => conflict.column("id").doNothing())))) return false;
    const own = trx.selectFrom(table).where("account_id", "=", row.account_id);
    const { rows } = await own.select(({ fn }) => fn.countAll<number>().as("rows")).executeTakeFirstOrThrow();
    if (Number(rows) <= max) return true;
    throw new WinnowError("bad_request", `An account has at most ${max} ${what}; delete one first.`);
  });
}
