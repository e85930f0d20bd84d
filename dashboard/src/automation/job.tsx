import { Alert, Group, Progress, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { JobView } from "../../../src/endpoints/dashboard/types.ts";
import { detailText } from "../api/call.ts";
import { linkPath } from "../api/first-reads.ts";
import { queries, queryClient, refreshAll } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { ConfirmButton } from "../parts/action-buttons.tsx";
import { Allowed } from "../parts/allowed.tsx";
import { useOperation } from "../parts/chosen-operation.tsx";
import { RecordsView } from "../records/records-view.tsx";
import { newSchedulePath } from "../requests/requests-path.ts";
import { endSentence } from "../requests/results-end.ts";
import { LinkButton } from "../ui/buttons.tsx";
import { formatDuration, formatNumber, formatTime, plural } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Card, Facts, Page, Part } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { Note, TextLink } from "../ui/text.tsx";
import { Warnings } from "../ui/warnings.tsx";
import { CallParameters } from "./call-parameters.tsx";
import { Quality } from "./quality.tsx";

export default function JobPage() {
  const { id } = useAddress();
  const query = useLiveJob(id);
  return (
    <Page
      title="Job"
      back={["/automation/runs", "All jobs"]}
      actions={<Allowed to="work">{query.data && <Actions job={query.data} />}</Allowed>}
    >
      <QueryView query={query}>
        {(job) => (
          <>
            <State job={job} />
            <Part title="Parameters">
              <CallParameters path={job.operation} request={job.request} />
            </Part>
            {job.status === "succeeded" && <Records job={job} />}
            {job.status === "succeeded" && <Quality path={`/jobs/${job.id}/quality`} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Actions({ job }: { job: JobView }) {
  if (job.ended_at !== null) {
    return (
      <LinkButton to={newSchedulePath(job.operation, job.id)} icon="calendar-repeat">
        Repeat on a schedule
      </LinkButton>
    );
  }
  return (
    <ConfirmButton
      act={`/jobs/${job.id}`}
      action="Cancel job"
      about={`The job stops, and the ${formatNumber(job.held)} points held for it are released.`}
      variant="default"
      leftSection={<Icon name="x" />}
    >
      Cancel job
    </ConfirmButton>
  );
}

function State({ job }: { job: JobView }) {
  const { progress, started_at, ended_at } = job;
  const open = ended_at === null;
  return (
    <Card label="Progress" title={job.operation} badges={<StateBadge state={job.status} />}>
      {open && (
        <div role="status">
          <Progress value={100} animated striped aria-label="Job in progress" mb="xs" />
          <Text size="sm" mb="md">
            {job.status === "queued"
              ? "Waiting in the queue."
              : `${plural(progress.pages, "page")} read, ${plural(progress.records, "record")} so far.`}
          </Text>
        </div>
      )}
      <Facts
        of={[
          ["Records", formatNumber(progress.records), endSentence({ ...job, results: progress.records })],
          ["Pages requested", formatNumber(progress.pages)],
          [
            open ? "Held" : "Cost",
            `${formatNumber(open ? job.held : job.charged)} points`,
            !open && job.status !== "succeeded" && "Only jobs that succeed are charged.",
          ],
          ["Duration", started_at && ended_at ? formatDuration(Date.parse(ended_at) - Date.parse(started_at)) : "–"],
          ["Attempts", formatNumber(job.attempt)],
        ]}
      />
      <Note mt="md" style={{ overflowWrap: "anywhere" }}>
        Submitted {formatTime(Date.parse(job.created_at))} · job ID {job.id}
        {job.records_until && ` · records kept until ${formatTime(Date.parse(job.records_until))}`}
      </Note>
      <Group gap="md" mt="xs">
        {!open && <TextLink to={`/requests/${job.id}`}>View request</TextLink>}
        {job.batch_id && <TextLink to={`/automation/batches/${job.batch_id}`}>Line {job.line} of its batch</TextLink>}
        {job.schedule_id && <TextLink to={`/automation/schedules/${job.schedule_id}`}>View schedule</TextLink>}
      </Group>
      <Warnings codes={job.warnings} standIn={null} resolved={job.resolved} />
      {job.error && job.status === "failed" && (
        <Alert
          color="red"
          icon={<Icon name="alert-triangle" size={18} />}
          mt="md"
          title={`Failed with status ${job.error.status}`}
        >
          {detailText(job.error.detail)}
        </Alert>
      )}
    </Card>
  );
}

function Records({ job }: { job: JobView }) {
  const operation = useOperation(job.operation);
  const path = `/jobs/${job.id}/records` as const;
  const query = useQuery({ ...queries.at(path), retry: false });
  return (
    <Part title="Records" label="Answer">
      {query.isError ? (
        <Text c="dimmed">{query.error.message}</Text>
      ) : (
        <QueryView query={query}>
          {(records) =>
            operation && <RecordsView records={records} operation={operation} path={path} name={`job-${job.id}`} />
          }
        </QueryView>
      )}
    </Part>
  );
}

const ENDS = ["succeeded", "failed", "cancelled"];
/** Polling interval in case a proxy buffers the events. */
const LOOK_AGAIN_MS = 15_000;

/** A job that updates with the service's events until it ends. */
function useLiveJob(id: string) {
  const path = `/jobs/${encodeURIComponent(id)}` as const;
  const query = useQuery({
    ...queries.at(path),
    refetchInterval: ({ state }) => (state.data && state.data.ended_at === null ? LOOK_AGAIN_MS : false),
  });
  const isOpen = query.data?.ended_at === null;
  useEffect(() => {
    if (!isOpen) return;
    const events = new EventSource(linkPath(`${path}/events`));
    const show = ({ data }: MessageEvent<string>) => queryClient.setQueryData([path], JSON.parse(data) as JobView);
    events.addEventListener("progress", show);
    for (const end of ENDS) {
      events.addEventListener(end, (event) => {
        events.close();
        show(event);
        // The job changed points, history and lists.
        void refreshAll();
      });
    }
    return () => events.close();
  }, [path, isOpen]);
  return query;
}
