import { type Kysely, sql } from "kysely";
import type { Schema } from "../../../store/schema.ts";
import type { SharedAccount } from "../views/admin.ts";

interface Search {
  search: string;
  limit: number;
  offset: number;
}

/** Accounts of several people by name: all, or those whose name or a member's address contains the search text. */
export async function sharedAccounts(db: Kysely<Schema>, { search, limit, offset }: Search): Promise<SharedAccount[]> {
  const pattern = `%${search.toLowerCase()}%`;
  const rows = await db
    .selectFrom("accounts")
    .leftJoin("balances", "balances.account_id", "accounts.id")
    .where("accounts.name", "is not", null)
    .where(({ or, exists, selectFrom }) =>
      or([
        sql<boolean>`lower(accounts.name) like ${pattern}`,
        exists(
          selectFrom("members")
            .innerJoin("people", "people.id", "members.person_id")
            .whereRef("members.account_id", "=", "accounts.id")
            .where(sql<boolean>`lower(people.email) like ${pattern}`)
            .select("people.id"),
        ),
      ]),
    )
    .orderBy(sql`lower(accounts.name)`)
    .orderBy("accounts.id")
    .limit(limit)
    .offset(offset)
    .select(["accounts.id", "accounts.plan", "accounts.created_at", "balances.points"])
    .select(sql<string>`accounts.name`.as("name"))
    .select(({ selectFrom, fn }) => [
      selectFrom("members")
        .whereRef("members.account_id", "=", "accounts.id")
        .select(fn.countAll().as("members"))
        .as("members"),
      selectFrom("members")
        .innerJoin("people", "people.id", "members.person_id")
        .whereRef("members.account_id", "=", "accounts.id")
        .where("members.role", "=", "owner")
        .orderBy("members.created_at")
        .limit(1)
        .select("people.email")
        .as("owner"),
    ])
    .execute();
  return rows.map(({ points, members, ...row }) => ({ ...row, points: points ?? 0, members: Number(members) }));
}
