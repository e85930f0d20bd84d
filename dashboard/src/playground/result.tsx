import { Alert, Box, Button, Group, Loader, Progress, Text } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { Suspense, useEffect, useRef, useState } from "react";
import type { OperationView, RunEvent } from "../../../src/endpoints/dashboard/types.ts";
import { detailText } from "../api/call.ts";
import { lazyPart } from "../api/connection.ts";
import { MendLink } from "../parts/mend-link.tsx";
import { comparePath, newSchedulePath } from "../requests/requests-path.ts";
import { endSentence } from "../requests/results-end.ts";
import { LinkButton } from "../ui/buttons.tsx";
import { Empty } from "../ui/empty.tsx";
import { formatDuration, formatNumber, plural } from "../ui/format.ts";
import { Icon } from "../ui/icons.tsx";
import { Waiting } from "../ui/query-view.tsx";
import { StatusBadge } from "../ui/state-badge.tsx";
import { Prose, TextLink } from "../ui/text.tsx";
import { Warnings } from "../ui/warnings.tsx";
import type { Values } from "./fields.ts";
import type { RunState } from "./use-run.ts";

/** Loaded with the first record. */
const RecordsView = lazyPart(async () => ({ default: (await import("../records/records-view.tsx")).RecordsView }));

interface ResultProps {
  state: RunState;
  /** The previous run, for comparison. */
  before: string | null;
  operation: OperationView;
  /** What is sent. */
  body: Values;
  /** The number of records requested; null if the operation has no count. */
  requested: number | null;
  stop: () => void;
}

export function Result(props: ResultProps) {
  const { state, operation } = props;
  const records = "records" in state ? state.records : [];
  const stored = storedAs(state);
  const section = useRef<HTMLElement>(null);
  const isRunning = state.kind === "running";
  // On a narrow screen the result is below the form, so scroll to it.
  useEffect(() => {
    const top = section.current?.getBoundingClientRect().top ?? 0;
    if (isRunning && top > window.innerHeight / 2) section.current?.scrollIntoView();
  }, [isRunning]);
  return (
    <section ref={section} aria-label="Result" style={{ scrollMarginTop: 76 }}>
      <div aria-live="polite">
        <Head {...props} />
      </div>
      {(records.length > 0 || state.kind === "answered") && (
        <Suspense fallback={<Waiting />}>
          <RecordsView
            records={records}
            operation={operation}
            path={stored && `/requests/${stored}/records`}
            name={`request-${stored}`}
            arriving={isRunning}
          />
        </Suspense>
      )}
    </section>
  );
}

/** The request whose records the service has stored; null until it has settled. */
function storedAs(state: RunState): string | null {
  if (state.kind === "answered") return state.answer.request_id;
  return state.kind === "stopped" && state.charged !== null ? state.requestId : null;
}

/** The status of the run. */
function Head({ state, before, operation, body, requested, stop }: ResultProps) {
  switch (state.kind) {
    case "idle":
      return (
        <Empty icon="flask" title="No run yet">
          <Prose text={operation.description || operation.summary} />
        </Empty>
      );
    case "running":
      return <Running state={state} operation={operation} requested={requested} stop={stop} />;
    case "stopped":
      return <Stopped state={state} />;
    case "answered":
      return <Answered answer={state.answer} results={state.records.length} before={before} operation={operation} />;
    default:
      return <Failed {...state} operation={operation} params={body} />;
  }
}

interface RunningProps {
  state: Extract<RunState, { kind: "running" }>;
  operation: OperationView;
  requested: number | null;
  stop: () => void;
}

function Running({ state, operation, requested, stop }: RunningProps) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 200, { autoInvoke: true });
  const count = state.records.length;
  return (
    <Box className="surface" px="md" py="sm" mb="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Loader size="xs" aria-hidden />
          <Text size="sm">
            {plural(count, "record")}
            {requested !== null && ` of ${formatNumber(requested)}`} from {plural(state.pages, "page")}
            {" · "}
            <span aria-hidden>{formatDuration(Math.max(0, now - state.startedAt))} · </span>
            {plural(priceSoFar(operation, count), "point")} so far
          </Text>
        </Group>
        <Button variant="default" size="xs" leftSection={<Icon name="player-stop" size={14} />} onClick={stop}>
          Stop
        </Button>
      </Group>
      {requested !== null && (
        <Progress
          value={(count / requested) * 100}
          size={3}
          mt="xs"
          aria-label="Records so far"
          transitionDuration={150}
        />
      )}
    </Box>
  );
}

