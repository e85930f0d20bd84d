import { Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { LedgerRow } from "../../../src/entry/dashboard/admin-api-types.ts";
import { queries } from "../api/queries.ts";
import { formatNumber, formatTime } from "../ui/format.ts";
import { QueryView } from "../ui/query-view.tsx";
import { ScrollTable } from "../ui/scroll-table.tsx";

const kinds: Record<string, string> = {
  hold: "Held for a call",
  settle: "Charged; rest of the hold released",
  grant: "Granted",
  correction: "Corrected",
};

/** Every change of the points, newest first, with what was left after it. */
export function PointsLedger() {
  const query = useQuery(queries.at<{ ledger: LedgerRow[] }>("/ledger"));
  return (
    <QueryView query={query}>
      {({ ledger }) =>
        ledger.length === 0 ? (
          <Text c="dimmed">No changes of your points yet.</Text>
        ) : (
          <ScrollTable label="Changes of your points">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">When</Table.Th>
                <Table.Th scope="col">What</Table.Th>
                <Table.Th scope="col" ta="right">
                  Points
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  Balance
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {ledger.map((row) => (
                <Table.Tr key={row.no}>
                  <Table.Td>{formatTime(row.at)}</Table.Td>
                  <Table.Th scope="row" fw={500}>
                    {kinds[row.kind] ?? row.kind}
                    {row.note && (
                      <Text span size="sm" c="dimmed">
                        {" "}
                        · {row.note}
                      </Text>
                    )}
                  </Table.Th>
                  <Table.Td ta="right">
                    {row.amount > 0 ? "+" : ""}
                    {formatNumber(row.amount)}
                  </Table.Td>
                  <Table.Td ta="right">{formatNumber(row.balance)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </ScrollTable>
        )
      }
    </QueryView>
  );
}
