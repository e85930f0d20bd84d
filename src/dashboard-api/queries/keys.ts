import { type Kysely, sql } from "kysely";
import { toApiKey } from "../../accounts/api-key-row.ts";
import type { Schema } from "../../store/schema.ts";
import type { AdminKey } from "../api-types.ts";

/** Keys of everybody, newest first: those whose name, first characters or owner hold the words. */
export async function allKeys(db: Kysely<Schema>, search: string, limit: number): Promise<AdminKey[]> {
  let query = db.selectFrom("api_keys").innerJoin("people", "people.id", "api_keys.account_id");
  if (search !== "") {
    const pattern = `%${search.toLowerCase()}%`;
    query = query.where(({ or }) =>
      or(
        (["api_keys.name", "api_keys.prefix", "people.email"] as const).map(
          (column) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern}`,
        ),
      ),
    );
  }
  const rows = await query
    .orderBy("api_keys.created_at", "desc")
    .limit(limit)
    .selectAll("api_keys")
    .select("people.email")
    .execute();
  return rows.map(({ email, ...row }) => ({ ...toApiKey(row), account_email: email }));
}
