import { Text } from "@mantine/core";
import type { RequestRow } from "../../../src/endpoints/dashboard/types.ts";
import { useCallSummary } from "../requests/call-title.tsx";
import { Card } from "../ui/card.tsx";
import { formatDuration, plural } from "../ui/format.ts";
import { Note } from "../ui/note.tsx";
import { StatusBadge } from "../ui/state-badge.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { Time } from "../ui/time.tsx";

/** The most recent requests, one line each. */
export function LastRequests({ requests }: { requests: RequestRow[] }) {
  const summaryOf = useCallSummary();
  return (
    <Card title="Last requests" more={["/requests", "All requests"]}>
      {requests.length === 0 ? (
        <Note>No requests yet. Your calls appear here with their cost.</Note>
      ) : (
        <ul className="plain-list">
          {requests.map((request) => (
            <li key={`${request.id}-${request.started_at}`}>
              <div style={{ minWidth: 0 }}>
                <TextLink to={`/requests/${request.id}`} className="one-line">
                  {request.endpoint.replace(/^\/api\//, "")}
                </TextLink>
                <Text size="xs" c="dimmed" className="one-line">
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
