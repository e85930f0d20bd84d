import { SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type {
  KeyView,
  RequestRow,
  ScheduleView,
  UsageAnswer,
  WebhookView,
} from "../../../src/endpoints/dashboard/types.ts";
import type { SourceStatus, Status } from "../../../src/health/status-types.ts";
import { PAUSED_BY_OWNER } from "../../../src/words/pauses.ts";
import { lastRequestsPath, schedulesPath, webhooksPath } from "../api/first-reads.ts";
import { queries } from "../api/queries.ts";
import { useCallSummary } from "../requests/call-title.tsx";
import { formatAgo, formatDuration, formatNumber, formatTime, plural } from "../ui/format.ts";
import { Card, Page, Stat } from "../ui/page.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { SparkLine } from "../ui/spark-line.tsx";
import { StateBadge, StatusBadge } from "../ui/state-badge.tsx";
import { Note, TextLink, Time } from "../ui/text.tsx";
import { runsOutNote } from "../usage/runs-out.ts";
import { FirstSteps } from "./first-steps.tsx";

/** The first page after sign-in: open tasks, remaining points, recent requests, and the state of the sources. */
export default function OverviewPage() {
  const session = useQuery(queries.session);
  const keys = useQuery(queries.keys);
  const usage = useQuery(queries.usage(30));
  const last = useQuery(queries.at(lastRequestsPath));
  const status = useQuery(queries.publicStatus);
  const schedules = useQuery(queries.at(schedulesPath));
  const webhooks = useQuery(queries.at(webhooksPath));
  const used = usedSources(usage.data);
  const name = session.data?.me?.name.split(" ")[0] ?? "";
  // Shows all cards together: one that arrived later would move the others.
  const waitsFor = [session, keys, usage, last, status, schedules, webhooks].find(({ isPending }) => isPending);
  const about = name === "" ? "\u00a0" : `Hello, ${name}.`;
  if (waitsFor) {
    return (
      <Page title="Overview" about={about}>
        <QueryView<unknown> query={waitsFor}>{() => null}</QueryView>
      </Page>
    );
  }
  return (
    <Page title="Overview" about={about}>
      {usage.data && keys.data && status.data && (
        <Attention
          waiting={session.data?.me?.waiting_points ?? 0}
          usage={usage.data}
          keys={keys.data.keys}
          status={status.data}
          used={used}
          schedules={schedules.data?.rows ?? []}
          webhooks={webhooks.data ?? []}
        />
      )}
      {session.data && keys.data && last.data && (
        <FirstSteps session={session.data} keys={keys.data.keys} hasCalled={last.data.requests.length > 0} />
      )}
      <QueryView query={usage}>
        {(data) => <Figures usage={data} waiting={session.data?.me?.waiting_points} />}
      </QueryView>
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: "start" }}>
        <QueryView query={last}>{({ requests }) => <LastRequests requests={requests} />}</QueryView>
        <QueryView query={status}>
          {(data) => <SourcesInUse status={data} used={used} latency={usage.data?.latency.by_operation ?? []} />}
        </QueryView>
      </SimpleGrid>
    </Page>
  );
}

/** Names of recently called sources, from `/api/<source>/...`. */
const usedSources = (usage: UsageAnswer | undefined): string[] => [
  ...new Set((usage?.cells ?? []).map(({ endpoint }) => endpoint.split("/")[2]!)),
];

function Figures({ usage, waiting }: { usage: UsageAnswer; waiting: number | undefined }) {
  const perDay = (field: "calls" | "points") =>
    usage.columns.map((day) =>
      usage.cells.filter((cell) => cell.day === day).reduce((sum, cell) => sum + cell[field], 0),
    );
  const sum = (field: "calls" | "points" | "errors") => usage.cells.reduce((all, cell) => all + cell[field], 0);
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <Stat label="Points left" value={formatNumber(usage.points)} note={runsOutNote(usage, waiting)} to="/points" />
      <Stat label="Points spent" value={formatNumber(sum("points"))} note="in 30 days" to="/usage?show=points">
        <SparkLine label="Points spent by day" values={perDay("points")} />
      </Stat>
      <Stat
        label="Calls"
        value={formatNumber(sum("calls"))}
        note={`in 30 days, ${plural(sum("errors"), "error")}`}
        to="/usage"
      >
        <SparkLine label="Calls by day" values={perDay("calls")} />
      </Stat>
    </SimpleGrid>
  );
}

