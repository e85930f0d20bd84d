import { Stack, Text } from "@mantine/core";
import type { UsageAnswer } from "../../../src/endpoints/dashboard/types.ts";
import type { SourceStatus, Status } from "../../../src/health/status-types.ts";
import { formatAgo, formatDuration } from "../ui/format.ts";
import { Card } from "../ui/page.tsx";
import { StateBadge } from "../ui/state-badge.tsx";
import { Note } from "../ui/text.tsx";

interface SourcesInUseProps {
  status: Status;
  used: string[];
  /** How long the account's own calls took. */
  latency: UsageAnswer["latency"]["by_operation"];
}

/** The state of the sources that the account uses, or of all sources if it has used none. */
export function SourcesInUse({ status, used, latency }: SourcesInUseProps) {
  const sources = inUse(status, used);
  return (
    <Card title={used.length > 0 ? "Your sources" : "Sources"} more={["/status", "Status"]}>
      <ul className="plain-list">
        {sources.map((source) => (
          <li key={source.name}>
            <div style={{ minWidth: 0 }}>
              <Text size="sm" fw={600}>
                {source.title}
              </Text>
              <Text size="xs" c="dimmed">
                {words(source, latency)}
              </Text>
            </div>
            <StateBadge state={source.state} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const inUse = ({ sources }: Status, used: string[]): SourceStatus[] =>
  used.length === 0 ? sources : sources.filter(({ name }) => used.includes(name));

function words({ state, reason, name }: SourceStatus, latency: SourcesInUseProps["latency"]): string {
  if (state !== "ok" && reason) return reason;
  const own = latency.filter(({ endpoint }) => endpoint.startsWith(`/api/${name}/`));
  const slowest = Math.max(0, ...own.map(({ p95_ms }) => p95_ms));
  return slowest === 0 ? "No recent calls" : `95% of your calls within ${formatDuration(slowest)}`;
}

const MAX_CHANGES = 5;

/** Recent incidents at those sources: started and ended. */
export function WhatChanged({ status, used }: { status: Status; used: string[] }) {
  const changes = inUse(status, used)
    .flatMap(({ title, incidents }) => incidents.map((incident) => ({ ...incident, title })))
    .sort((a, b) => (b.closed_at ?? b.opened_at) - (a.closed_at ?? a.opened_at))
    .slice(0, MAX_CHANGES);
  return (
    <Card title="Incidents">
      {changes.length === 0 ? (
        <Note>None at {used.length > 0 ? "your sources" : "any source"} in the last 90 days.</Note>
      ) : (
        <Stack gap="sm">
          {changes.map(({ no, title, reason, opened_at, closed_at, note }) => (
            <div key={no}>
              <Text size="sm">
                <Text span fw={600} inherit>
                  {title}
                </Text>
                : {reason}
              </Text>
              <Text size="xs" c="dimmed">
                {closed_at === null ? `started ${formatAgo(opened_at)}` : `ended ${formatAgo(closed_at)}`}
                {note && ` · ${note}`}
              </Text>
            </div>
          ))}
        </Stack>
      )}
    </Card>
  );
}
