import type { RecallView } from "../contract/recall.ts";

const minute = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 16)} UTC`;

const calls = (count: number): string => (count === 1 ? "1 of your calls" : `${count} of your calls`);

const points = (count: number): string => (count === 1 ? "1 point was" : `${count} points were`);

const path = (operation: string): string => operation.slice("/api/".length);

const page = ({ id }: RecallView): string => `/recalled/${id}`;

/** Builds the mail: its subject, the page it links to, and what happened. */
export function recallMail(recall: RecallView): string {
  const { operation, field, from, to, requests, unchecked, points: returned, reason, withdrawn_at } = recall;
  if (withdrawn_at !== null) {
    return [
      `A recall of ${path(operation)} was withdrawn`,
      page(recall),
      `The records of ${calls(requests)} of ${path(operation)} were right after all. ${points(returned)} returned: they stay yours.`,
    ].join("\n");
  }
  const when = `Between ${minute(from)} and ${minute(to)}`;
  const wrong = [
    `${when}, ${calls(requests)} of ${path(operation)} returned wrong values of "${field}".`,
    `${points(returned)} returned to your account.`,
  ];
  const unknown = [
    `${when}, ${calls(unchecked)} of ${path(operation)} may have returned wrong values of "${field}": they could not be checked.`,
    "Make these calls again, and compare. Points are returned for those that turn out to be wrong.",
  ];
  return [
    requests > 0
      ? `${path(operation)}: ${field} was wrong in ${calls(requests)}`
      : `${path(operation)}: ${field} may have been wrong in ${calls(unchecked)}`,
    page(recall),
    reason,
    ...(requests > 0 ? wrong : []),
    ...(unchecked > 0 ? unknown : []),
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

const DIGEST = /^(\d+) notices about records that you received$/;

/** How many notices a mail has. */
export const noticeCount = (about: string): number => Number(DIGEST.exec(about.split("\n", 1)[0]!)?.[1] ?? 1);

/** One mail for two: a mail that waits, which may be several already, and the next. */
export function joinedMail(waiting: string, next: string): string {
  const [subject, , ...lines] = waiting.split("\n");
  const [nextSubject, , ...nextLines] = next.split("\n");
  const count = noticeCount(waiting);
  const first = count === 1 ? [subject, ...lines] : lines;
  return [
    `${count + 1} notices about records that you received`,
    "/recalled",
    ...first,
    "",
    nextSubject,
    ...nextLines,
  ].join("\n");
}
