import { Table, Text } from "@mantine/core";

/** Headers by name; their values break where they must. */
export function HeadersTable({ title, headers }: { title: string; headers: Record<string, string> }) {
  const rows = Object.entries(headers).sort(([a], [b]) => a.localeCompare(b));
  if (rows.length === 0) return <Text c="dimmed">None for this entry point.</Text>;
  return (
    <Table aria-label={title} layout="fixed" verticalSpacing={4} horizontalSpacing="xs" className="headers-table">
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w="38%">
              {name}
            </Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
