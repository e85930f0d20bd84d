import { Select } from "@mantine/core";
import type { MemberRole } from "../../../src/accounts/roles.ts";

export const roleLabels: Record<MemberRole, string> = {
  owner: "Owner",
  admin: "Admin",
  developer: "Developer",
  viewer: "Viewer",
};

interface RoleSelectProps {
  label: string;
  value: MemberRole;
  onChange: (role: MemberRole) => void;
  /** Roles that cannot be chosen here. */
  without?: MemberRole;
  /** Inside a table, whose header is the label that is seen. */
  inTable?: boolean;
}

export const RoleSelect = ({ label, value, onChange, without, inTable = false }: RoleSelectProps) => (
  <Select
    {...(inTable ? { "aria-label": label, size: "xs", w: 130 } : { label })}
    data={Object.entries(roleLabels).flatMap(([role, name]) => (role === without ? [] : { value: role, label: name }))}
    allowDeselect={false}
    value={value}
    onChange={(role) => role && role !== value && onChange(role as MemberRole)}
  />
);
