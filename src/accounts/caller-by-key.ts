import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import { toApiKey } from "./api-key-row.ts";
import { toCaller } from "./practice-account.ts";
import type { Caller } from "./types.ts";

/** A key and its account as they are now, even if the key has ended; null if either was deleted. */
export async function callerByKey(db: Kysely<Schema>, keyId: string): Promise<Caller | null> {
  const row = await db
    .selectFrom("api_keys as key")
    .innerJoin("accounts as account", "account.id", "key.account_id")
    .where("key.id", "=", keyId)
    .selectAll("key")
    .select(["account.plan", "account.created_at as account_created_at", "account.retain as account_retain"])
    .executeTakeFirst();
  if (!row) return null;
  const { account_id: id, plan, account_created_at: created_at, account_retain: retain } = row;
  return toCaller(toApiKey(row), { id, plan, created_at, retain });
}
