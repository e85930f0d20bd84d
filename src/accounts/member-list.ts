import type { ExpressionBuilder, Kysely, Transaction } from "kysely";
import type { Schema } from "../store/schema.ts";
import { NoSuchThing } from "./account-problem.ts";
import type { MemberRole } from "./roles.ts";

/** The row of a member, or of who was one. */
export const isMember =
  (account_id: string, person_id: string) =>
  ({ and }: ExpressionBuilder<any, any>) =>
    and({ account_id, person_id });

/** The members of an account, each with their cap and what their keys have spent and hold. Practice points do not count. */
export const selectMemberSpending = (db: Kysely<Schema>, accountId: string) =>
  db
    .selectFrom("members")
    .leftJoin("api_keys", (join) =>
      join
        .onRef("api_keys.account_id", "=", "members.account_id")
        .onRef("api_keys.person_id", "=", "members.person_id")
        .on("api_keys.mode", "=", "live"),
    )
    .where("members.account_id", "=", accountId)
    .groupBy(["members.person_id", "members.spending_cap"])
    .select(({ fn, val }) => [
      "members.person_id",
      "members.spending_cap",
      fn.coalesce(fn.sum<number>("spent"), val(0)).as("spent"),
      fn.coalesce(fn.sum<number>("held"), val(0)).as("held"),
    ]);

interface NewCap {
  accountId: string;
  personId: string;
  /** The most points that the member's keys of the account may ever spend; null for no cap. */
  cap: number | null;
}

/** Sets a member's spending cap, from the next call on. Returns the change for the audit log. */
export async function setMemberCap(trx: Transaction<Schema>, { accountId, personId, cap }: NewCap) {
  const member = selectMemberSpending(trx, accountId).where("members.person_id", "=", personId);
  const old = await member.executeTakeFirst();
  if (!old) throw new NoSuchThing("member");
  await trx.updateTable("members").set({ spending_cap: cap }).where(isMember(accountId, personId)).execute();
  return { before: { member: personId, spending_cap: old.spending_cap }, after: { spending_cap: cap } };
}

/** What an admin sets for a member. */
export interface MemberSettings {
  role: MemberRole;
  spending_cap: number | null;
}

export type ListedMember = Awaited<ReturnType<typeof listMembers>>[number];

export async function listMembers(db: Kysely<Schema>, accountId: string) {
  const rows = await selectMemberSpending(db, accountId)
    .innerJoin("people", "people.id", "members.person_id")
    .groupBy(["people.id", "people.name", "people.email", "two_factor_enabled", "members.role", "members.created_at"])
    .orderBy("members.created_at")
    .orderBy("people.id")
    .select(["people.name", "people.email", "two_factor_enabled", "members.role", "members.created_at as joined_at"])
    .execute();
  return rows.map(({ person_id, two_factor_enabled, held: _, ...row }) => ({
    id: person_id,
    ...row,
    second_factor: Boolean(two_factor_enabled),
  }));
}
