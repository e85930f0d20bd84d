import { Alert, Badge, Group, SimpleGrid, Switch, Text, Title, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { OperationView, RequestDetail } from "../../../src/endpoints/dashboard/types.ts";
import type { CallDetails } from "../../../src/service/call-log-types.ts";
import { curlSnippet } from "../../../src/words/curl-snippet.ts";
import { linkPath } from "../api/first-reads.ts";
import { queries } from "../api/queries.ts";
import { useAddress } from "../api/use-address.ts";
import { useOperation } from "../parts/chosen-operation.tsx";
import { MendLink } from "../parts/mend-link.tsx";
import { requestBody } from "../playground/fields.ts";
import { KnownProvenance } from "../records/provenance.tsx";
import { RecordsView } from "../records/records-view.tsx";
import type { Item } from "../records/values.ts";
import { CopyTextButton, DownloadButton, LinkButton } from "../ui/buttons.tsx";
import { CodeBlock } from "../ui/code-block.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { formatDuration, formatNumber, plural } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Card, Facts, Page, Part } from "../ui/page.tsx";
import { PageList } from "../ui/page-list.tsx";
import { QueryView } from "../ui/query-view.tsx";
import { KindBadge, StatusBadge } from "../ui/state-badge.tsx";
import { Note, TextLink, Time, TimeSpan } from "../ui/text.tsx";
import { Warnings } from "../ui/warnings.tsx";
import { comparePath, entryPoints, newSchedulePath, playgroundPath } from "./requests-path.ts";
import { endSentence } from "./results-end.ts";

/** One request: the viewer's own or, under the admin's path, anyone's. */
export default function RequestPage() {
  const { id } = useAddress();
  const isAdmin = useLocation().pathname.startsWith("/admin");
  const base = isAdmin ? "/admin/requests" : "/requests";
  const query = useQuery(queries.at(`${base}/${encodeURIComponent(id)}`));
  return (
    <Page
      title="Request"
      about={query.data?.account_email}
      back={[base, "All requests"]}
      actions={!isAdmin && query.data && <RequestActions request={query.data} />}
    >
      <QueryView query={query}>{(request) => <Detail base={base} request={request} />}</QueryView>
    </Page>
  );
}

function Detail({ base, request }: { base: "/requests" | "/admin/requests"; request: RequestDetail }) {
  const operation = useOperation(request.endpoint);
  const records = Array.isArray(request.answer) ? (request.answer as Array<Record<string, unknown>>) : null;
  return (
    <>
      <Summary request={request} />
      {request.kind === "admitted" && request.status === 200 && (
        <Part title="Records" label="Answer">
          {records && operation ? (
            <TracedRecords base={base} id={request.id} records={records} operation={operation} />
          ) : (
            <NoRecords request={request} />
          )}
        </Part>
      )}
      <Sent request={request} />
      {request.pages.length > 0 && (
        <Part title="Pages of the site" label="Pages">
          <PageList pages={request.pages} />
        </Part>
      )}
      <Trace request={request} />
    </>
  );
}

function Summary({ request }: { request: RequestDetail }) {
  return (
    <Card
      label="What happened"
      title={request.endpoint}
      badges={
        <>
          <StatusBadge status={request.status} />
          <KindBadge kind={request.kind} />
          <Badge color="gray">{entryPoints[request.entry_point] ?? request.entry_point}</Badge>
        </>
      }
    >
      {request.error_text && (
        <Text c="var(--mantine-color-error)" mb="md" role="note" style={{ overflowWrap: "anywhere" }}>
          {request.error_text} {request.account_email === undefined && <Mend request={request} />}
        </Text>
      )}
      <Facts
        of={[
          ["Cost", plural(request.cost, "point"), request.cost_reason],
          ["Duration", request.duration_ms === null ? "running" : formatDuration(request.duration_ms)],
          ["Records", formatNumber(request.results), endSentence({ ...request, request: request.params })],
          ["Pages requested", formatNumber(request.upstream_pages)],
          request.points_left !== null && ["Points left after", formatNumber(request.points_left)],
          ["Key", request.key_name, request.log && `from ${request.log.address}`],
        ]}
      />
      <Note mt="md" style={{ overflowWrap: "anywhere" }}>
        <Time at={request.started_at} /> · request ID {request.id}
        {request.tags.length > 0 && ` · tags ${request.tags.join(", ")}`}
        {request.timeout > 0 && ` · timeout ${request.timeout} s`}
        {request.skipped > 0 && ` · ${plural(request.skipped, "earlier call")} came too fast to log`}
      </Note>
      <Warnings codes={request.warnings} standIn={request.stand_in} resolved={request.resolved} />
      {request.recall && <RecallNotice id={request.id} recall={request.recall} />}
    </Card>
  );
}

interface RecallNoticeProps {
  id: string;
  recall: NonNullable<RequestDetail["recall"]>;
}

/** Says that the request's records were wrong. */
const RecallNotice = ({ id, recall: { id: no, field, from, to, points, corrected } }: RecallNoticeProps) => (
  <Alert color="yellow" icon={<Icon name="alert-triangle" size={18} />} mt="md" title="Records recalled" role="note">
    The field "{field}" was wrong <TimeSpan of={[from, to]} />; {plural(points, "point")} returned.{" "}
    {corrected && (
      <>
        <TextLink to={comparePath(id, id)} c="inherit" td="underline">
          Compare with the corrected records
        </TextLink>
        {" · "}
      </>
    )}
    <TextLink to={`/recalled/${no}`} c="inherit" td="underline">
      View the recall
    </TextLink>
  </Alert>
);

const Mend = ({ request: { id, status, error_text, endpoint, params, key_id } }: { request: RequestDetail }) => (
  <MendLink
    {...{ status, params }}
    text={error_text ?? ""}
    operation={useOperation(endpoint)}
    requestId={id}
    keyId={key_id}
  />
);

/** Why a successful request has no records of its own. */
function NoRecords({ request: { age, log } }: { request: RequestDetail }) {
  const first = Object.entries(log?.headers_out ?? {}).find(([name]) => name === "x-cache-request-id")?.[1];
  if (age !== null && first !== undefined) {
    return (
      <Text>
        This call returned the records of <TextLink to={`/requests/${first}`}>an earlier request</TextLink>.
      </Text>
    );
  }
  return (
    <Text c="dimmed">
      Records are kept for 7 days. These have expired, or the caller asked to keep nothing of the call.
    </Text>
  );
}

/** The timeline of a call, and its request and response headers. */
function Trace({ request: { log, duration_ms } }: { request: RequestDetail }) {
  if (!log) return null;
  return (
    <>
      <Card title="Timeline">
        <Timeline steps={log.steps} leftOut={log.steps_left_out} total={duration_ms ?? 0} />
      </Card>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Part title="Request headers">
          <HeadersTable title="Request headers" headers={log.headers_in} />
        </Part>
        <Part title="Response headers">
          <HeadersTable title="Response headers" headers={log.headers_out} />
        </Part>
      </SimpleGrid>
    </>
  );
}

/** The parameters as parsed or, if the call was rejected, the body as received. */
function Sent({ request }: { request: RequestDetail }) {
  const operation = useOperation(request.endpoint);
  const [all, setAll] = useState(false);
  const asRead = JSON.stringify(all || !operation ? request.params : requestBody(operation, request.params), null, 2);
  const raw = request.log?.body;
  return (
    <section aria-label="Parameters">
      <Group justify="space-between" mb="sm">
        <Title order={2}>{request.kind === "admitted" ? "Parameters" : "Body as sent"}</Title>
        {request.kind === "admitted" && (
          <Switch label="Include defaults" checked={all} onChange={(event) => setAll(event.currentTarget.checked)} />
        )}
      </Group>
      <CodeBlock
        label="the parameters"
        language="json"
        code={request.kind === "admitted" ? asRead : (raw ?? "(none)")}
      />
    </section>
  );
}

/** `x-resolved` is JSON with `%` before what a header cannot carry. */
function readable(header: string): string {
  try {
    return /^%7B/i.test(header) ? JSON.stringify(JSON.parse(decodeURIComponent(header)), null, 1) : header;
  } catch {
    return header;
  }
}

/** Headers by name. Long values wrap. */
function HeadersTable({ title, headers }: { title: string; headers: Record<string, string> }) {
  return (
    <div className="headers-table">
      <DataTable
        label={title}
        noHead
        rows={Object.entries(headers).sort(([a], [b]) => a.localeCompare(b))}
        keyOf={([name]) => name}
        empty="None."
        columns={[
          { header: "Name", role: "title", cell: ([name]) => name },
          { header: "Value", role: "prose", cell: ([, value]) => readable(value) },
        ]}
      />
    </div>
  );
}

type Step = CallDetails["steps"][number];

const labels: Record<Step["name"], string> = {
  queue: "Waited in the queue",
  admission: "Admission",
  permit: "Waited for the site's permit",
  page: "Fetched a page",
  parse: "Parsed the page",
  settle: "Settlement",
};

interface TimelineProps {
  steps: Step[];
  leftOut: number;
  /** Total duration of the call. */
  total: number;
}

/** Where a call spent its time: one bar per step. */
function Timeline({ steps, leftOut, total }: TimelineProps) {
  const span = Math.max(1, total, ...steps.map(({ at, ms }) => at + ms));
  if (steps.length === 0) return <Text c="dimmed">The call was refused before it started.</Text>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <ol className="timeline" tabIndex={0} aria-label="Steps of the call">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a call that has ended do not move
          <li key={index}>
            <span className="timeline-label">
              {labels[step.name]}
              {step.queued && step.queued.position > 1 && (
                <Text span size="xs" c="dimmed">
                  {" "}
                  position {step.queued.position}, expected wait {formatDuration(step.queued.expectedMs)}
                </Text>
              )}
              {step.note && <span className="timeline-note"> {step.note.replaceAll("_", " ")}</span>}
            </span>
            <span className="timeline-track" aria-hidden>
              <span
                className={`timeline-bar step-${step.name}${step.note ? " step-failed" : ""}`}
                style={{
                  left: `${(step.at / span) * 100}%`,
                  width: `max(3px, ${(Math.max(0, step.ms) / span) * 100}%)`,
                }}
              />
            </span>
            <span className="timeline-ms">
              {formatDuration(step.ms)}
              <VisuallyHidden> from {formatDuration(step.at)} on</VisuallyHidden>
            </span>
          </li>
        ))}
      </ol>
      {leftOut > 0 && <Note mt="xs">{plural(leftOut, "further step")} not stored.</Note>}
    </>
  );
}

