import { Badge } from "@mantine/core";

const states = {
  queued: { color: "gray", label: "Queued" },
  running: { color: "blue", label: "Running" },
  succeeded: { color: "husk.5", label: "Succeeded" },
  failed: { color: "red", label: "Failed" },
  cancelled: { color: "gray", label: "Cancelled" },
  paused: { color: "yellow", label: "Paused" },
  finished: { color: "husk.5", label: "Finished" },
  active: { color: "husk.5", label: "Active" },
  failing: { color: "red", label: "Failing" },
  disabled: { color: "red", label: "Disabled" },
  pending: { color: "blue", label: "Pending" },
  delivered: { color: "husk.5", label: "Delivered" },
} as const;

/** The status of a job, batch, schedule, webhook or delivery. */
export function WorkBadge({ status }: { status: keyof typeof states }) {
  const { color, label } = states[status];
  return (
    <Badge variant="dot" color={color} size="lg" miw="max-content">
      {label}
    </Badge>
  );
}
