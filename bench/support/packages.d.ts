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