/** Actions on a past request. */
function RequestActions({ request }: { request: RequestDetail }) {
  const { data: catalogue } = useQuery(queries.catalogue);
  const operation = useOperation(request.endpoint);
  const body = operation && request.kind === "admitted" ? requestBody(operation, request.params) : request.params;
  return (
    <Group gap="xs">
      {catalogue && (
        <CopyTextButton
          label="Copy as curl"
          value={curlSnippet({ baseUrl: catalogue.base_url, path: request.endpoint, body })}
          icon="copy"
        />
      )}
      <CopyTextButton label="Copy link" value={window.location.href} icon="link" />
      {request.evidence && (
        <DownloadButton href={linkPath(`/requests/${request.id}/evidence`)}>Evidence</DownloadButton>
      )}
      {request.answer !== null && (
        <LinkButton to={`/requests/compare?${new URLSearchParams({ after: request.id })}`} icon="compare">
          Compare
        </LinkButton>
      )}
      {operation && request.kind === "admitted" && (
        <LinkButton to={newSchedulePath(request.endpoint, request.id)} icon="calendar-repeat">
          Schedule
        </LinkButton>
      )}
      <LinkButton to={playgroundPath(request.endpoint, { request: request.id })} icon="repeat" variant="filled">
        Run again
      </LinkButton>
    </Group>
  );
}

