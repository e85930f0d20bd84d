import { Badge } from "@mantine/core";
import type { RequestRow } from "../../../src/endpoints/dashboard/types.ts";
import { humanise } from "./format.ts";

const colors = {
  ok: "husk.5",
  degraded: "yellow",
  down: "red",
  queued: "gray",
  running: "blue",
  succeeded: "husk.5",
  failed: "red",
  cancelled: "gray",
  paused: "yellow",
  finished: "husk.5",
  active: "husk.5",
  failing: "red",
  disabled: "red",
  pending: "blue",
  retrying: "yellow",
  delivered: "husk.5",
} as const;

/** The state of a source, or of a job, batch, schedule, webhook or delivery. */
export const StateBadge = ({ state }: { state: keyof typeof colors }) => (
  <Badge variant="dot" color={colors[state]} size="lg" miw="max-content">
    {state === "ok" ? "Working" : humanise(state)}
  </Badge>
);

/** An HTTP status: green for 200, amber for the caller's errors, red for ours. */
export function StatusBadge({ status }: { status: number | null }) {
  if (status === null) {
    return <Badge color="gray">running</Badge>;
  }
  return (
    <Badge className={`status-${Math.floor(status / 100)}xx`} color={colour(status)}>
      {status}
    </Badge>
  );
}

function colour(status: number): "husk" | "yellow" | "red" {
  if (status < 300) return "husk";
  return status < 500 ? "yellow" : "red";
}

const kinds = { refused: "refused", replayed: "replayed", dry_run: "dry run" } as const;

/** Marks requests that were rejected or replayed. */
export function KindBadge({ kind }: { kind: RequestRow["kind"] }) {
  if (kind === "admitted") return null;
  return <Badge color="gray">{kinds[kind]}</Badge>;
}
