import { Badge } from "@mantine/core";
import type { RequestRow } from "../../../src/endpoints/dashboard/types.ts";

const states = {
  ok: { color: "husk.5", label: "Working" },
  degraded: { color: "yellow", label: "Degraded" },
  down: { color: "red", label: "Down" },
} as const;

export function StateBadge({ state }: { state: keyof typeof states }) {
  const { color, label } = states[state];
  return (
    <Badge variant="dot" color={color} size="lg">
      {label}
    </Badge>
  );
}

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
