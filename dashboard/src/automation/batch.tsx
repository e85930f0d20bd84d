import { Alert, Box, Group } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { BatchFailure, BatchView } from "../../../src/endpoints/dashboard/types.ts";
import { api, detailText } from "../api/call.ts";
import { queries } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { ActButton, ConfirmButton, PauseButton } from "../parts/action-buttons.tsx";
import { Allowed } from "../parts/allowed.tsx";
import { useOperation } from "../parts/chosen-operation.tsx";
import { RecordsView } from "../records/records-view.tsx";
import { CellNote, type Column, DataTable } from "../ui/data-table.tsx";
import { formatNumber, formatTime, plural } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Card, Facts, Page, Part } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { Note, TextLink } from "../ui/text.tsx";
import { BatchProgress, isOpen } from "./batch-progress.tsx";
import { Quality } from "./quality.tsx";

const LIVE_MS = 1_000;
const FAILURES_SHOWN = 100;
const RECORDS_SHOWN = 1_000;

export default function BatchPage() {
  const { id } = useAddress();
  const query = useQuery({
    ...queries.at(`/batches/${encodeURIComponent(id)}`),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? LIVE_MS : false),
  });
  return (
    <Page
      title="Batch"
      back={["/automation/runs?show=batches", "All batches"]}
      actions={<Allowed to="work">{query.data && <Actions batch={query.data} />}</Allowed>}
    >
      <QueryView query={query}>
        {(batch) => (
          <>
            <State batch={batch} />
            {batch.items.failed > 0 && <Failures batch={batch} />}
            {batch.records > batch.records_expired && <Records batch={batch} />}
            {batch.ended_at !== null && <Quality path={`/batches/${batch.id}/quality`} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Actions({ batch }: { batch: BatchView }) {
  const path = `/batches/${batch.id}`;
  return (
    <Group gap="xs">
      {isOpen(batch) && <PauseButton path={path} isPaused={batch.status === "paused"} />}
      {batch.items.failed > 0 && batch.status !== "cancelled" && (
        <ActButton path={`${path}/retry`} done="Retrying the failed lines." leftSection={<Icon name="repeat" />}>
          Retry failed
        </ActButton>
      )}
      {isOpen(batch) && (
        <ConfirmButton
          act={path}
          action="Cancel batch"
          about="Waiting lines do not run. Running lines are stopped and cost nothing. You keep the records you have."
          variant="default"
          leftSection={<Icon name="x" />}
        >
          Cancel
        </ConfirmButton>
      )}
    </Group>
  );
}

function State({ batch }: { batch: BatchView }) {
  const { items } = batch;
  return (
    <Card label="Progress" title={batch.operation} badges={<StateBadge state={batch.status} />}>
      {batch.pause_reason && (
        <Alert color="yellow" icon={<Icon name="alert-triangle" size={18} />} mb="md" title="The batch is paused">
          {batch.pause_reason}
        </Alert>
      )}
      <Box role="status" mb="md">
        <BatchProgress batch={batch} size="lg" />
      </Box>
      <Facts
        of={[
          ["Succeeded", formatNumber(items.succeeded)],
          [
            "Failed",
            formatNumber(items.failed),
            batch.invalid > 0 && `${formatNumber(batch.invalid)} invalid, skipped`,
          ],
          items.cancelled > 0 && ["Cancelled", formatNumber(items.cancelled)],
          isOpen(batch) && ["Running", formatNumber(items.running), `${formatNumber(items.queued)} waiting`],
          [
            "Records",
            formatNumber(batch.records),
            batch.records_expired > 0 && `${formatNumber(batch.records_expired)} expired`,
          ],
          ["Cost", `${formatNumber(batch.charged)} points`, `of at most ${formatNumber(batch.cost_at_most)}`],
        ]}
      />
      <Note mt="md" style={{ overflowWrap: "anywhere" }}>
        Started {formatTime(Date.parse(batch.created_at))}
        {batch.ended_at && ` · ended ${formatTime(Date.parse(batch.ended_at))}`} · batch ID {batch.id}
      </Note>
      <TextLink to={`/automation/runs?batch=${batch.id}`} mt="xs" display="inline-block">
        View its {plural(batch.total, "job")}
      </TextLink>
    </Card>
  );
}

const failureColumns: Array<Column<BatchFailure>> = [
  {
    header: "Line",
    role: "title",
    cell: ({ line }) => line,
    to: ({ job_id }) => `/automation/jobs/${job_id}`,
  },
  { header: "Error", role: "prose", cell: ({ error }) => `${error.status}: ${detailText(error.detail)}` },
  { header: "Request", role: "prose", cell: ({ request }) => <CellNote>{JSON.stringify(request)}</CellNote> },
];

function Failures({ batch }: { batch: BatchView }) {
  // Reloads whenever the number of failures changes.
  const query = useQuery({
    queryKey: ["failures", batch.id, batch.items.failed],
    queryFn: () => api.get(`/batches/${batch.id}/failures`),
  });
  return (
    <Part title="Failed lines" label="Failures">
      <QueryView query={query}>
        {(failures) => (
          <>
            <DataTable
              label="Failed lines"
              columns={failureColumns}
              rows={failures.slice(0, FAILURES_SHOWN)}
              keyOf={({ job_id }) => job_id}
            />
            {failures.length > FAILURES_SHOWN && (
              <Note mt="sm">And {formatNumber(failures.length - FAILURES_SHOWN)} more.</Note>
            )}
          </>
        )}
      </QueryView>
    </Part>
  );
}

function Records({ batch }: { batch: BatchView }) {
  const operation = useOperation(batch.operation);
  const path = `/batches/${batch.id}/records` as const;
  // Reloads whenever the number of records changes, and shows the earlier ones until then.
  const query = useQuery({
    queryKey: ["records", batch.id, batch.records],
    queryFn: () => api.get(`${path}?limit=${RECORDS_SHOWN}`),
    placeholderData: keepPreviousData,
  });
  return (
    <Part title="Records" label="Answer">
      {batch.records > RECORDS_SHOWN && (
        <Note mb="sm">
          The first {formatNumber(RECORDS_SHOWN)} of {formatNumber(batch.records)}. A file has all of them.
        </Note>
      )}
      <QueryView query={query}>
        {(records) =>
          operation && <RecordsView records={records} operation={operation} path={path} name={`batch-${batch.id}`} />
        }
      </QueryView>
    </Part>
  );
}
