import { Badge } from "@mantine/core";
import type { RecallView } from "../../../src/endpoints/dashboard/types.ts";

type Recall = Pick<RecallView, "withdrawn_at" | "corrected" | "requests">;

function stateOf({ withdrawn_at, corrected, requests }: Recall): [color: string, words: string] {
  if (withdrawn_at !== null) return ["gray", "Withdrawn"];
  if (corrected === 0) return ["yellow", requests === 0 ? "Not checked" : "Points returned"];
  return ["teal", corrected === requests ? "Corrected" : `${corrected} of ${requests} corrected`];
}

/** How far a recall is, for its owner. */
export function RecallState({ recall }: { recall: Recall }) {
  const [color, words] = stateOf(recall);
  return (
    <Badge variant="dot" color={color}>
      {words}
    </Badge>
  );
}
