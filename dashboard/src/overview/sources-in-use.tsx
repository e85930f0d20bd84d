import { Text } from "@mantine/core";
import type { UsageAnswer } from "../../../src/endpoints/dashboard/types.ts";
import type { SourceStatus, Status } from "../../../src/health/status-types.ts";
import { formatDuration } from "../ui/format.ts";
import { Card } from "../ui/page.tsx";
import { StateBadge } from "../ui/state-badge.tsx";

interface SourcesInUseProps {
  status: Status;
  used: string[];
  /** How long the account's own calls took. */
  latency: UsageAnswer["latency"]["by_operation"];
}

/** The state of the sources that the account uses, or of all sources if it has used none. */
export function SourcesInUse({ status, used, latency }: SourcesInUseProps) {
  const sources = used.length === 0 ? status.sources : status.sources.filter(({ name }) => used.includes(name));
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

function words({ state, reason, name }: SourceStatus, latency: SourcesInUseProps["latency"]): string {
  if (state !== "ok" && reason) return reason;
  const own = latency.filter(({ endpoint }) => endpoint.startsWith(`/api/${name}/`));
  const slowest = Math.max(0, ...own.map(({ p95_ms }) => p95_ms));
  return slowest === 0 ? "No recent calls" : `95% of your calls within ${formatDuration(slowest)}`;
}
