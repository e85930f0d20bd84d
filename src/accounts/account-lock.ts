import type { Transaction } from "kysely";
import type { Schema } from "../store/schema.ts";

/** Serialises changes to one account across processes. */
export async function lockAccount(trx: Transaction<Schema>, accountId: string): Promise<void> {
  await trx.selectFrom("accounts").select("id").where("id", "=", accountId).forUpdate().execute();
}
