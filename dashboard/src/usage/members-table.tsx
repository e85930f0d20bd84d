import { useQuery } from "@tanstack/react-query";
import type { MemberUsage } from "../../../src/endpoints/dashboard/types.ts";
import { actingAccount } from "../api/acting-account.ts";
import { queries } from "../api/queries.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";

const shown = ({ id, name }: MemberUsage): string => (id === null ? "Former members" : name || "No name");

const columns: Array<Column<MemberUsage>> = [
  { header: "Member", role: "title", cell: shown, sortBy: shown },
  ["Calls", "calls", "figure"],
  ["Points", "points", "figure"],
  ["Errors", "errors", "figure"],
];

/** Usage by member; nothing in an account of one person. */
export function MembersTable({ days }: { days: number }) {
  const { data } = useQuery({ ...queries.usageByMember(days), enabled: actingAccount() !== null });
  if (!data || data.members.length < 2) return null;
  return <DataTable label="Usage by member" columns={columns} rows={data.members} keyOf={({ id }) => id ?? ""} />;
}
