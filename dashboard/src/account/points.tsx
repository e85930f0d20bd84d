import { Badge, Group, SegmentedControl, Switch, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { OperationView, PlanView } from "../../../src/endpoints/dashboard/types.ts";
import { linkPath } from "../api/first-reads.ts";
import { queries } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { DownloadButton } from "../ui/buttons.tsx";
import { type Column, DataTable, PagedTable } from "../ui/data-table.tsx";
import { toInstants } from "../ui/days.ts";
import { DaysFilter } from "../ui/filters.tsx";
import { formatNumber, humanise, windowLabels } from "../ui/format.ts";
import { labelled, toOptions } from "../ui/options.ts";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { Note } from "../ui/text.tsx";
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

const priceColumns: Array<Column<OperationView>> = [
  {
    header: "Operation",
    role: "title",
    cell: ({ summary }) => summary,
    note: ({ path }) => path,
  },
  { header: "Price", role: "prose", cell: ({ price }) => price.words },
];

/** Points and rate limits of each plan, and the price of each call. */
function Plans() {
  const session = useQuery(queries.session);
  const mine = session.data?.me?.plan;
  return (
    <>
      <QueryView query={useQuery(queries.plans)}>
        {({ plans: rows }) => (
          <DataTable
            label="Plans"
            rows={rows}
            keyOf={({ name }) => name}
            isMarked={({ name }) => name === mine}
            columns={[
              {
                header: "Plan",
                role: "title",
                cell: ({ name }) => (
                  <Group gap="xs" wrap="nowrap">
                    {humanise(name)}
                    {name === mine && <Badge size="sm">Your plan</Badge>}
                  </Group>
                ),
              },
              {
                header: "Points",
                role: "figure",
                cell: ({ points, every }) => `${formatNumber(points)} ${every === "once" ? "once" : "per month"}`,
              },
              ...(rows[0]?.limits ?? []).map(
                ({ name }): Column<PlanView> => ({
                  header: `Calls per ${windowLabels[name].replace("10 seconds", "10 s")}`,
                  role: "figure",
                  cell: ({ limits }) => formatNumber(limits.find((limit) => limit.name === name)?.limit ?? 0),
                }),
              ),
            ]}
          />
        )}
      </QueryView>
      <Note>
        Limits count calls in fixed windows aligned to UTC. Refused calls do not count. To change your plan, ask your
        operator.
      </Note>
      <Title order={2}>Prices</Title>
      <QueryView query={useQuery(queries.catalogue)}>
        {({ sources }) => (
          <DataTable
            label="Prices"
            rows={sources.flatMap(({ operations }) => operations)}
            keyOf={({ path }) => path}
            columns={priceColumns}
          />
        )}
      </QueryView>
      <Note>
        Only calls with status 200 are charged. Where the price is per result, a call without results is free.
      </Note>
    </>
  );
}
