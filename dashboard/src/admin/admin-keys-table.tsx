import { Button, Code, Table, Text, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { AdminKey } from "../../../src/entry/dashboard/admin-api-types.ts";
import { api } from "../api/call.ts";
import { refreshAll } from "../api/queries.ts";
import { KeyState } from "../keys/key-state.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { formatAgo, formatNumber } from "../ui/format.ts";
import { ScrollTable } from "../ui/scroll-table.tsx";

/** Keys of anybody, with a way to end one for a reason. */
export function AdminKeysTable({ keys }: { keys: AdminKey[] }) {
  const [asking, setAsking] = useState<AdminKey | null>(null);
  const [reason, setReason] = useState("");
  const revoke = useMutation({
    mutationFn: (key: AdminKey) => api.post(`/admin/keys/${key.id}/revoke`, { reason }),
    onSuccess: async () => {
      setAsking(null);
      setReason("");
      await refreshAll();
    },
    onError: (error) => notifications.show({ color: "red", message: error.message }),
  });
  return (
    <>
      <ScrollTable label="Keys">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Key</Table.Th>
            <Table.Th scope="col">Account</Table.Th>
            <Table.Th scope="col">State</Table.Th>
            <Table.Th scope="col" ta="right">
              Spent
            </Table.Th>
            <Table.Th scope="col">Last used</Table.Th>
            <Table.Th scope="col">
              <span className="visually-hidden">End it</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Table.Tr key={key.id}>
              <Table.Th scope="row" fw={500}>
                {key.name} <Code>{key.prefix}…</Code>
              </Table.Th>
              <Table.Td>{key.account_email}</Table.Td>
              <Table.Td>
                <KeyState apiKey={key} />
              </Table.Td>
              <Table.Td ta="right">{formatNumber(key.spent)}</Table.Td>
              <Table.Td>{key.last_used_at ? formatAgo(key.last_used_at) : "never"}</Table.Td>
              <Table.Td>
                {key.revoked_at === null && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Revoke ${key.name} of ${key.account_email}`}
                    onClick={() => setAsking(key)}
                  >
                    Revoke
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
      <Confirm
        opened={asking !== null}
        title={`Revoke ${asking?.name ?? ""}`}
        action="Revoke the key"
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