/** The cost of stopping now, at the quoted price. */
function priceSoFar({ price: { credits, results } }: OperationView, count: number): number {
  if (count === 0) return 0;
  return results === null ? credits : credits * Math.ceil(count / results);
}

function stoppedWords(count: number, charged: number | null): string {
  if (charged === null) return `${plural(count, "record")} received. The cost is being settled.`;
  if (count === 0) return "No records received. Nothing was charged.";
  return `${plural(count, "record")} received: ${plural(charged, "point")} charged.`;
}

function Stopped({ state: { records, charged, requestId } }: { state: Extract<RunState, { kind: "stopped" }> }) {
  return (
    <Alert color="gray" title="Stopped" mb="md">
      {stoppedWords(records.length, charged)}{" "}
      {requestId && <TextLink to={`/requests/${requestId}`}>View in history</TextLink>}
    </Alert>
  );
}

interface AnsweredProps {
  answer: Extract<RunEvent, { type: "answer" }>;
  results: number;
  before: string | null;
  operation: OperationView;
}

function Answered({ answer, results, before, operation }: AnsweredProps) {
  const end = endSentence({ ...answer, results, request: operation.request.properties });
  const call = [operation.path, answer.request_id] as const;
  return (
    <Group gap="sm" mb="sm">
      <StatusBadge status={answer.status} />
      <Text size="sm">
        {plural(results, "record")} · {plural(answer.charged, "point")} charged, {formatNumber(answer.points)} left ·{" "}
        {formatDuration(answer.duration_ms)}
        {answer.age !== null && ` · cached, ${plural(answer.age, "second")} old`}
      </Text>
      <TextLink to={`/requests/${answer.request_id}`}>View in history</TextLink>
      {before && before !== answer.request_id && (
        <TextLink to={comparePath(before, answer.request_id)}>Compare with the previous run</TextLink>
      )}
      {end !== "" && <Text size="sm">{end}</Text>}
      <Group gap="xs">
        <LinkButton to={newSchedulePath(...call)} size="compact-sm" icon="calendar-repeat">
          Schedule
        </LinkButton>
        <LinkButton
          to={newSchedulePath(...call, { watch: "on" })}
          size="compact-sm"
          icon="eye"
          title="Run it every day and report what changed"
        >
          Watch
        </LinkButton>
      </Group>
      <Warnings codes={answer.warnings} standIn={answer.stand_in} resolved={answer.resolved} />
    </Group>
  );
}

interface FailedProps extends Omit<Extract<RunState, { kind: "failed" }>, "kind"> {
  operation: OperationView;
  params: Values;
}

function Failed({ status, detail, requestId, ...call }: FailedProps) {
  if (status === 0 && requestId === null) {
    return (
      <Alert color="red" icon={<Icon name="alert-triangle" size={18} />} title="Winnow could not be reached">
        Check your connection, and try again. The call has run only if it is in your history.
      </Alert>
    );
  }
  if (status === 0) {
    return (
      <Alert color="red" icon={<Icon name="alert-triangle" size={18} />} title="The connection was lost">
        <Text size="sm">
          The call may still have finished and been charged.{" "}
          <TextLink to={`/requests/${requestId}`}>See the history</TextLink> before you run it again.
        </Text>
      </Alert>
    );
  }
  const text = detailText(detail) ?? "The service could not be reached.";
  return (
    <Alert color="red" icon={<Icon name="alert-triangle" size={18} />} title={`Status ${status}: nothing was charged`}>
      <Text size="sm" style={{ whiteSpace: "pre-line" }}>
        {text}
      </Text>
      <Group gap="md">
        <MendLink {...{ status, text, requestId, ...call }} />
        {requestId && <TextLink to={`/requests/${requestId}`}>View in history</TextLink>}
      </Group>
    </Alert>
  );
}
