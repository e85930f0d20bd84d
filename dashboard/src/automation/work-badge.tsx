import { Badge } from "@mantine/core";
import { humanise } from "../ui/format.ts";

const colors = {
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

/** The status of a job, batch, schedule, webhook or delivery. */
export const WorkBadge = ({ status }: { status: keyof typeof colors }) => (
  <Badge variant="dot" color={colors[status]} size="lg" miw="max-content">
    {humanise(status)}
  </Badge>
);
