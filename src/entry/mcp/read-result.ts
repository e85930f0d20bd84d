import type { CallToolResult } from "@modelcontextprotocol/server";
import type { Caller } from "../../accounts/types.ts";
import type { Clock } from "../../base/clock.ts";
import { PoolIsBusy, runInPool } from "../../base/worker-pool.ts";
import { WinnowError } from "../../contract/errors.ts";
import type { JobsApi } from "../../jobs/jobs.ts";
import type { LinksApi } from "../../jobs/result-links.ts";
import type { JobView } from "../../jobs/work-views.ts";
import type { HistoryRow } from "../../metering/history.ts";
import type { StoredAnswer } from "../../metering/types.ts";
import { whyIncomplete } from "../../service/sent-part.ts";
import type { Service } from "../../service/service.ts";
import type { Windows } from "../../store/shared-windows.ts";
import { inAgentWords } from "./agent-words.ts";
import type { CallWindow } from "./call-window.ts";
import { Fault } from "./fault.ts";
import type { ResultJob, ResultOf } from "./result-worker.ts";

const WORKER = new URL("./result-worker.ts", import.meta.url);

/** A query that takes longer is ended with its thread: none that the schemas allow comes near. */
const MAX_MS = 15_000;

export interface McpDependencies {
  service: Service;
  clock: Clock;
  /** Call counts, shared by all processes. */
  windows: Windows;
  log: { error(context: object, message: string): void };
  /** A stored result of the account, from these sources if given. */
  answerOf(
    accountId: string,
    requestId: string,
    sources: string[] | null,
  ): Promise<(StoredAnswer & { results: number }) | null>;
  /** The account's newest requests, for the key's sources. */
  recent(caller: Caller, max: number): Promise<HistoryRow[]>;
  /** Work that outlives the call. */
  jobs: Pick<JobsApi, "submit" | "find" | "cancel">;
  links: Pick<LinksApi, "create">;
  /** The public address, such as `https://winnow.example`. */
  publicOrigin(): string;
  window: CallWindow;
}

export type ToolResult = CallToolResult & { structuredContent?: Record<string, unknown> };

/** Records an agent sees before it requests more. */
export const FIRST = 10;

export const resultOf = (answer: Record<string, unknown>) => ({
  content: [{ type: "text" as const, text: JSON.stringify(answer) }],
  structuredContent: answer,
});

/** A stored result, within the account and the key's sources. */
export async function readResult<J extends ResultJob>(
  { answerOf, jobs, window }: McpDependencies,
  caller: Caller,
  id: string,
  job: J,
) {
  const { account, key } = caller;
  return window.during(account.id, async () => {
    const answer = await answerOf(account.id, id.toLowerCase(), key.sources);
    if (!answer) refuseJob(await jobs.find(caller, id.toLowerCase()));
    if (!answer)
      throw new Fault(`There is no result "${id}" for this key; results are kept 7 days. Run execute again.`);
    const why = whyIncomplete(answer);
    if (why) throw new Fault(inAgentWords(why));
    return workOn(answer.body, job);
  });
}

/** Works on a stored result in another thread. */
export async function workOn<J extends ResultJob>(body: Uint8Array, job: J) {
  const done = await runInPool<ResultOf<J>>(WORKER, { body, job }, { maxMs: MAX_MS }).catch((error: unknown) => {
    if (error instanceof PoolIsBusy) throw new Fault("Too many results are being read. Try again in a moment.");
    throw error;
  });
  if ("fault" in done) throw new Fault(done.fault);
  return done as Exclude<ResultOf<J>, { fault: string }>;
}

/** Why a job has no records: it has not ended, or it failed. */
function refuseJob(job: JobView | null): void {
  if (job?.error?.code) throw new WinnowError(job.error.code, job.error.detail);
  if (job === null || job.ended_at !== null) return;
  const { pages, records } = job.progress;
  throw new Fault(
    `The result is not there yet: ${job.status}, ${pages} pages and ${records} records so far. Ask again in a few seconds.`,
  );
}
