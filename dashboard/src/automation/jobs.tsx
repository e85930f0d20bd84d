import { Anchor, Button, Code, Group, Select, Table, Text } from "@mantine/core";
import { DatePickerInput } from "@mantine/dates";
import "@mantine/dates/styles.css";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { JobView } from "../../../src/entry/dashboard/api-types.ts";
import { Empty } from "../ui/empty.tsx";
import { formatAgo, formatDuration, formatNumber, formatTime, plural } from "../ui/format.ts";
import { IconClock } from "../ui/icons.tsx";
import { Page } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { ScrollTable } from "../ui/scroll-table.tsx";
import { MoreButton } from "./more-button.tsx";
import { OperationSelect } from "./operation-select.tsx";
import { usePages } from "./use-pages.ts";
import { WorkBadge } from "./work-badge.tsx";

const route = getRouteApi("/signed-in/automation/jobs");

const statuses = ["queued", "running", "succeeded", "failed", "cancelled"].map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

const DAY_MS = 86_400_000;

/** The page's own filters, as the API names them: a day is whole. */
const asked = ({ batch, from, to, ...rest }: Record<string, string | undefined>) => ({
  ...rest,
  batch_id: batch,
  start_time: from,
  end_time: to && new Date(Date.parse(to) + DAY_MS).toISOString(),
});

export function JobsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Record<string, string | undefined>) =>
    navigate({ search: (old) => ({ ...old, ...change }), replace: true });
  const filters = new URLSearchParams({ limit: "25" });
  for (const [name, value] of Object.entries(asked(search))) if (value) filters.set(name, value);
  const jobs = usePages<JobView>(`/jobs?${filters}`, { isOpen: ({ ended_at }) => ended_at === null });
  const filtered = Object.values(search).some((value) => value !== undefined);
  return (
    <Page
      title="Jobs"
      about={
        search.batch ? (
          <>
            The items of{" "}
            <Anchor component={Link} to={`/automation/batches/${search.batch}`}>
              one batch
            </Anchor>
            .
          </>
        ) : (
          "Calls that run in the background. Each is charged once, and only when it succeeds."
        )
      }
    >
      <Group gap="sm" align="flex-end">
        <Select
          label="Status"
          placeholder="All"
          clearable
          clearButtonProps={{ "aria-label": "All statuses" }}
          data={statuses}
          value={search.status ?? null}
          onChange={(status) => set({ status: status ?? undefined })}
          w={160}
        />
        <OperationSelect
          placeholder="All"
          clearable
          clearButtonProps={{ "aria-label": "All operations" }}
          value={search.operation ?? null}
          onChange={(operation) => set({ operation })}
          style={{ flex: "1 1 220px" }}
        />
        <DatePickerInput
          type="range"
          valueFormat="D MMM YYYY"
          label="Days"
          placeholder="All"
          clearable
          clearButtonProps={{ "aria-label": "All days" }}
          value={[search.from ?? null, search.to ?? null]}
          onChange={([from, to]) => set({ from: from ?? undefined, to: to ?? undefined })}
          miw={160}
        />
      </Group>
      <QueryView query={jobs}>
        {(rows) =>
          rows.length === 0 ? (
            <NoJobs filtered={filtered} />
          ) : (
            <>
              <JobsTable jobs={rows} withLine={search.batch !== undefined} />
              <MoreButton query={jobs}>Show older jobs</MoreButton>
            </>
          )
        }
      </QueryView>
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
      Send any call with the header <Code>Prefer: respond-async</Code> and it runs here: you get its address at once and
      its records when they are ready.
    </Empty>
  );
}

function JobsTable({ jobs, withLine }: { jobs: JobView[]; withLine: boolean }) {
  return (
    <ScrollTable label="Jobs">
      <Table.Thead>
        <Table.Tr>
          {withLine && <Table.Th scope="col">Line</Table.Th>}
          <Table.Th scope="col">Operation</Table.Th>
          <Table.Th scope="col">Status</Table.Th>
          <Table.Th scope="col" ta="right">
            Records
          </Table.Th>
          <Table.Th scope="col" ta="right">
            Cost
          </Table.Th>
          <Table.Th scope="col" ta="right">
            Duration
          </Table.Th>
          <Table.Th scope="col">Submitted</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} withLine={withLine} />
        ))}
      </Table.Tbody>
    </ScrollTable>
  );
}

function JobRow({ job, withLine }: { job: JobView; withLine: boolean }) {
  const { started_at, ended_at, error, progress } = job;
  const detail = error && (typeof error.detail === "string" ? error.detail : plural(error.detail.length, "fault"));
  return (
    <Table.Tr>
      {withLine && <Table.Td>{job.line}</Table.Td>}
      <Table.Th scope="row" fw={500}>
        <Anchor component={Link} to={`/automation/jobs/${job.id}`} size="sm">
          {job.operation}
        </Anchor>
        {detail && (
          <Text size="xs" c="dimmed" className="cell-text" title={detail}>
            {detail}
          </Text>
        )}
        {job.schedule_id && (
          <Text size="xs" c="dimmed">
            by a schedule
          </Text>
        )}
      </Table.Th>
      <Table.Td>
        <WorkBadge status={job.status} />
      </Table.Td>
      <Table.Td ta="right">{formatNumber(progress.records)}</Table.Td>
      <Table.Td ta="right">{ended_at === null ? `${formatNumber(job.held)} held` : formatNumber(job.charged)}</Table.Td>
      <Table.Td ta="right">
        {started_at && ended_at ? formatDuration(Date.parse(ended_at) - Date.parse(started_at)) : ""}
      </Table.Td>
      <Table.Td title={formatTime(Date.parse(job.created_at))}>{formatAgo(Date.parse(job.created_at))}</Table.Td>
    </Table.Tr>
  );
}
