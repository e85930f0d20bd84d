import { type Static, Type } from "typebox";
import { memberRoles } from "../../../accounts/roles.ts";
import { choice, instant, integer, listOf, orNull, words } from "../../../contract/shapes.ts";

const role = choice(memberRoles);

/** An account of several people, for one of them. */
export const MembershipView = Type.Object({ id: words(), name: words(), role });
export type MembershipView = Static<typeof MembershipView>;

export const AccountsAnswer = Type.Object({ accounts: listOf(MembershipView) });
export type AccountsAnswer = Static<typeof AccountsAnswer>;

export const MemberView = Type.Object({
  id: words(),
  name: words(),
  email: words(),
  role,
  second_factor: Type.Boolean(),
  joined_at: instant(),
  spending_cap: orNull(
    integer({ description: "The most points that the member's keys may spend in all; null for no cap." }),
  ),
  spent: integer({ description: "Points that the member's keys have spent." }),
});
export type MemberView = Static<typeof MemberView>;

const OpenInvitation = Type.Object({
  id: words(),
  email: words(),
  role,
  invited_by: orNull(words()),
  created_at: instant(),
  expires_at: instant(),
});

export const MembersAnswer = Type.Object({ members: listOf(MemberView), invitations: listOf(OpenInvitation) });
export type MembersAnswer = Static<typeof MembersAnswer>;

export const InvitationView = Type.Object({ account: words(), role });
export type InvitationView = Static<typeof InvitationView>;
