import type { Batch } from "../../../client/src/index.ts";

const WIDTH = 24;

export const sum = (batches: Batch[], figure: (batch: Batch) => number): number =>
  batches.reduce((all, batch) => all + figure(batch), 0);

/** `[######------] 120/500, 2 failed, 1180 points, 14.2 a second, 27 s left`; the pace since the first call. */
export function progressBar(total: number, now = () => performance.now()): (batches: Batch[]) => string {
  let began: { done: number; at: number } | undefined;
  return (batches) => {
    const failed = sum(batches, ({ items, invalid }) => items.failed + invalid);
    const done = failed + sum(batches, ({ items }) => items.succeeded);
    began ??= { done, at: now() };
    const seconds = (now() - began.at) / 1000;
    const rate = seconds > 0 ? (done - began.done) / seconds : 0;
    const filled = Math.floor((done / total) * WIDTH);
    return [
      `[${"#".repeat(filled)}${"-".repeat(WIDTH - filled)}] ${done}/${total}`,
      ...(failed > 0 ? [`${failed} failed`] : []),
      `${sum(batches, ({ charged }) => charged)} points`,
      ...(rate > 0 && done < total
        ? [`${rate.toFixed(1)} a second`, `${Math.ceil((total - done) / rate)} s left`]
        : []),
    ].join(", ");
  };
}
