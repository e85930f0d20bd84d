import { Group, SegmentedControl, Switch } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { StatementEntry } from "../../../src/endpoints/dashboard/types.ts";
import { linkPath } from "../api/first-reads.ts";
import { usePages } from "../api/use-pages.ts";
import { toInstants } from "../ui/days.ts";
import { DownloadButton } from "../ui/download-button.tsx";
import { DaysFilter } from "../ui/filters.tsx";
import { toOptions } from "../ui/options.ts";
import { Page } from "../ui/page.tsx";
import { PagedTable } from "../ui/paged-table.tsx";
import { statementColumns } from "./statement-columns.tsx";

const route = getRouteApi("/signed-in/points");

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
      actions={<DownloadButton href={linkPath(`/ledger.csv?${query}`)}>CSV</DownloadButton>}
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
        dense
        columns={statementColumns("/requests", holds !== undefined)}
        pages={pages}
        keyOf={({ no }) => no}
        more="Show older entries"
        empty="No matching entries."
      />
    </Page>
  );
}
