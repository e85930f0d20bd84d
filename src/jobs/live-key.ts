import type { Kysely } from "kysely";
import type { Clock } from "../base/clock.ts";
import type { WorkOwner } from "../service/jobs-api.ts";
import type { Schema } from "../store/schema.ts";

/** The key under which work continues: its own while active, else the active key of whoever resumes it. */
export async function liveKeyOf(
  db: Kysely<Schema>,
  clock: Clock,
  { key_id }: { key_id: string },
  { key }: WorkOwner,
): Promise<string> {
  const live = await db
    .selectFrom("api_keys")
    .where("id", "=", key_id)
    .where("revoked_at", "is", null)
    .where(({ or, eb }) => or([eb("expires_at", "is", null), eb("expires_at", ">", clock.now())]))
    .select("id")
    .executeTakeFirst();
  return live || key.id === "" ? key_id : key.id;
}
