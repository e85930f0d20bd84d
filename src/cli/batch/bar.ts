const WIDTH = 24;

interface Figures {
  done: number;
  total: number;
  failed: number;
  points: number;
  /** Lines done since this start, and the seconds they took. */
  fresh: number;
  seconds: number;
}

/** `[######------] 120/500, 2 failed, 1180 points, 14.2 a second, 27 s left` */
export function progressBar({ done, total, failed, points, fresh, seconds }: Figures): string {
  const filled = Math.floor((done / total) * WIDTH);
  const rate = seconds > 0 ? fresh / seconds : 0;
  return [
    `[${"#".repeat(filled)}${"-".repeat(WIDTH - filled)}] ${done}/${total}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    `${points} points`,
    ...(rate > 0 && done < total ? [`${rate.toFixed(1)} a second`, `${Math.ceil((total - done) / rate)} s left`] : []),
  ].join(", ");
}
