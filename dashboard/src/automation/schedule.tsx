import { Alert, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { PastRun, ScheduleView } from "../../../src/endpoints/dashboard/types.ts";
import { notCompared } from "../../../src/words/not-compared.ts";
import { queries } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { usePages } from "../api/use-pages.ts";
import { ActButton, ConfirmButton, PauseButton } from "../parts/action-buttons.tsx";
import { Allowed } from "../parts/allowed.tsx";
import { Chart } from "../ui/chart.tsx";
import { momentColumn } from "../ui/chart-columns.ts";
import { type Column, DataTable, MoreButton } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { formatAgo, formatNumber, humanise } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Card, Facts, Page, Part } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { SecretCard } from "../ui/secret-card.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { Note, TextLink, Time } from "../ui/text.tsx";
import { CallParameters } from "./call-parameters.tsx";
import { Changes } from "./changes.tsx";
import { cronWords } from "./cron-words.ts";
import { COMPARED_MS, runState } from "./last-run.ts";
import { Watch } from "./watch.tsx";

const LIVE_MS = 2_500;

const runs = (schedule: ScheduleView | undefined): boolean =>
  schedule?.last_run?.status === "queued" ||
  schedule?.last_run?.status === "running" ||
  // A manual run is due now and has no job yet.
  (typeof schedule?.next_at === "string" && Date.parse(schedule.next_at) < Date.now() + LIVE_MS);

