import { type Kysely, sql } from "kysely";
import type { Page } from "../../../contract/endpoint.ts";
import { type PageQuery, pager } from "../../../store/pager.ts";
import type { Schema } from "../../../store/schema.ts";
import type { SharedAccount } from "../views/admin.ts";

const byName = pager("accounts", { sort: "text", id: "text" }, "asc");

/** Accounts of several people by name: all, or those whose name or a member's address contains the search text. */
export async function sharedAccounts(
  db: Kysely<Schema>,
  { search, ...page }: PageQuery & { search: string },
): Promise<Page<SharedAccount>> {
  const pattern = `%${search.toLowerCase()}%`;
  const found = db
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
    .select(["accounts.id", "accounts.plan", "accounts.created_at", "balances.points"])
    .select([sql<string>`accounts.name`.as("name"), sql<string>`lower(accounts.name)`.as("sort")])
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
    ]);
  return byName.page(db.selectFrom(found.as("accounts")).selectAll(), page, ({ points, members, sort, ...row }) => ({
    ...row,
    points: points ?? 0,
    members: Number(members),
  }));
}
