import { Button, Code, Group } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { JobView } from "../../../src/endpoints/dashboard/types.ts";
import { usePages } from "../api/use-pages.ts";
import { OperationSelect } from "../parts/operation-select.tsx";
import { CallTitle } from "../requests/call-title.tsx";
import { CellNote, type Column } from "../ui/data-table.tsx";
import { toInstants } from "../ui/days.ts";
import { Empty } from "../ui/empty.tsx";
import { DaysFilter, FilterSelect } from "../ui/filters.tsx";
import { formatDuration, formatNumber, plural } from "../ui/format.ts";
import { IconClock } from "../ui/icons.tsx";
import { toOptions } from "../ui/options.ts";
import { Page } from "../ui/page.tsx";
import { PagedTable } from "../ui/paged-table.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Time } from "../ui/time.tsx";
import { WorkBadge } from "./work-badge.tsx";

const route = getRouteApi("/signed-in/automation/jobs");

const statuses = toOptions("queued", "running", "succeeded", "failed", "cancelled");

/** The page's filters as API parameters. Days start and end in the viewer's time zone. */
const apiFilters = ({ batch, from, to, ...rest }: Record<string, string | undefined>) => {
  const time = toInstants({ from, to });
  return { ...rest, batch_id: batch, start_time: time.from, end_time: time.to };
};

const lineColumn: Column<JobView> = { header: "Line", cell: ({ line }) => line };

const columns: Array<Column<JobView>> = [
  {
    header: "Operation",
    role: "title",
    cell: ({ id, operation, request, error }) => (
      <>
        <CallTitle to={`/automation/jobs/${id}`} path={operation} params={request} />
        {error && (
          <CellNote>{typeof error.detail === "string" ? error.detail : plural(error.detail.length, "error")}</CellNote>
        )}
      </>
    ),
  },
  { header: "Status", role: "status", cell: ({ status }) => <WorkBadge status={status} /> },
  { header: "Records", role: "figure", cell: ({ progress }) => formatNumber(progress.records) },
  {
    header: "Cost",
    role: "figure",
    cell: ({ ended_at, held, charged }) => (ended_at === null ? `${formatNumber(held)} held` : formatNumber(charged)),
  },
  {
    header: "Duration",
    role: "figure",
    cell: ({ started_at, ended_at }) =>
      started_at && ended_at && formatDuration(Date.parse(ended_at) - Date.parse(started_at)),
  },
  {
    header: "Submitted",
    cell: ({ created_at, schedule_id }) => (
      <span className="cell-line">
        <Time at={created_at} as="ago" />
        {schedule_id && <CellNote>by a schedule</CellNote>}
      </span>
    ),
  },
];

export function JobsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Record<string, string | undefined>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const filters = new URLSearchParams({ limit: "25" });
  for (const [name, value] of Object.entries(apiFilters(search))) if (value) filters.set(name, value);
  const jobs = usePages<JobView>(`/jobs?${filters}`, { isOpen: ({ ended_at }) => ended_at === null });
  const filtered = Object.values(search).some((value) => value !== undefined);
  return (
    <Page
      title="Jobs"
      about={
        search.batch ? (
          <>
            The items of{" "}
            <TextLink to={`/automation/batches/${search.batch}`} size="md">
              one batch
            </TextLink>
            .
          </>
        ) : (
          "Calls that run in the background. Each is charged once, and only when it succeeds."
        )
      }
    >
      <Group gap="sm" align="flex-end">
        <FilterSelect
          label="Status"
          all="All statuses"
          data={statuses}
          value={search.status}
          onChange={(status) => set({ status })}
        />
        <OperationSelect
          placeholder="All"
          clearable
          allowDeselect
          clearButtonProps={{ "aria-label": "All operations" }}
          value={search.operation ?? null}
          onChange={(operation) => set({ operation })}
          style={{ flex: "1 1 220px" }}
        />
        <DaysFilter span={search} onChange={set} />
      </Group>
      <PagedTable
        label="Jobs"
        columns={[search.batch !== undefined && lineColumn, ...columns]}
        pages={jobs}
        keyOf={({ id }) => id}
        more="Show older jobs"
        empty={<NoJobs filtered={filtered} />}
      />
    </Page>
  );
}

function NoJobs({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <Empty icon={IconClock} title="No matching jobs">
        <Button component={Link} to="/automation/jobs" variant="light" mt="sm">
          Show all jobs
        </Button>
      </Empty>
    );
  }
  return (
    <Empty icon={IconClock} title="No jobs yet">
      Send any call with the header <Code>Prefer: respond-async</Code> and it runs here: you get its URL immediately and
      its records when they are ready.
    </Empty>
  );
}