export default function SchedulePage() {
  const { id, search } = useAddress<"record" | "field">();
  const query = useQuery({
    ...queries.at(`/schedules/${encodeURIComponent(id)}`),
    refetchInterval: ({ state }) => (runs(state.data) ? LIVE_MS : false),
  });
  return (
    <Page
      title={query.data?.name ?? "Schedule"}
      back={["/automation/schedules", "All schedules"]}
      actions={<Allowed to="work">{query.data && <Actions schedule={query.data} />}</Allowed>}
    >
      <QueryView query={query}>
        {(schedule) => (
          <>
            <State schedule={schedule} />
            {(schedule.track.length > 0 || schedule.rules.length > 0) && <Watch schedule={schedule} {...search} />}
            <ChangeFeed schedule={schedule} />
            <Runs schedule={schedule} />
            <Feed schedule={schedule} />
            <Call schedule={schedule} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Actions({ schedule }: { schedule: ScheduleView }) {
  const navigate = useNavigate();
  const path = `/schedules/${schedule.id}`;
  return (
    <Group gap="xs">
      {schedule.status === "active" && (
        <ActButton path={`${path}/run`} done="The run has started." leftSection={<Icon name="player-play" />}>
          Run now
        </ActButton>
      )}
      <PauseButton path={path} isPaused={schedule.status === "paused"} />
      <ConfirmButton
        act={path}
        title={`Delete ${schedule.name}`}
        action="Delete schedule"
        about="It will not run again, and its list of changes is deleted. Its runs stay in your jobs."
        onDone={() => navigate({ to: "/automation/schedules" })}
      >
        Delete
      </ConfirmButton>
    </Group>
  );
}

function State({ schedule }: { schedule: ScheduleView }) {
  const { next_at, last_run, monthly_budget, cost_per_run: cost } = schedule;
  return (
    <Card label="The schedule" title={cronWords(schedule.cron)} badges={<StateBadge state={schedule.status} />}>
      {schedule.pause_reason && (
        <Alert color="yellow" icon={<Icon name="alert-triangle" size={18} />} mb="md" title="The schedule is paused">
          {schedule.pause_reason}
        </Alert>
      )}
      <Facts
        of={[
          ["Next run", next_at ? formatAgo(Date.parse(next_at)) : "–", next_at && <Time at={next_at} />],
          ["Last run", <LastRun key="run" run={last_run} />, last_run && <Time at={last_run.at} as="ago" />],
          ["Cost of a run", cost === null ? "unknown: the operation is gone" : `at most ${formatNumber(cost)} points`],
          [
            "Spent this month",
            `${formatNumber(schedule.spent_this_month)} points`,
            monthly_budget === null ? "no budget" : `of ${formatNumber(monthly_budget)}`,
          ],
          ["Cron", schedule.cron, schedule.time_zone],
        ]}
      />
    </Card>
  );
}

const LastRun = ({ run }: { run: ScheduleView["last_run"] }) =>
  run ? (
    <TextLink to={`/automation/jobs/${run.id}`} inherit>
      {humanise(run.status)}
    </TextLink>
  ) : (
    "–"
  );

/** The request that each run sends. */
const Call = ({ schedule: { operation, request, ignore_fields } }: { schedule: ScheduleView }) => (
  <Part title="The call">
    <Note mb={6}>
      {operation}
      {ignore_fields.length > 0 && ` · ignored fields: ${ignore_fields.join(", ")}`}
    </Note>
    <CallParameters path={operation} request={request} />
  </Part>
);

/** The Atom feed. Its address is a secret, shown only when it is created. */
function Feed({ schedule: { id } }: { schedule: ScheduleView }) {
  const { data: catalogue } = useQuery(queries.catalogue);
  const [secret, setSecret] = useState<string>();
  if (secret) {
    return (
      <SecretCard
        title="Atom feed URL"
        about="Use it in any feed reader. It opens only this feed and is not shown again."
        secret={`${catalogue?.base_url ?? ""}/schedules/${id}/feed/${secret}`}
        onDone={() => setSecret(undefined)}
      />
    );
  }
  return (
    <Group gap="sm">
      <Note>The changes are also available as an Atom feed.</Note>
      <ActButton
        path={`/schedules/${id}/feed`}
        onDone={({ feed_secret }: { feed_secret: string }) => setSecret(feed_secret)}
        size="xs"
        leftSection={<Icon name="refresh" size={14} />}
      >
        New feed URL
      </ActButton>
    </Group>
  );
}

function ChangeFeed({ schedule }: { schedule: ScheduleView }) {
  // The key includes the last run, because a finished run may bring new changes.
  const { id, last_run } = schedule;
  const because = last_run?.not_compared_because;
  const changes = usePages(`/schedules/${id}/changes?limit=50`, {
    version: runState(last_run),
    everyMs: COMPARED_MS,
  });
  return (
    <Part title="What changed" label="Changes">
      <QueryView query={changes}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon="calendar-repeat" title="No changes yet">
              {because
                ? `Not compared: ${notCompared[because]}.`
                : "Each run is compared with the last one that succeeded."}
            </Empty>
          ) : (
            <>
              <Changes changes={rows} />
              <MoreButton query={changes}>Show older changes</MoreButton>
            </>
          )
        }
      </QueryView>
    </Part>
  );
}

const SHOWN = 10;

/** What a run says about changes: none only if it was compared. */
function changesWords({ changes, not_compared_because: because, held_back }: PastRun): string {
  const found = Object.entries(changes ?? {}).flatMap(([kind, count]) => (count ? [`${count} ${kind}`] : []));
  const counted = found.length > 0 ? [found.join(", ")] : [];
  if (because === null) return counted[0] ?? "No changes";
  const what = held_back.length > 0 ? ` (${held_back.join(", ")})` : "";
  return [`Not compared${what}: ${notCompared[because]}`, ...counted].join("; ");
}

const columns: Array<Column<PastRun>> = [
  {
    header: "Run",
    role: "title",
    cell: ({ at }) => <Time at={at} />,
    to: ({ id }) => `/automation/jobs/${id}`,
  },
  { header: "Status", role: "status", cell: ({ status }) => <StateBadge state={status} /> },
  ["Records", "records", "figure"],
  { header: "Changes", role: "prose", cell: changesWords },
];

/** The last runs: how many records each had, and what it says about changes. */
function Runs({ schedule: { id, last_run } }: { schedule: ScheduleView }) {
  const { data: runs = [] } = usePages(`/schedules/${id}/runs?limit=100`, {
    version: runState(last_run),
    everyMs: COMPARED_MS,
  });
  if (runs.length === 0) return null;
  const charted = runs.filter(({ status }) => status === "succeeded").toReversed();
  return (
    <Card title="Runs">
      {charted.length > 1 && (
        <Chart
          title="Records by run"
          lines
          columns={charted.map(({ id: run, at }) => momentColumn(Date.parse(at), `/automation/jobs/${run}`))}
          series={[
            {
              name: "Records",
              color: "var(--mantine-primary-color-filled)",
              values: charted.map(({ records }) => records),
            },
          ]}
        />
      )}
      <DataTable label="Last runs" columns={columns} rows={runs.slice(0, SHOWN)} keyOf={({ id: run }) => run} />
    </Card>
  );
}
