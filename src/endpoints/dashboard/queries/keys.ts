import { type Kysely, sql } from "kysely";
import { toApiKey } from "../../../accounts/callers.ts";
import type { Schema } from "../../../store/schema.ts";
import type { AdminKey } from "../views/admin.ts";

const shownEmail = sql<string>`coalesce(people.unconfirmed_email, people.email)`;

/** All accounts' keys, newest first, whose name, prefix or owner matches the search. */
export async function allKeys(db: Kysely<Schema>, search: string, limit: number): Promise<AdminKey[]> {
  let query = db
    .selectFrom("api_keys")
    .innerJoin("people", (join) =>
      join.on(({ eb, ref, fn }) => eb(ref("people.id"), "=", fn.coalesce("api_keys.person_id", "api_keys.account_id"))),
    );
  if (search !== "") {
    const pattern = `%${search.toLowerCase()}%`;
    query = query.where(({ or }) =>
      or(
        [sql.ref("api_keys.name"), sql.ref("api_keys.prefix"), shownEmail].map(
          (column) => sql<boolean>`lower(${column}) like ${pattern}`,
        ),
      ),
    );
  }
  const rows = await query
    .orderBy("api_keys.created_at", "desc")
    .limit(limit)
    .selectAll("api_keys")
    .select(shownEmail.as("email"))
    .execute();
  return rows.map(({ email, ...row }) => ({ ...toApiKey(row), account_email: email }));
}
