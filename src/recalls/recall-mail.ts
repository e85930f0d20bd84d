import type { RecallView } from "../contract/recall.ts";

const minute = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

const calls = (count: number): string => (count === 1 ? "1 of your calls" : `${count} of your calls`);

/** Builds the mail: its subject, the page it links to, and what happened. */
export function recallMail({ operation, field, from, to, requests, points, reason, withdrawn_at }: RecallView): string {
  const path = operation.slice("/api/".length);
  const page = "/points?show=added";
  if (withdrawn_at !== null) {
    return [
      `A recall of ${path} was withdrawn`,
      page,
      `The records of ${calls(requests)} of ${path} were right after all. The ${points} points that were returned stay yours.`,
    ].join("\n");
  }
  return [
    `${path}: ${field} was wrong in ${calls(requests)}`,
    page,
    `Between ${minute(from)} and ${minute(to)}, ${calls(requests)} of ${path} returned wrong values of "${field}".`,
    reason,
    `${points} points were returned to your account.`,
  ].join("\n");
}
