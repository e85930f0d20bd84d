import { Code, TextInput } from "@mantine/core";
import { useState } from "react";
import type { AdminKey } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { KeyState } from "../keys/key-state.tsx";
import { ConfirmButton } from "../parts/action-buttons.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";

const columns: Array<Column<AdminKey>> = [
  {
    header: "Key",
    role: "title",
    cell: ({ name, prefix }) => (
      <>
        {name} <Code>{prefix}…</Code>
      </>
    ),
  },
  { header: "Status", role: "status", cell: (key) => <KeyState apiKey={key} /> },
  ["Spent", "spent", "figure"],
  ["Last used", "last_used_at", "ago", "Never"],
];

/** Keys of all accounts. An admin can revoke each with a reason. */
export const AdminKeysTable = ({ keys, withAccount = false }: { keys: AdminKey[]; withAccount?: boolean }) => (
  <DataTable
    label="Keys"
    rows={keys}
    empty={
      withAccount ? "No matching keys. Search for a key's name, its owner's email, or the key itself." : "No keys."
    }
    columns={[
      ...columns,
      withAccount && ["Account", "account_email"],
      { header: "Revoke", role: "action", cell: (key) => key.revoked_at === null && <RevokeButton apiKey={key} /> },
    ]}
  />
);

function RevokeButton({ apiKey: { id, name, account_email } }: { apiKey: AdminKey }) {
  const [reason, setReason] = useState("");
  return (
    <ConfirmButton
      size="compact-sm"
      variant="light"
      leftSection={null}
      aria-label={`Revoke ${name} of ${account_email}`}
      title={`Revoke ${name}`}
      action="Revoke key"
      about={`Calls with this key of ${account_email} are refused from now on.`}
      act={() => api.post(`/admin/keys/${id}/revoke`, { reason })}
      fields={() => (
        <TextInput label="Reason" required value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      )}
    >
      Revoke
    </ConfirmButton>
  );
}
