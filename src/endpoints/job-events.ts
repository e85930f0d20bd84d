import { Readable } from "node:stream";
import type { JobView } from "../jobs/work-views.ts";

export const eventStreamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

/** A job's server-sent events: `progress` while it is queued and running, then one named after its end. */
export const jobEvents = (views: AsyncGenerator<JobView, void, undefined>): Readable => Readable.from(eventsOf(views));

async function* eventsOf(views: AsyncGenerator<JobView, void, undefined>): AsyncGenerator<string> {
  let no = 0;
  yield "retry: 2000\n\n";
  for await (const job of views) {
    no += 1;
    yield `id: ${no}\nevent: ${job.ended_at === null ? "progress" : job.status}\ndata: ${JSON.stringify(job)}\n\n`;
  }
}
