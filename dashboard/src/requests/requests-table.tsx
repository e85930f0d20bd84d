import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import type { RequestRow } from "../../../src/endpoints/dashboard/types.ts";
import { CellNote, type Column, PagedTable } from "../ui/data-table.tsx";
import { formatDuration, formatNumber } from "../ui/format.ts";
import { KindBadge, StatusBadge } from "../ui/state-badge.tsx";
import { TextLink, Time } from "../ui/text.tsx";
import { CallTitle } from "./call-title.tsx";
import { entryPoints, playgroundPath } from "./requests-path.ts";

interface RequestsTableProps {
  /** The API path of the list, with its filters. */
  path: `${"/admin" | ""}/requests?${string}`;
  /** For admins: shows the account of each request. */
  withAccount?: boolean;
  empty: ReactNode;
  /** Polls every two seconds, so that new calls appear on top. */
  live?: boolean;
}

const LIVE_MS = 2_000;

const columnsAt = (base: string): Array<Column<RequestRow>> => [
  {
    header: "Operation",
    role: "title",
    cell: ({ id, endpoint, params, error_text }) => (
      <CallTitle to={`${base}/${id}`} path={endpoint} params={params} error={error_text} />
    ),
  },
  {
    header: "Status",
    role: "status",
    cell: ({ status, kind }) => (
      <Group gap={6} wrap="nowrap">
        <StatusBadge status={status} />
        <KindBadge kind={kind} />
      </Group>
    ),
  },
  { header: "When", cell: ({ started_at }) => <Time at={started_at} as="moment" />, plain: true },
  { header: "Records", role: "figure", cell: ({ kind, results }) => kind === "admitted" && formatNumber(results) },
  ["Cost", "cost", "figure"],
  {
    header: "Duration",
    role: "figure",
    plain: true,
    cell: ({ duration_ms }) => duration_ms !== null && formatDuration(duration_ms),
  },
  {
    header: "Key",
    plain: true,
    cell: ({ key_name, entry_point }) => (
      <span className="cell-line">
        {key_name}
        <CellNote>{entryPoints[entry_point] ?? entry_point}</CellNote>
      </span>
    ),
  },
];

const ownColumns: Array<Column<RequestRow>> = [
  ...columnsAt("/requests"),
  {
    header: "Run again",
    role: "action",
    cell: ({ id, endpoint }) => <TextLink to={playgroundPath(endpoint, { request: id })}>Run again</TextLink>,
  },
];
const adminColumns: typeof ownColumns = [...columnsAt("/admin/requests"), ["Account", "account_email"]];

/** The paginated history, newest first. */
export function RequestsTable({ path, withAccount = false, empty, live = false }: RequestsTableProps) {
  return (
    <PagedTable
      label="Requests"
      columns={withAccount ? adminColumns : ownColumns}
      path={path}
      everyMs={live && LIVE_MS}
      keyOf={({ id, started_at }) => `${id}-${started_at}`}
      more="Show older requests"
      empty={empty}
    />
  );
}
