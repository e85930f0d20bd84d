import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  fromJsonSchema,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { Type } from "typebox";
import type { Caller } from "../../accounts/types.ts";
import { factFields } from "../../contract/answer-facts.ts";
import { WinnowError } from "../../contract/errors.ts";
import type { JobView } from "../../jobs/work-views.ts";
import { STORED_MS } from "../../metering/result-store.ts";
import { shownError } from "./agent-words.ts";
import { Fault } from "./fault.ts";
import { FIRST, type McpDependencies, readResult, resultOf } from "./read-result.ts";

/**
 * The Tasks extension of revision 2026-07-28: a job that `execute` began in the background is a task, which the client polls
 * by itself until it has the records. Clients without the extension read the same job with `get_page`.
 */
const TASKS = "io.modelcontextprotocol/tasks";
export const tasksCapability = { extensions: { [TASKS]: {} } };

const POLL_MS = 2_000;
const params = fromJsonSchema<{ taskId: string }>(Type.Object({ taskId: Type.String() }));

/** Whether the client declared, with this request, that it understands tasks. */
export function understandsTasks({ mcpReq }: ServerContext): boolean {
  const declared = mcpReq.envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined;
  return declared?.[CLIENT_CAPABILITIES_META_KEY]?.extensions?.[TASKS] !== undefined;
}

/** A job that has just begun, in place of the result of `execute`. */
export const newTask = (job: JobView): Result => ({ resultType: "task", ...taskOf(job) });

const statuses = {
  queued: "working",
  running: "working",
  succeeded: "completed",
  // A tool that fails has a result, which says why; `failed` would be an error of the protocol.
  failed: "completed",
  cancelled: "cancelled",
} as const satisfies Record<JobView["status"], string>;

const taskOf = ({ id, status, created_at, started_at, ended_at, progress }: JobView) => ({
  taskId: id,
  status: statuses[status],
  statusMessage: `${progress.records} records from ${progress.pages} pages`,
  createdAt: created_at,
  lastUpdatedAt: ended_at ?? started_at ?? created_at,
  ttlMs: STORED_MS,
  pollIntervalMs: POLL_MS,
});

export function serveTasks(mcp: Server, dependencies: McpDependencies, caller: Caller): void {
  const serve = (method: string, act: (job: JobView) => Promise<Result>) =>
    mcp.setRequestHandler(method, { params }, async ({ taskId }, context) => {
      if (!understandsTasks(context)) {
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: tasksCapability });
      }
      try {
        dependencies.window.count(caller.account.id);
        const job = await dependencies.jobs.find(caller, taskId.toLowerCase());
        if (!job) throw new Fault("There is no such task for this key; tasks are kept 7 days.");
        return await act(job);
      } catch (error) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, shownError(dependencies, error));
      }
    });
  serve("tasks/get", async (job) => ({
    ...taskOf(job),
    ...(statuses[job.status] === "completed" && { result: await ended(dependencies, caller, job) }),
  }));
  serve("tasks/cancel", async ({ id }) => {
    await dependencies.jobs.cancel(caller, id);
    return {};
  });
  // A task never waits for input, so there is nothing to take in.
  serve("tasks/update", async () => ({}));
}

/** What `execute` would have returned. */
async function ended(dependencies: McpDependencies, caller: Caller, job: JobView): Promise<Result> {
  try {
    if (job.error?.code) throw new WinnowError(job.error.code, job.error.detail);
    const { total, rows } = await readResult(dependencies, caller, job.id, { do: "query", query: { limit: FIRST } });
    const facts = Object.keys(factFields).map((name) => [name, job[name as keyof JobView] ?? null]);
    const about = { result_id: job.id, total, shown: rows.length, credits_charged: job.charged };
    return resultOf({ ...about, ...Object.fromEntries(facts), records: rows });
  } catch (error) {
    return { content: [{ type: "text", text: shownError(dependencies, error, job.id) }], isError: true };
  }
}
