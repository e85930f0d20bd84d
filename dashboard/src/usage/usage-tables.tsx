import { useQuery } from "@tanstack/react-query";
import type {
  Latency,
  MemberUsage,
  TagsAnswer,
  UsageAnswer,
  UsageCell,
} from "../../../src/endpoints/dashboard/types.ts";
import { actingAccount } from "../api/acting-account.ts";
import { queries } from "../api/queries.ts";
import { requestsHref } from "../requests/requests-path.ts";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { formatDuration, formatNumber } from "../ui/format.ts";
import { TextLink } from "../ui/text-link.tsx";
import { type Grouping, grouped, requestsOfSpan } from "./usage-series.ts";

interface UsageTableProps {
  usage: UsageAnswer;
  grouping: Exclude<Grouping, "all">;
}

const headings = { operation: "Operation", key: "Key", status: "Status" } as const;

interface UsageRow {
  name: string;
  first: UsageCell;
  calls: number;
  points: number;
  errors: number;
  mean: number;
  latency: Latency | undefined;
}

/** The chart's numbers as a table, with the latencies of each operation. */
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
  const filter = ({ first }: UsageRow): Record<string, string> => {
    if (grouping === "operation") return { endpoint: first.endpoint };
    return grouping === "key" ? { key: first.key_id } : { status: String(first.status_class) };
  };
  const figure = (header: string, read: (row: UsageRow) => number, format = formatNumber): Column<UsageRow> => ({
    header,
    role: "figure",
    cell: (row) => format(read(row)),
    sortBy: read,
  });
  const latency = (header: string, field: "p50_ms" | "p95_ms" | "p99_ms") =>
    figure(header, (row) => row.latency?.[field] ?? 0, formatDuration);
  const columns: Array<Column<UsageRow>> = [
    {
      header: headings[grouping],
      role: "title",
      cell: (row) => <TextLink to={requestsHref({ ...filter(row), ...requestsOfSpan(usage) })}>{row.name}</TextLink>,
      sortBy: ({ name }) => name,
    },
    figure("Calls", ({ calls }) => calls),
    figure("Points", ({ points }) => points),
    figure("Errors", ({ errors }) => errors),
    ...(grouping === "operation"
      ? [latency("p50", "p50_ms"), latency("p95", "p95_ms"), latency("p99", "p99_ms")]
      : [figure("Mean latency", ({ mean }) => mean, formatDuration)]),
  ];
  return <DataTable label={`Usage by ${grouping}`} columns={columns} rows={rows} keyOf={({ name }) => name} />;
}

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

type TagRow = TagsAnswer["tags"][number];

/** Usage by the caller's own tags; nothing if no call has one. */
export function TagsTable({ usage }: { usage: UsageAnswer }) {
  const { data } = useQuery(queries.tags(usage.days));
  if (!data || data.tags.every(({ tag }) => tag === null)) return null;
  const columns: Array<Column<TagRow>> = [
    {
      header: "Tag",
      role: "title",
      cell: ({ tag }) =>
        tag === null ? (
          "Without a tag"
        ) : (
          <TextLink to={requestsHref({ tag, ...requestsOfSpan(usage) })}>{tag}</TextLink>
        ),
      sortBy: ({ tag }) => tag ?? "",
    },
    ["Calls", "requests", "figure"],
    ["Records", "records", "figure"],
    ["Points", "points", "figure"],
  ];
  return <DataTable label="Usage by tag" columns={columns} rows={data.tags} keyOf={({ tag }) => tag ?? ""} />;
}
