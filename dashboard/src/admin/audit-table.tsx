import { Table, Text } from "@mantine/core";
import type { AuditRow } from "../../../src/entry/dashboard/admin-api-types.ts";
import { formatTime, humanise } from "../ui/format.ts";
import { ScrollTable } from "../ui/scroll-table.tsx";

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
              <Facts value={row.before} />
            </Table.Td>
            <Table.Td>
              <Facts value={row.after} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}

/** What was or is the case, a line a fact. */
function Facts({ value }: { value: unknown }) {
  if (value === null || value === undefined) return null;
  if (typeof value !== "object") return <>{String(value)}</>;
  return (
    <ul className="audit-facts">
      {Object.entries(value)
        .filter(([, fact]) => fact !== null && fact !== "")
        .map(([name, fact]) => (
          <li key={name}>
            <Text span size="xs" c="dimmed">
              {humanise(name)}
            </Text>{" "}
            {typeof fact === "object" ? JSON.stringify(fact) : String(fact)}
          </li>
        ))}
    </ul>
  );
}