/** The most recent requests, one line each. */
function LastRequests({ requests }: { requests: RequestRow[] }) {
  const summaryOf = useCallSummary();
  return (
    <Card title="Last requests" aside={<TextLink to="/requests">All requests</TextLink>}>
      {requests.length === 0 ? (
        <Note>No requests yet. Your calls appear here with their cost.</Note>
      ) : (
        <ul className="plain-list">
          {requests.map((request) => (
            <li key={`${request.id}-${request.started_at}`}>
              <div style={{ minWidth: 0 }}>
                <TextLink to={`/requests/${request.id}`} display="block" truncate>
                  {request.endpoint.replace(/^\/api\//, "")}
                </TextLink>
                <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
                  <Time at={request.started_at} as="ago" /> ·{" "}
                  {[summaryOf(request.endpoint, request.params), words(request)].filter(Boolean).join(" · ")}
                </Text>
              </div>
              <StatusBadge status={request.status} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const words = ({ error_text, results, cost, duration_ms }: RequestRow): string =>
  error_text ??
  `${plural(results, "record")}, ${plural(cost, "point")}${duration_ms === null ? "" : `, ${formatDuration(duration_ms)}`}`;

const DAY_MS = 86_400_000;
const SOON_MS = 7 * DAY_MS;

interface AttentionProps {
  /** Points that come with the confirmed address. */
  waiting: number;
  usage: UsageAnswer;
  keys: KeyView[];
  status: Status;
  used: string[];
  schedules: ScheduleView[];
  webhooks: WebhookView[];
}

interface Matter {
  words: string;
  to: string;
  action: string;
}

/** What stops calls, or soon will, most urgent first. Nothing if all is well. */
function Attention(props: AttentionProps) {
  const matters = [...points(props), ...sources(props), ...work(props), ...keys(props)];
  if (matters.length === 0) return null;
  return (
    <Card title="Needs attention">
      <ul className="plain-list">
        {matters.map(({ words, to, action }) => (
          <li key={words}>
            <Text size="sm">{words}</Text>
            <TextLink to={to}>{action}</TextLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function points({ usage, waiting }: AttentionProps): Matter[] {
  // The banner and the first steps say how to get them.
  if (waiting > 0) return [];
  const link = { to: "/points?view=plans", action: "Plans" };
  if (usage.points <= 0) return [{ words: "No points left: calls are refused.", ...link }];
  if (usage.runs_out_at === null || usage.runs_out_at - Date.now() > SOON_MS) return [];
  return [{ words: `At last week's pace your points run out ${formatAgo(usage.runs_out_at)}.`, ...link }];
}

const sources = ({ status, used }: AttentionProps): Matter[] =>
  status.sources
    .filter(({ name, state }) => state !== "ok" && used.includes(name))
    .map(({ title, reason }) => ({ words: `${title}: ${reason ?? "not working"}`, to: "/status", action: "Status" }));

/** Schedules and webhooks that stopped without their owner's doing. */
const work = ({ schedules, webhooks }: AttentionProps): Matter[] => [
  ...schedules
    .filter(({ pause_reason }) => pause_reason !== null && pause_reason !== PAUSED_BY_OWNER)
    .map(({ id, name, pause_reason }) => ({
      words: `The schedule ${name} is paused: ${pause_reason}`,
      to: `/automation/schedules/${id}`,
      action: "Schedule",
    })),
  ...webhooks
    .filter(({ failing_since }) => failing_since !== null)
    .map(({ id, url, status, failing_since }) => ({
      words: `The webhook ${url} ${status === "disabled" ? "is disabled: it" : ""} has been failing since ${formatTime(Date.parse(failing_since!))}.`,
      to: `/automation/webhooks/${id}`,
      action: "Webhook",
    })),
];

const keys = ({ keys: all }: AttentionProps): Matter[] =>
  all
    .filter(({ revoked_at }) => revoked_at === null)
    .flatMap(({ id, name, spent, spending_cap, expires_at, created_at }) => {
      const link = { to: `/keys/${id}`, action: "Key" };
      const left = expires_at === null ? Number.POSITIVE_INFINITY : expires_at - Date.now();
      // A key that was made for a few days ends as planned.
      if (left > 0 && left <= SOON_MS && expires_at! - created_at > SOON_MS) {
        return [{ words: `The key ${name} expires ${formatAgo(expires_at!)}.`, ...link }];
      }
      return left > 0 && spending_cap !== null && spent >= spending_cap
        ? [{ words: `The key ${name} has reached its spending cap.`, ...link }]
        : [];
    });

interface SourcesInUseProps {
  status: Status;
  used: string[];
  /** How long the account's own calls took. */
  latency: UsageAnswer["latency"]["by_operation"];
}

/** The state of the sources that the account uses, or of all sources if it has used none. */
function SourcesInUse({ status, used, latency }: SourcesInUseProps) {
  const sources = used.length === 0 ? status.sources : status.sources.filter(({ name }) => used.includes(name));
  return (
    <Card title={used.length > 0 ? "Your sources" : "Sources"} aside={<TextLink to="/status">Status</TextLink>}>
      <ul className="plain-list">
        {sources.map((source) => (
          <li key={source.name}>
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={600}>
                {source.title}
              </Text>
              <Text size="xs" c="dimmed">
                {sourceWords(source, latency)}
              </Text>
            </div>
            <StateBadge state={source.state} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function sourceWords({ state, reason, name }: SourceStatus, latency: SourcesInUseProps["latency"]): string {
  if (state !== "ok" && reason) return reason;
  const own = latency.filter(({ endpoint }) => endpoint.startsWith(`/api/${name}/`));
  const slowest = Math.max(0, ...own.map(({ p95_ms }) => p95_ms));
  return slowest === 0 ? "No recent calls" : `95% of your calls within ${formatDuration(slowest)}`;
}
