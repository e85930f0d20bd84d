import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { useJobs } from "../../test/support/jobs/use-jobs.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import type { JobView } from "./work-views.ts";

describeOnDrawnStores("following jobs", (fresh) => {
  const bench = useJobs(fresh);
  const { submit } = bench;
  const newName = () => randomUUID();

  test("reading records of a job without any explains why; an account follows limits.followers jobs concurrently", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const job = await submit(idle, caller, newName());
    await expect(idle.jobs.records(job)).rejects.toMatchObject({
      code: "job_not_ended",
      headers: { "retry-after": "2" },
    });
    const over = { ...job, ended_at: "x" };
    const words = (status: "failed" | "cancelled" | "succeeded") => idle.jobs.records({ ...over, status });
    await expect(words("failed")).rejects.toThrow("This job has no records: it failed.");
    await expect(words("cancelled")).rejects.toThrow("This job has no records: it was cancelled.");
    await expect(words("succeeded")).rejects.toThrow("The records of this job have expired: they are kept for 7 days.");

    const stop = new AbortController();
    const watched = () => idle.jobs.watch(caller, job.id, stop.signal);
    const all = Array.from({ length: 100 }, watched);
    expect(watched).toThrow("At most 100 jobs can be followed concurrently.");
    expect(watched).toThrow(expect.objectContaining({ code: "rate_limited", headers: { "retry-after": "5" } }));
    expect((await all[0]!.next()).value).toMatchObject({ id: job.id });
    await all[0]!.return();
    const again = watched();
    expect(watched).toThrow(/GET \/jobs\/\{id\} instead/);
    stop.abort();
    await again.return();
    // Followers that have already left are not counted.
    for (let at = 0; at < 101; at += 1) expect(watched).not.toThrow();
    const free = new AbortController();
    const one = idle.jobs.watch(caller, job.id, free.signal);
    free.abort();
    await one.return();
  });

  test("waiting for a job ends when the job ends, when time is up, or when the caller disconnects", async () => {
    const caller = await bench.newCaller("free");
    const idle = await bench.process({ concurrency: 0 });
    const job = await submit(idle, caller, newName());
    const { signal } = new AbortController();
    for (const [ms, given] of [
      [0, signal],
      [-1, signal],
      [60_000, AbortSignal.abort()],
    ] as const) {
      expect(await idle.jobs.waitFor(caller, job.id, ms, given)).toEqual(job);
    }
    let waited: JobView | null = null;
    const wait = idle.jobs.waitFor(caller, job.id, 1, signal).then((view) => (waited = view));
    await new Promise((resolve) => setImmediate(resolve));
    expect(waited).toBeNull();
    bench.clock.advance(1);
    expect(await wait).toEqual(job);
    const ends = idle.jobs.waitFor(caller, job.id, 60_000, signal);
    await idle.jobs.cancel(caller, job.id);
    expect(await ends).toMatchObject({ id: job.id, status: "cancelled" });
  });
});
