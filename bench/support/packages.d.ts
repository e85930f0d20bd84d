/** What the benchmarks use of packages that are installed only for them, so that types are checked without them. */

declare module "lighthouse" {
  interface Report {
    categories: Record<string, { score: number | null }>;
    audits: Record<string, { id: string; score: number | null; displayValue?: string }>;
    environment: { benchmarkIndex: number };
  }
  export const desktopConfig: object;
  export default function lighthouse(
    address: string,
    flags: { port: number; logLevel: "error"; extraHeaders?: Record<string, string> },
    config?: object,
  ): Promise<{ lhr: Report } | undefined>;
}

declare module "autocannon" {
  interface Options {
    url: string;
    method: "POST";
    headers: Record<string, string>;
    body: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Requests a second over all connections; by default as many as come back. */
    overallRate?: number;
    /** Seconds until a request counts as lost. */
    timeout?: number;
    /** Threads that send the load, so that it does not delay what this process measures. */
    workers?: number;
  }
  /** Milliseconds. */
  interface Latency {
    p50: number;
    p99: number;
    max: number;
  }
  interface Result {
    duration: number;
    errors: number;
    non2xx: number;
    "2xx": number;
    latency: Latency;
    statusCodeStats: Record<string, { count: number }>;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
