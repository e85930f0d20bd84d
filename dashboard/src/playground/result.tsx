import { Alert, Anchor, Button, Group, Loader, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { OperationView } from "../../../src/dashboard-api/api-types.ts";
import { detailText } from "../api/call.ts";
import { formatDuration, formatNumber, plural } from "../format.ts";
import { IconAlertTriangle, IconFlask } from "../icons.tsx";
import { Empty } from "../parts/empty.tsx";
import { RecordsView } from "../parts/records-view.tsx";
import { StatusBadge } from "../parts/state-badge.tsx";
import type { RunState } from "./use-run.ts";

interface ResultProps {
  state: RunState;
  operation: OperationView;
  stop: () => void;
}

export function Result({ state, operation, stop }: ResultProps) {
  return (
    <section aria-label="Result" aria-live="polite">
      {state.kind === "idle" && (
        <Empty icon={IconFlask} title="Nothing has run yet">
          {operation.description || operation.summary}
        </Empty>
      )}
      {state.kind === "running" && (
        <Group className="surface" p="lg" justify="space-between">
          <Group gap="md">
            <Loader size="sm" aria-hidden />
            <Text>
              {plural(state.pages, "page")} read, {plural(state.records, "record")} so far,{" "}
              {formatDuration(state.elapsed)}
            </Text>
          </Group>
          <Button variant="default" size="xs" onClick={stop}>
            Stop
          </Button>
        </Group>
      )}
      {state.kind === "stopped" && (
        <Alert color="gray" title="Stopped">
          {plural(state.pages, "page")} and {plural(state.records, "record")} had been read. Nothing was charged.
        </Alert>
      )}
      {state.kind === "failed" && state.status === 0 && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} title="The connection was lost">
          <Text size="sm">
            The call may still have finished and been charged.{" "}
            <Anchor component={Link} to="/requests" size="sm">
              See the history
            </Anchor>{" "}
            before you run it again.
          </Text>
        </Alert>
      )}
      {state.kind === "failed" && state.status !== 0 && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />} title={`Status ${state.status}: nothing was charged`}>
          <Text size="sm" style={{ whiteSpace: "pre-line" }}>
            {detailText(state.detail) ?? "The service could not be reached."}
          </Text>
        </Alert>
      )}
      {state.kind === "answered" && (
        <>
          <Group gap="sm" mb="md">
            <StatusBadge status={state.answer.status} />
            <Text size="sm">
              {plural(state.answer.charged, "point")} charged, {formatNumber(state.answer.points)} left ·{" "}
              {formatDuration(state.answer.duration_ms)}
            </Text>
            <Anchor component={Link} to={`/requests/${state.answer.request_id}`} size="sm">
              View in history
            </Anchor>
          </Group>
          <RecordsView records={state.answer.records} fields={operation.record.fields} name={state.answer.request_id} />
        </>
      )}
    </section>
  );
}
