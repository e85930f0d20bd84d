interface Run {
  processes: number;
  perSecond: number;
  arrivals: string;
  fault?: string;
  /** Arrival times of requests at the site, in milliseconds. */
  arrived: number[];
  calls: Array<{ process: number; at: number; startedAt: number | null }>;
  maxInFlight: number;
  asks: number;
  beganAt: number;
  endedAt: number;
}

export interface Figures {
  /** Share of the limit that was used while calls waited. */
  used: number;
  /** The most requests in any five-second window, relative to the limit. */
  worstWindow: number;
  maxInFlight: number;
  /** The share of the least-served process, relative to an equal share. */
  leastServed: number;
  /** The longest wait relative to the mean. */
  longestWait: number;
  /** Share of the limit used in the last seconds, which shows recovery from a fault. */
  usedAtEnd: number;
  asksPerPage: number;
  pages: number;
}

const WINDOW_MS = 5_000;

export function siteFigures(run: Run): Figures {
  const { perSecond, calls, beganAt, endedAt } = run;
  const arrived = [...run.arrived].sort((a, b) => a - b);
  const served = calls.filter(({ startedAt }) => startedAt !== null);
  const waits = calls.map(({ at, startedAt }) => (startedAt ?? endedAt) - at);
  const byProcess = Array.from({ length: run.processes }, (_, no) => served.filter((one) => one.process === no).length);
  const asking = new Set(calls.map(({ process }) => process));
  return {
    used: usedBetween(arrived, beganAt, endedAt, perSecond),
    worstWindow: maxInWindow(arrived) / Math.ceil((perSecond * WINDOW_MS) / 1000),
    maxInFlight: run.maxInFlight,
    leastServed: Math.min(...[...asking].map((no) => byProcess[no]!)) / (served.length / asking.size),
    longestWait: Math.max(...waits) / (waits.reduce((sum, wait) => sum + wait, 0) / waits.length),
    usedAtEnd: usedBetween(arrived, endedAt - 20_000, endedAt, perSecond),
    asksPerPage: run.asks / Math.max(1, arrived.length),
    pages: arrived.length,
  };
}

/** Measured between the first and the last request, so that a window's ends do not count as a request more or less. */
function usedBetween(arrived: number[], from: number, to: number, perSecond: number): number {
  const within = arrived.filter((at) => at >= from && at < to);
  if (within.length < 2) return 0;
  return (((within.length - 1) / (within.at(-1)! - within[0]!)) * 1000) / perSecond;
}

export function maxInWindow(arrived: number[]): number {
  let max = 0;
  for (let first = 0, last = 0; last < arrived.length; last++) {
    while (arrived[last]! - arrived[first]! >= WINDOW_MS) first++;
    max = Math.max(max, last - first + 1);
  }
  return max;
}
