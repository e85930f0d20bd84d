/** Roles of members of an account, the highest first. */
export const memberRoles = ["owner", "admin", "developer", "viewer"] as const;
export type MemberRole = (typeof memberRoles)[number];

/**
 * What an endpoint of the dashboard can need. `self`: it is about the person, in whatever account. `read`: see what the
 * account has. `work`: make calls and background work, and have keys of one's own. `manage`: members, all keys, webhooks,
 * destinations and settings. `own`: owners, and the deletion of the account.
 */
export const permissionNames = ["self", "read", "work", "manage", "own"] as const;
export type Permission = (typeof permissionNames)[number];

/** The one table of who may do what. */
export const permissions: Record<MemberRole, readonly Permission[]> = {
  owner: permissionNames,
  admin: ["self", "read", "work", "manage"],
  developer: ["self", "read", "work"],
  viewer: ["self", "read"],
};

export const may = (role: MemberRole, needed: Permission): boolean => permissions[role].includes(needed);

/** Of two roles, the one that allows less. */
export const lowerRole = (one: MemberRole, other: MemberRole): MemberRole =>
  memberRoles[Math.max(memberRoles.indexOf(one), memberRoles.indexOf(other))]!;

/** The lowest role that may, for an error that says what to ask for. */
export const lowestRole = (needed: Permission): MemberRole => memberRoles.findLast((role) => may(role, needed))!;
