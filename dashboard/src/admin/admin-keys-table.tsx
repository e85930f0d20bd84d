import { Button, Code, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { AdminKey } from "../../../src/endpoints/dashboard/types.ts";
import { api } from "../api/call.ts";
import { useChange } from "../api/use-change.ts";
import { KeyState } from "../keys/key-state.tsx";
import { Confirm } from "../ui/confirm.tsx";
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
export function AdminKeysTable({ keys, withAccount = false }: { keys: AdminKey[]; withAccount?: boolean }) {
  const [asking, setAsking] = useState<AdminKey | null>(null);
  const [reason, setReason] = useState("");
  const revoke = useChange((key: AdminKey) => api.post(`/admin/keys/${key.id}/revoke`, { reason }), {
    onDone: () => {
      setAsking(null);
      setReason("");
    },
  });
  return (
    <>
      <DataTable
        label="Keys"
        rows={keys}
        keyOf={({ id }) => id}
        empty="No keys."
        columns={[
          ...columns,
          withAccount && ["Account", "account_email"],
          {
            header: "Revoke",
            role: "action",
            cell: (key) =>
              key.revoked_at === null && (
                <Button
                  size="compact-sm"
                  variant="light"
                  color="red"
                  aria-label={`Revoke ${key.name} of ${key.account_email}`}
                  onClick={() => setAsking(key)}
                >
                  Revoke
                </Button>
              ),
          },
        ]}
      />
      <Confirm
        opened={asking !== null}
        title={`Revoke ${asking?.name ?? ""}`}
        action="Revoke key"
        danger
        busy={revoke.isPending}
        onConfirm={() => asking && revoke.mutate(asking)}
        onClose={() => setAsking(null)}
      >
        <Text size="sm">Calls with this key of {asking?.account_email} are refused from now on.</Text>
        <TextInput label="Reason" required value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
      </Confirm>
    </>
  );
}
