import type { Transaction } from "kysely";
import { isPostgres } from "../store/is-postgres.ts";
import type { Schema } from "../store/schema.ts";

/**
 * Serialises changes to one account across processes. The person of a personal account comes first: a process of
 * 1.0.0-rc.1 locks that row alone, and triggers change both. SQLite has a single writer anyway.
 */
export async function lockAccount(trx: Transaction<Schema>, accountId: string): Promise<void> {
  if (!isPostgres(trx)) return;
  await trx.selectFrom("people").select("id").where("id", "=", accountId).forUpdate().execute();
  await trx.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
}
