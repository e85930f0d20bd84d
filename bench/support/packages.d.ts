/** What the benchmarks use of packages that are installed only for them, so that types are checked without them. */

declare module "cheerio" {
  interface Selection {
    readonly length: number;
    attr(name: string): string | undefined;
    clone(): Selection;
    find(selector: string): Selection;
    first(): Selection;
    hasClass(name: string): boolean;
    last(): Selection;
    remove(): void;
    text(): string;
    toArray(): object[];
  }
  export type CheerioAPI = (selector: string | object) => Selection;
  export function load(page: string): CheerioAPI;
}

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
