import type { MemberRole } from "../../../src/accounts/roles.ts";

export const roleLabels: Record<MemberRole, string> = {
  owner: "Owner",
  admin: "Admin",
  developer: "Developer",
  viewer: "Viewer",
};

/** The roles to choose from; only owners make owners. */
export const roleOptions = (mayOwn: boolean) =>
  Object.entries(roleLabels).flatMap(([value, label]) => (value === "owner" && !mayOwn ? [] : { value, label }));
