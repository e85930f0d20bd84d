import { Group, SegmentedControl, Switch } from "@mantine/core";
import { linkPath } from "../api/first-reads.ts";
import { useAddress } from "../api/use-address.ts";
import { DownloadButton } from "../ui/buttons.tsx";
import { PagedTable } from "../ui/data-table.tsx";
import { toInstants } from "../ui/days.ts";
import { DaysFilter } from "../ui/filters.tsx";
import { labelled, toOptions } from "../ui/options.ts";
import { Page } from "../ui/page.tsx";
import { Plans } from "./plans.tsx";
import { statementColumns } from "./statement-columns.tsx";

/** The ledger, and what the plans and calls cost. */
export default function PointsPage() {
  const { search, set } = useAddress<"view">();
  const view = search.view ?? "statement";
  return (
    <Page
      title="Points"
      about="What each call cost, what was added, and what was left."
      actions={
        <SegmentedControl
          aria-label="View"
          data={labelled({ statement: "Statement", plans: "Plans and prices" })}
          value={view}
          onChange={(value) => set({ view: value })}
        />
      }
    >
      {view === "plans" ? <Plans /> : <Statement />}
    </Page>
  );
}

/** What was added and charged, with the call behind each charge. */
function Statement() {
  const { search, set } = useAddress<"show" | "holds" | "from" | "to">();
  const { show = "all", holds } = search;
  const query = new URLSearchParams({ show });
  if (holds) query.set("holds", "on");
  for (const [name, value] of Object.entries(toInstants(search))) if (value) query.set(name, value);
  return (
    <>
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
        <DownloadButton href={linkPath(`/ledger.csv?${query}`)}>CSV</DownloadButton>
      </Group>
      <PagedTable
        label="Points"
        columns={statementColumns("/requests", holds !== undefined)}
        path={`/ledger?${query}`}
        more="Show older entries"
        empty="No matching entries."
      />
    </>
  );
}
