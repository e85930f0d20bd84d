import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import { toAccount } from "./account-row.ts";
import { toApiKey } from "./api-key-row.ts";
import type { Caller } from "./types.ts";

/** A key and its account as they are now, even if the key has ended; null if either was deleted. */
export async function callerByKey(db: Kysely<Schema>, keyId: string): Promise<Caller | null> {
  const row = await db
    .selectFrom("api_keys as key")
    .innerJoin("people as owner", "owner.id", "key.account_id")
    .where("key.id", "=", keyId)
    // Columns of the key win over those of the same name.
    .selectAll("owner")
    .select(["owner.name as owner_name", "owner.created_at as owner_created_at", "owner.retain as owner_retain"])
    .selectAll("key")
    .executeTakeFirst();
  if (!row) return null;
  const { account_id: id, owner_name: name, owner_created_at: created_at, owner_retain: retain } = row;
  return { key: toApiKey(row), account: toAccount({ ...row, id, name, created_at, retain }) };
}
