import { type Config, namedOrigin, readConfig } from "../../app/config.ts";
import { installedSources } from "../../app/installed-sources.ts";
import { type OpenedEngine, onlyFor, withEngine } from "../../app/open-engine.ts";
import { withOwnCanaries } from "../../app/own-canaries.ts";
import { listCanaries } from "../../contract/canary.ts";
import type { ErrorCode } from "../../contract/catalogue.ts";
import type { ExampleBody, Operation } from "../../contract/operation.ts";
import type { Source } from "../../contract/source.ts";
import { type CanaryResult, runCanaries } from "../../health/canary-run.ts";
import { tuning } from "../../health/values/tuning.ts";
import { compareLive, type Past } from "./live-values.ts";
import { operationAt } from "./sample.ts";

type Rec = Record<string, unknown>;

/** What the site itself says of a patch. Only `wrong` speaks against it. */
export interface LiveProof {
  outcome: "proved" | "unproved" | "wrong";
  words: string;
}

interface Proposal {
  source: Source;
  /** The same source with the patch. */
  patched: Source;
  operation: Operation;
  /** Fields that the patch brings back. */
  fields: readonly string[];
  /** Records of the pages of before. */
  good: readonly Rec[];
  past: Past;
}

/** All canaries together: a site that does not answer must not keep the operator waiting. */
const DEADLINE_MS = 90_000;

/** The site did not show a page, so its pages say nothing about the patch. */
const NO_PAGE: readonly ErrorCode[] = ["blocked", "not_responding", "source_unavailable", "deadline"];

const isUnproved = ({ judges, code }: CanaryResult): boolean => !judges || (code !== null && NO_PAGE.includes(code));

/**
 * Runs the source's canaries through the patched reader, at the operator's address or else at the stand-in, within its rate
 * limits as `winnow canary` does. A canary that fails, or whose values are not those of before, speaks against the patch.
 */
export async function proveLive(proposal: Proposal): Promise<LiveProof> {
  const config = readConfig(process.env);
  const { name } = proposal.source;
  const own = withOwnCanaries(await installedSources(config), config.database.dataDir).find((one) => one.name === name);
  const { canaries } = own ?? proposal.patched;
  const patched = { ...proposal.patched, canaries };
  return withEngine([patched], onlyFor(config, name), (opened) => proved({ ...proposal, patched }, opened, config));
}

async function proved(proposal: Proposal, opened: OpenedEngine, config: Config): Promise<LiveProof> {
  const { patched, operation, fields, past } = proposal;
  const { engine, isStandIn } = opened;
  const signal = AbortSignal.timeout(DEADLINE_MS);
  const read: Array<{ request: ExampleBody; records: Rec[] }> = [];
  const about = operationAt(patched, operation.path);
  const run = (reader: Source, path: string, onRecords = (_request: ExampleBody, _records: Rec[]) => {}) => {
    const called = operationAt(reader, path);
    const canaries = listCanaries(patched, called, isStandIn(patched.name));
    const ids = path === operation.path ? { ids: past.canaryIds, maxIds: tuning.enoughPairs } : {};
    return runCanaries(engine, reader, called, canaries, { signal, onRecords, ...ids });
  };
  const where = namedOrigin(config.sources.origins, patched.name, "site") ?? "its stand-in";
  const results = await run(patched, operation.path, (request, records) => read.push({ request, records }));
  const failed = results.find((result) => !result.ok && !isUnproved(result));
  if (failed) return { outcome: "wrong", words: `the canary at ${where} fails: ${failed.problem}` };
  const { doubt, known } = compareLive(about, fields, read, proposal);
  if (doubt !== null) return { outcome: "wrong", words: `the canary at ${where} reads other values: ${doubt}` };
  const silent = results.find(isUnproved);
  if (silent || results.length === 0 || signal.aborted)
    return { outcome: "unproved", words: `${where}: ${silent?.problem ?? "no canary ran"}` };
  const spoilt = await spoiltOperation(proposal, run);
  if (spoilt !== null) return { outcome: "wrong", words: `the canary at ${where} fails with it: ${spoilt}` };
  const records = read.flatMap((one) => one.records).length;
  return { outcome: "proved", words: `canary at ${where}, ${records} records, ${known} seen before` };
}

/** Another operation whose canary succeeds only without the patch. */
async function spoiltOperation(
  { source, patched, operation }: Proposal,
  run: (reader: Source, path: string) => Promise<CanaryResult[]>,
): Promise<string | null> {
  for (const { path } of patched.operations.filter((one) => one.path !== operation.path)) {
    const failed = (await run(patched, path)).find((result) => !result.ok && !isUnproved(result));
    if (failed && (await run(source, path)).every(({ ok }) => ok)) return `${path}: ${failed.problem}`;
  }
  return null;
}
