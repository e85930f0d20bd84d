import { Button, Code, Group, SegmentedControl } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { BatchView, JobView } from "../../../src/endpoints/dashboard/types.ts";
import { useAddress } from "../api/use-address.ts";
import { Allowed } from "../parts/allowed.tsx";
import { OperationSelect } from "../parts/operation-select.tsx";
import { CallTitle } from "../requests/call-title.tsx";
import { CellNote, type Column, PagedTable } from "../ui/data-table.tsx";
import { toInstants } from "../ui/days.ts";
import { Empty } from "../ui/empty.tsx";
import { Filters } from "../ui/filters.tsx";
import { formatDuration, formatNumber, plural } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { toOptions } from "../ui/options.ts";
import { Page } from "../ui/page.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { TextLink, Time } from "../ui/text.tsx";
import { BatchProgress, isOpen } from "./batch-progress.tsx";

/** What runs in the background: single jobs, and batches of many. */
export default function RunsPage() {
  const { search, set } = useAddress<"show" | "batch">();
  const isBatches = search.show === "batches";
  return (
    <Page
      title="Runs"
      about="Calls that run in the background. Each is charged once, and only when it succeeds."
      actions={
        <Group gap="sm">
          <SegmentedControl
            aria-label="Show"
            data={toOptions("jobs", "batches")}
            value={isBatches ? "batches" : "jobs"}
            onChange={(show) => set({ show, batch: undefined })}
          />
          <Allowed to="work">
            <Button component={Link} to="/automation/batches/new" leftSection={<Icon name="plus" />}>
              New batch
            </Button>
          </Allowed>
        </Group>
      }
    >
      {isBatches ? <Batches /> : <Jobs />}
    </Page>
  );
}

const batchColumns: Array<Column<BatchView>> = [
  {
    header: "Operation",
    role: "title",
    cell: ({ operation }) => operation.replace(/^\/api\//, ""),
    to: ({ id }) => `/automation/batches/${id}`,
    note: ({ pause_reason }) => pause_reason,
  },
  { header: "Status", role: "status", cell: ({ status }) => <StateBadge state={status} /> },
  { header: "Progress", role: "prose", cell: (batch) => <BatchProgress batch={batch} /> },
  ["Records", "records", "figure"],
  ["Cost", "charged", "figure"],
  ["Started", "created_at", "ago"],
];

const Batches = () => (
  <PagedTable
    label="Batches"
    columns={batchColumns}
    path="/batches?limit=25"
    isOpen={isOpen}
    more="Show older batches"
    empty={
      <Empty icon="file-stack" title="No batches yet">
        Drop a CSV or NDJSON file with up to 10,000 calls. You see the cost before it starts, and get one file of
        records back.
      </Empty>
    }
  />
);

const statuses = toOptions("queued", "running", "succeeded", "failed", "cancelled");

/** The page's filters as API parameters. Days start and end in the viewer's time zone. */
const apiFilters = ({ batch, from, to, show: _, ...rest }: Record<string, string | undefined>) => {
  const time = toInstants({ from, to });
  return { ...rest, batch_id: batch, start_time: time.from, end_time: time.to };
};

const lineColumn: Column<JobView> = ["Line", "line"];

const jobColumns: Array<Column<JobView>> = [
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
  { header: "Status", role: "status", cell: ({ status }) => <StateBadge state={status} /> },
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

function Jobs() {
  const { search, set } = useAddress<"status" | "operation" | "batch" | "from" | "to">();
  const filters = new URLSearchParams({ limit: "25" });
  for (const [name, value] of Object.entries(apiFilters(search))) if (value) filters.set(name, value);
  const filtered = filters.size > 1;
  return (
    <>
      {search.batch && <TextLink to={`/automation/batches/${search.batch}`}>These are the items of one batch</TextLink>}
      <Filters search={search} set={set} of={[["Status", "status", statuses]]} days>
        <OperationSelect
          placeholder="All"
          clearable
          allowDeselect
          clearButtonProps={{ "aria-label": "All operations" }}
          value={search.operation ?? null}
          onChange={(operation) => set({ operation })}
          style={{ flex: "1 1 220px" }}
        />
      </Filters>
      <PagedTable
        label="Jobs"
        columns={[search.batch !== undefined && lineColumn, ...jobColumns]}
        path={`/jobs?${filters}`}
        isOpen={({ ended_at }) => ended_at === null}
        more="Show older jobs"
        empty={<NoJobs filtered={filtered} />}
      />
    </>
  );
}

function NoJobs({ filtered }: { filtered: boolean }) {
  if (filtered) {
    return (
      <Empty icon="clock" title="No matching jobs">
        <Button component={Link} to="/automation/runs" variant="light" mt="sm">
          Show all jobs
        </Button>
      </Empty>
    );
  }
  return (
    <Empty icon="clock" title="No jobs yet">
      Send any call with the header <Code>Prefer: respond-async</Code> and it runs here: you get its URL immediately and
      its records when they are ready.
    </Empty>
  );
}
