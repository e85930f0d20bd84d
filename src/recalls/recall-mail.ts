import type { RecallView } from "../contract/recall.ts";

const minute = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

const calls = (count: number): string => (count === 1 ? "1 of your calls" : `${count} of your calls`);

const points = (count: number): string => (count === 1 ? "1 point was" : `${count} points were`);

const path = (operation: string): string => operation.slice("/api/".length);

const page = ({ id }: RecallView): string => `/recalled/${id}`;

/** Builds the mail: its subject, the page it links to, and what happened. */
export function recallMail(recall: RecallView): string {
  const { operation, field, from, to, requests, points: returned, reason, withdrawn_at } = recall;
  if (withdrawn_at !== null) {
    return [
      `A recall of ${path(operation)} was withdrawn`,
      page(recall),
      `The records of ${calls(requests)} of ${path(operation)} were right after all. ${points(returned)} returned: they stay yours.`,
    ].join("\n");
  }
  return [
    `${path(operation)}: ${field} was wrong in ${calls(requests)}`,
    page(recall),
    `Between ${minute(from)} and ${minute(to)}, ${calls(requests)} of ${path(operation)} returned wrong values of "${field}".`,
    reason,
    `${points(returned)} returned to your account.`,
  ].join("\n");
}

/** The same for records that were read again. */
export function correctedMail(recall: RecallView): string {
  const { id, operation, field, corrected } = recall;
  return [
    `${path(operation)}: corrected records of ${calls(corrected)}`,
    page(recall),
    `"${field}" was wrong in ${calls(corrected)} of ${path(operation)}. Their pages were read again with the repaired reader.`,
    `The corrected records are on the page below, and at GET /recalls/${id}/records. They are free.`,
  ].join("\n");
}
