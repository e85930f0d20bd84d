import type { Kysely } from "kysely";
import type { Schema } from "../../../store/schema.ts";

export async function readPoints(db: Kysely<Schema>, accountId: string): Promise<number> {
  const row = await db.selectFrom("balances").select("points").where("account_id", "=", accountId).executeTakeFirst();
  return row?.points ?? 0;
}
