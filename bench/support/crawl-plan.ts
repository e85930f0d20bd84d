import { existsSync, readFileSync } from "node:fs";

/** Pages in flight at once, the same for all. */
export const CONCURRENCY = 8;
/** Then they begin again. */
export const DISTINCT = 40;

/** What a crawl tells of itself. */
export interface Crawled {
  ms: number;
  cards: number;
  cents: number;
  /** The most memory that the process held. */
  peakMb: number;
}

/** The pages of one long search, over and over under addresses of their own. */
export const crawlPaths = (count: number): string[] =>
  Array.from(
    { length: count },
    (_, index) =>
      `/nl/nl/s/?searchtext=elektronica&page=${(index % DISTINCT) + 1}&round=${Math.floor(index / DISTINCT)}`,
  );

/**
 * The most memory that this process held. On Linux from its own table: what `getrusage` tells of a child begins
 * with the memory of the process that started it.
 */
export function peakMemoryMb(): number {
  const own = existsSync("/proc/self/status")
    ? /VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8"))
    : null;
  return (own ? Number(own[1]) : process.resourceUsage().maxRSS) / 1024;
}
