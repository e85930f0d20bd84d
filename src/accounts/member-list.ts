import type { Kysely } from "kysely";
import type { Schema } from "../store/schema.ts";
import { selectMemberSpending } from "./member-spending.ts";
import type { MemberRole } from "./roles.ts";

/** What an admin sets for a member. */
export interface MemberSettings {
  role: MemberRole;
  spending_cap: number | null;
}

export interface ListedMember extends MemberSettings {
  id: string;
  name: string;
  email: string;
  second_factor: boolean;
  joined_at: number;
  /** What their keys of this account have spent, practice points apart. */
  spent: number;
}

export async function listMembers(db: Kysely<Schema>, accountId: string): Promise<ListedMember[]> {
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
