import { Code, Table, Text } from "@mantine/core";
import type { AuditRow } from "../../../src/dashboard-api/admin-api-types.ts";
import { formatTime } from "../format.ts";
import { ScrollTable } from "./scroll-table.tsx";

/** Who changed what, when, from what to what. */
export function AuditTable({ rows }: { rows: AuditRow[] }) {
  if (rows.length === 0) return <Text c="dimmed">No changes yet.</Text>;
  return (
    <ScrollTable label="Changes">
      <Table.Thead>
        <Table.Tr>
          {["When", "Who", "What", "To whom", "Before", "After"].map((label) => (
            <Table.Th key={label} scope="col">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.no}>
            <Table.Td>{formatTime(row.at)}</Table.Td>
            <Table.Td>{row.who}</Table.Td>
            <Table.Td>{row.what}</Table.Td>
            <Table.Td>{row.subject}</Table.Td>
            <Table.Td>
              <Code>{JSON.stringify(row.before)}</Code>
            </Table.Td>
            <Table.Td>
              <Code>{JSON.stringify(row.after)}</Code>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}
