import type { Kysely } from "kysely";
import type { ApiKey } from "../../../accounts/types.ts";
import { practiceId } from "../../../store/practice-id.ts";
import type { Schema } from "../../../store/schema.ts";
import type { KeyDetail } from "../views/keys.ts";

const MAX_ADDRESSES = 20;

/** Where a key was used from in the days that the log keeps, the latest first. */
export async function usedFrom(db: Kysely<Schema>, key: ApiKey): Promise<KeyDetail["used_from"]> {
  const rows = await db
    .selectFrom("call_log")
    .where("account_id", "=", key.mode === "test" ? practiceId(key.account_id) : key.account_id)
    .where("key_id", "=", key.id)
    .groupBy("address")
    .select((select) => [
      "address",
      select.fn.countAll<number>().as("calls"),
      select.fn.max("started_at").as("last_at"),
      select.fn.max("headers_in").as("headers_in"),
    ])
    .orderBy("last_at", "desc")
    .limit(MAX_ADDRESSES)
    .execute();
  return rows.map(({ headers_in, ...row }) => {
    const headers: Record<string, string> = JSON.parse(headers_in);
    return { ...row, calls: Number(row.calls), user_agent: headers["user-agent"] ?? "" };
  });
}
