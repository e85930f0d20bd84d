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

declare module "cheerio" {
  interface Selection {
    find(selector: string): Selection;
    text(): string;
    attr(name: string): string | undefined;
    toArray(): object[];
  }
  export type CheerioAPI = (selector: string | object) => Selection;
  export function load(html: Buffer): CheerioAPI;
}

declare module "@crawlee/cheerio" {
  interface Options {
    minConcurrency: number;
    maxConcurrency: number;
    requestHandler(context: { $: import("cheerio").CheerioAPI }): Promise<void>;
  }
  export class Configuration {
    constructor(options: { persistStorage: boolean });
  }
  export class CheerioCrawler {
    constructor(options: Options, configuration: Configuration);
    run(requests: Array<{ url: string; uniqueKey: string }>): Promise<unknown>;
  }
  export const log: { LEVELS: { ERROR: number }; setLevel(level: number): void };
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
  }
  export default function autocannon(
    options: Options,
  ): Promise<{ duration: number; errors: number; non2xx: number; "2xx": number }>;
}
