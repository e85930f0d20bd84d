import { Group, SegmentedControl, Switch } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { StatementEntry } from "../../../src/endpoints/dashboard/types.ts";
import { usePages } from "../api/use-pages.ts";
import { CallTitle } from "../requests/call-title.tsx";
import { CellNote, type Column } from "../ui/data-table.tsx";
import { toInstants } from "../ui/days.ts";
import { DownloadButton } from "../ui/download-button.tsx";
import { DaysFilter } from "../ui/filters.tsx";
import { formatNumber } from "../ui/format.ts";
import { toOptions } from "../ui/options.ts";
import { Page } from "../ui/page.tsx";
import { PagedTable } from "../ui/paged-table.tsx";
import { Time } from "../ui/time.tsx";

const route = getRouteApi("/signed-in/points");

const kinds: Record<string, string> = {
  hold: "Held for a call",
  settle: "Hold released",
  grant: "Points granted",
  top_up: "Points bought",
  correction: "Correction",
  recall: "Points returned",
  carried: "Balance carried forward",
};

const signed = new Intl.NumberFormat("en-US", { signDisplay: "exceptZero" });

const columns: Array<Column<StatementEntry>> = [
  {
    header: "Entry",
    role: "title",
    cell: ({ kind, note, request_id, endpoint, params }) => (
      <>
        {request_id && endpoint ? (
          <CallTitle to={`/requests/${request_id}`} path={endpoint} params={params} />
        ) : (
          (kinds[kind] ?? kind)
        )}
        {request_id && kind === "hold" && <CellNote>Held for this call</CellNote>}
        {request_id && kind === "recall" && <CellNote>Returned: its records were wrong</CellNote>}
        {note && <CellNote>{note}</CellNote>}
      </>
    ),
  },
  { header: "When", cell: ({ at }) => <Time at={at} /> },
  {
    header: "Points",
    role: "figure",
    cell: ({ amount }) => signed.format(amount),
  },
  { header: "Available after", role: "figure", cell: ({ balance }) => formatNumber(balance) },
];

/** The ledger: what was added and charged, with the call behind each charge. */
export function PointsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Record<string, string | undefined>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const { show = "all", holds } = search;
  const query = new URLSearchParams({ show });
  if (holds) query.set("holds", "on");
  for (const [name, value] of Object.entries(toInstants(search))) if (value) query.set(name, value);
  const pages = usePages<StatementEntry>(`/ledger?${query}`);
  return (
    <Page
      title="Points"
      about="What each call cost, what was added, and what was left."
      actions={<DownloadButton href={`/dashboard-api/ledger.csv?${query}`}>CSV</DownloadButton>}
    >
      <Group gap="sm" align="flex-end">
        <SegmentedControl
          aria-label="Filter entries"
          data={toOptions("all", "charges", "added")}
          value={show}
          onChange={(value) => set({ show: value === "all" ? undefined : value })}
        />
        <DaysFilter span={search} onChange={set} />
        <Switch
          label="Show holds and releases"
          checked={holds !== undefined}
          onChange={(event) => set({ holds: event.currentTarget.checked ? "on" : undefined })}
          mb={8}
        />
      </Group>
      <PagedTable
        label="Points"
        columns={columns}
        pages={pages}
        keyOf={({ no }) => no}
        more="Show older entries"
        empty="No matching entries."
      />
    </Page>
  );
}
