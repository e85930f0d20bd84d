import { Badge } from "@mantine/core";
import type { RecallView } from "../../../src/endpoints/dashboard/types.ts";

/** How far a recall is, for its owner. */
export function RecallState({
  recall: { withdrawn_at, corrected, requests },
}: {
  recall: Pick<RecallView, "withdrawn_at" | "corrected" | "requests">;
}) {
  if (withdrawn_at !== null)
    return (
      <Badge variant="dot" color="gray">
        Withdrawn
      </Badge>
    );
  if (corrected === 0)
    return (
      <Badge variant="dot" color="yellow">
        {requests === 0 ? "Not checked" : "Points returned"}
      </Badge>
    );
  return (
    <Badge variant="dot" color="teal">
      {corrected === requests ? "Corrected" : `${corrected} of ${requests} corrected`}
    </Badge>
  );
}
