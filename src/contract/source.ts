import type { SourceCanaries } from "./canary.ts";
import type { Operation } from "./operation.ts";
import type { Answer } from "./site.ts";
import type { StandIn } from "./stand-in.ts";

/** Politeness limits for a site. */
export interface Politeness {
  /** Concurrent requests. */
  concurrency: number;
  /** Requests started per second. */
  perSecond: number;
}

/** An assumption about the site that has not been verified, such as an address nobody has seen. */
export interface SourceSetting {
  default: string;
  meaning: string;
}

export interface GoingLive {
  /** What was never seen on the live site and may need correcting. */
  uncertain: string;
  /** How the site probably has to be accessed. */
  route: string;
  /** Which address to configure. */
  origin?: string;
}

export interface Source {
  /** The neutral name, used as folder, path segment and environment variable. */
  name: string;
  title: string;
  /**
   * Origins by name; `site` is the main one. The values are placeholders until an operator configures the real address
   * (`WINNOW_<SOURCE>_ORIGIN`, `WINNOW_<SOURCE>_<NAME>_ORIGIN`); without one, the stand-in serves them all.
   */
  origins: { site: string } & Record<string, string>;
  politeness: Politeness;
  /** Headers of every request, such as the language. The user agent is set in one place for all sources. */
  headers: Record<string, string>;
  /** Maximum unpacked bytes of a response; 32 MiB by default. */
  maxBytes?: number;
  /** Returns the marker of a block or challenge page; null for any other response. Called for every status. */
  blockMarker(answer: Answer): string | null;
  /**
   * Texts that only the site's own pages contain, such as the name of their embedded state. A page with one is not a wall; a
   * page that no reader understands and that has none is suspected to be one.
   */
  landmarks?: readonly string[];
  /** Operator settings of this source, read from `WINNOW_<SOURCE>_<NAME>`; names are in lower case. */
  settings?: Record<string, SourceSetting>;
  operations: [Operation, ...Operation[]];
  /** Notes for an operator before the first live call; `docs/going-live.md` lists them. */
  goingLive?: GoingLive;
  /** Calls that must always work, from `<source>/canaries.ts`. */
  canaries: SourceCanaries;
  /** The stand-in site, loaded only if it is served. */
  standIn(): Promise<StandIn>;
}

export const settingEnv = (source: string, setting: string): string => `WINNOW_${source}_${setting}`.toUpperCase();

/** Example records by operation (`products/search`); `npm run examples` writes one file per source. */
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
