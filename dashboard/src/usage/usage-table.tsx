import { Anchor, Table } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { UsageAnswer } from "../../../src/entry/dashboard/api-types.ts";
import { formatDuration, formatNumber } from "../ui/format.ts";
import { ScrollTable } from "../ui/scroll-table.tsx";
import { type Grouping, grouped } from "./usage-series.ts";

interface UsageTableProps {
  usage: UsageAnswer;
  grouping: Exclude<Grouping, "all">;
}

const headings = { operation: "Operation", key: "Key", status: "Status" } as const;

/** The chart's numbers as text, with the latencies of each operation. */
export function UsageTable({ usage, grouping }: UsageTableProps) {
  const latencies = new Map(usage.latency.by_operation.map((row) => [row.endpoint, row]));
  const rows = [...grouped(usage, grouping, "")]
    .map(([name, cells]) => {
      const sum = (field: "calls" | "points" | "errors" | "duration_ms") =>
        cells.reduce((all, cell) => all + cell[field], 0);
      const first = cells[0]!;
      return {
        name,
        first,
        calls: sum("calls"),
        points: sum("points"),
        errors: sum("errors"),
        mean: sum("duration_ms") / Math.max(1, sum("calls")),
        latency: grouping === "operation" ? latencies.get(first.endpoint) : undefined,
      };
    })
    .sort((a, b) => b.calls - a.calls);
  const figures = [
    "Calls",
    "Points",
    "Errors",
    ...(grouping === "operation" ? ["p50", "p95", "p99"] : ["Mean latency"]),
  ];
  const filterOf = ({ first }: (typeof rows)[number]): Record<string, string> => {
    if (grouping === "operation") return { endpoint: first.endpoint };
    return grouping === "key" ? { key: first.key_id } : { status: String(first.status_class) };
  };
  return (
    <ScrollTable label={`Usage by ${grouping}`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{headings[grouping]}</Table.Th>
          {figures.map((label) => (
            <Table.Th key={label} scope="col" ta="right">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.name}>
            <Table.Th scope="row">
              <Anchor component={Link} to={`/requests?${new URLSearchParams(filterOf(row))}`} size="sm">
                {row.name}
              </Anchor>
            </Table.Th>
            <Table.Td ta="right">{formatNumber(row.calls)}</Table.Td>
            <Table.Td ta="right">{formatNumber(row.points)}</Table.Td>
            <Table.Td ta="right">{formatNumber(row.errors)}</Table.Td>
            {row.latency ? (
              [row.latency.p50_ms, row.latency.p95_ms, row.latency.p99_ms].map((ms, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three columns that never move
                <Table.Td key={index} ta="right">
                  {formatDuration(ms)}
                </Table.Td>
              ))
            ) : (
              <Table.Td ta="right">{formatDuration(row.mean)}</Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}
