import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedFormat } from "../../base/content-negotiation.ts";
import { disconnectSignal } from "../../base/disconnect-signal.ts";
import { WinnowError } from "../../contract/errors.ts";
import { heldRecords } from "../../files/kept-records.ts";
import { recordContent } from "../../files/record-content.ts";
import type { JobRecords } from "../../files/stored-rows.ts";
import type { JobsApi, Submission } from "../../jobs/jobs.ts";
import type { JobView } from "../../jobs/work-views.ts";
import { readQueryOptions } from "./query-options.ts";

/** Proxies and clients give up on a connection that is silent for longer. */
const LONGEST_WAIT = 300;

/**
 * `Prefer: respond-async`: 202 and a job to poll, or the response itself if it is ready within the wait. A caller that
 * disconnects loses nothing: the job continues.
 */
export async function answerInBackground(
  request: FastifyRequest,
  reply: FastifyReply,
  jobs: JobsApi,
  call: Submission,
): Promise<FastifyReply> {
  const { state, entry, caller, options } = call;
  const wait = Math.min(options.wait ?? 0, LONGEST_WAIT);
  const submitted = await jobs.submit(call);
  reply.header("vary", "prefer");
  if ("answer" in submitted) return sendKept(heldRecords(submitted.answer));
  const { job: first } = submitted;
  const job = wait === 0 ? first : await jobs.waitFor(caller, first.id, wait * 1000, disconnectSignal(reply.raw));
  const applied = [
    "respond-async",
    ...(wait > 0 ? [`wait=${wait}`] : []),
    ...(options.partial ? ["partial=keep"] : []),
  ];
  reply.header("preference-applied", applied.join(", "));
  reply.header("location", `/jobs/${job.id}`);
  if (wait === 0 || job.ended_at === null) return reply.code(202).send(job);
  if (!state.replayed) state.charged = job.charged;
  // Points and windows as of now, not as of admission.
  state.points = null;
  state.windows = null;
  if (job.status === "succeeded") return sendKept(await jobs.records(job));
  throw outcome(job);

  async function sendKept({ facts, ...records }: JobRecords): Promise<FastifyReply> {
    state.facts = facts;
    const { selection } = readQueryOptions(request.query as Record<string, string>, entry);
    const format = acceptedFormat(request.headers.accept);
    request.server.readers.enter(reply.raw, { readersOfAnAccount: caller.account.id, readers: "all" });
    const wanted = { entry, selection, format, accept: undefined, tables: null };
    const { type, headers, body } = await recordContent(() => records, wanted);
    return reply.headers({ "content-type": type, ...headers }).send(body.whole());
  }
}

/** The error that the call would have had. */
const outcome = ({ error, status }: JobView): WinnowError =>
  error?.code
    ? new WinnowError(error.code, error.detail)
    : new WinnowError("internal", `The job was ${status === "cancelled" ? "cancelled" : "not finished"}.`);
