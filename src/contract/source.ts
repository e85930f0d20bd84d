import type { SourceCanaries } from "./canary.ts";
import type { Operation } from "./operation.ts";
import type { Answer } from "./site.ts";
import type { StandIn } from "./stand-in.ts";

/** How gently a site is treated. */
export interface Politeness {
  /** Requests in flight at once. */
  concurrency: number;
  /** Requests started a second. */
  perSecond: number;
}

/** Where a site may differ from what is known of it: an address nobody has seen, for example. */
export interface SourceSetting {
  default: string;
  meaning: string;
}

export interface GoingLive {
  /** What was never seen on the live site, and may have to be corrected. */
  uncertain: string;
  /** How the site will probably have to be reached. */
  route: string;
  /** Which of the site's addresses to set. */
  origin?: string;
}

export interface Source {
  /** The neutral name: folder, path segment, environment variable. */
  name: string;
  title: string;
  /**
   * Origins by name; `site` is the main one. The values are placeholders until an operator names the real
   * address (`WINNOW_<SOURCE>_ORIGIN`, `WINNOW_<SOURCE>_<NAME>_ORIGIN`); without one the stand-in serves them all.
   */
  origins: { site: string } & Record<string, string>;
  politeness: Politeness;
  /** Headers that every request carries, such as the language; who asks is said in one place for all sources. */
  headers: Record<string, string>;
  /** Unpacked bytes an answer may have; 32 MiB unless given. */
  maxBytes?: number;
  /** What gives a block or challenge page away, or null for any other answer. Sees every status. */
  blockMarker(answer: Answer): string | null;
  /** What an operator may set for this source alone, as `WINNOW_<SOURCE>_<NAME>`; names are in lower case. */
  settings?: Record<string, SourceSetting>;
  operations: [Operation, ...Operation[]];
  /** What an operator should know before the first live call; `docs/going-live.md` lists it. */
  goingLive?: GoingLive;
  /** Calls that must always work; `<source>/canaries.ts`. */
  canaries: SourceCanaries;
  /** The stand-in site, loaded only where it is served. */
  standIn(): Promise<StandIn>;
}

export const settingEnv = (source: string, setting: string): string => `WINNOW_${source}_${setting}`.toUpperCase();

/** Example records by the operation's name (`products/search`), of which `npm run examples` writes one file a source. */
interface Manifest extends Source {
  exampleRecords?: Record<string, Record<string, unknown>>;
}

export function defineSource({ exampleRecords = {}, ...source }: Manifest): Source {
  const withExample = (operation: Operation): Operation => {
    const exampleRecord = exampleRecords[operation.path.replace(`/api/${source.name}/`, "")];
    return exampleRecord ? { ...operation, exampleRecord } : operation;
  };
  const [first, ...others] = source.operations;
  return { ...source, operations: [withExample(first), ...others.map(withExample)] };
}
