import { Select } from "@mantine/core";
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

interface RoleSelectProps {
  label: string;
  value: MemberRole;
  onChange: (role: MemberRole) => void;
  mayOwn: boolean;
}

/** In a table, whose header is the label that is seen. */
export const RoleSelect = ({ label, value, onChange, mayOwn }: RoleSelectProps) => (
  <Select
    aria-label={label}
    size="xs"
    w={130}
    data={roleOptions(mayOwn)}
    allowDeselect={false}
    value={value}
    onChange={(role) => role && role !== value && onChange(role as MemberRole)}
  />
);
