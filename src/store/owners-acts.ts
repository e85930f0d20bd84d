/**
 * What the owner of an account does there, by hand or through a program. Every other entry of the audit log is a change by
 * an admin or the operator, whoever made it and to whomever: an admin's changes to their own account too.
 */
export const ownersActs = [
  ...(["sign-up", "sign-in", "sign-in failed", "password reset", "password changed", "account deleted"] as const),
  ...(["confirm address", "allow address", "change address"] as const),
  ...(["key created", "key changed", "key rotated", "key revoked", "key handed over", "retention changed"] as const),
  ...(["account created", "account renamed", "ownership transferred"] as const),
  ...(["member invited", "invitation revoked", "member joined", "member left", "member removed"] as const),
  ...([
    "member role changed",
    "member cap changed",
    "single sign-on changed",
    "domain proved",
    "single sign-on removed",
  ] as const),
] as const;

export type OwnersAct = (typeof ownersActs)[number];