interface TracedRecordsProps {
  base: "/requests" | "/admin/requests";
  id: string;
  records: Item[];
  operation: OperationView;
}

/** The records of a request and, on demand, where each value comes from: its kept pages are then read again. */
function TracedRecords({ base, id, records, operation }: TracedRecordsProps) {
  const [isOn, setOn] = useState(false);
  const path = `${base}/${encodeURIComponent(id)}` as const;
  const own = base === "/requests";
  const { data, error, isFetching } = useQuery({
    ...queries.at(`/requests/${encodeURIComponent(id)}/provenance`),
    enabled: own && isOn,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const known = useMemo(
    () => new Map(isOn && data ? records.flatMap((record, at) => (data[at] ? [[record, data[at]] as const] : [])) : []),
    [isOn, data, records],
  );
  return (
    <KnownProvenance value={known}>
      {own && records.length > 0 && (
        <Switch
          mb="sm"
          label="Where values come from"
          description={isOn && data ? "Point at a value, or open its record." : "Page, place and text of each value."}
          checked={isOn}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
      )}
      {isOn && isFetching && (
        <Note mb="sm" role="status">
          Reading the kept pages…
        </Note>
      )}
      {isOn && error && (
        <Note mb="sm" role="status">
          The pages of this request are not kept any more: they are kept for a day.
        </Note>
      )}
      <RecordsView records={records} operation={operation} path={`${path}/records`} name={`request-${id}`} />
    </KnownProvenance>
  );
}
