import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";

const ACCOUNTS_AT_ONCE = 50;
/** The entry that replaces an account's old ones. */
const CARRIED = "carried";

/**
 * Merges an account's entries older than a time into one: the newest takes the sum of all and keeps its balance, so that
 * entries still sum to the balance. Returns how many entries were removed.
 */
export async function rollUpLedger(db: Kysely<Schema>, before: number): Promise<number> {
  const accounts = await db
    .selectFrom("ledger")
    .where("at", "<", before)
    .where("kind", "!=", CARRIED)
    .select("account_id")
    .distinct()
    .limit(ACCOUNTS_AT_ONCE)
    .execute();
  let gone = 0;
  for (const { account_id } of accounts) gone += await rollUpAccount(db, account_id, before);
  return gone;
}

const rollUpAccount = (db: Kysely<Schema>, accountId: string, before: number): Promise<number> =>
  db.transaction().execute(async (trx) => {
    // Takes the lock under which every entry of the account is written, so that two processes do not carry the same ones.
    await trx.updateTable("balances").set({ account_id: accountId }).where("account_id", "=", accountId).execute();
    const old = trx.selectFrom("ledger").where("account_id", "=", accountId).where("at", "<", before);
    const { last, total, entries } = await old
      .select(({ fn }) => [
        fn.max<number | null>("no").as("last"),
        fn.sum<number>("amount").as("total"),
        fn.countAll<number>().as("entries"),
      ])
      .executeTakeFirstOrThrow();
    if (last === null) return 0;
    const { numDeletedRows } = await trx
      .deleteFrom("ledger")
      .where("account_id", "=", accountId)
      .where("at", "<", before)
      .where("no", "<", last)
      .executeTakeFirst();
    await trx
      .updateTable("ledger")
      .set({ kind: CARRIED, amount: Number(total), key_id: null, request_no: null, note: noteOf(Number(entries)) })
      .where("no", "=", last)
      .execute();
    return Number(numDeletedRows);
  });

const noteOf = (entries: number): string => `${entries} earlier entries`;
