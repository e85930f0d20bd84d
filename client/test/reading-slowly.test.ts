import { afterEach, expect, test, vi } from "vitest";
import { ConnectionFailed, Winnow } from "../src/index.ts";

afterEach(() => void vi.useRealTimers());

const job = {
  ...{ id: "7", status: "succeeded", error: null, ended_at: "2027-01-01T00:00:00Z" },
  ...{ charged: 1, results_end: "count" },
};
const records = Array.from({ length: 5 }, (_, id) => ({ id }));

/** A service with one job; its records come a line at a time, and each answer breaks after so many of them. */
function service(breaks: number[] = []) {
  let answers = 0;
  const fetch = (async (url: string) => {
    if (!url.endsWith("/records")) return Response.json(job);
    const end = breaks[answers++] ?? records.length;
    let at = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (at < end) controller.enqueue(new TextEncoder().encode(`${JSON.stringify(records[at++])}\n`));
          else if (at < records.length) controller.error(new TypeError("terminated"));
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: { "content-type": "application/x-ndjson" } });
  }) as typeof globalThis.fetch;
  const client = new Winnow({ url: "http://winnow.example", key: "k", fetch, wait: async () => {} });
  return { client, answered: () => answers };
}

test("a reader that takes minutes over each kept record gets them all: the time limit is for waiting on bytes", async () => {
  vi.useFakeTimers();
  const { client } = service();
  const seen: unknown[] = [];
  for await (const record of client.jobs.handle("7")) {
    seen.push(record);
    await vi.advanceTimersByTimeAsync(200_000);
  }
  expect(seen).toEqual(records);
  expect(vi.getTimerCount()).toBe(0);
});

test("a reading of kept records that breaks goes on where it was, each record once", async () => {
  const { client, answered } = service([2, 3, 4]);
  expect(await Array.fromAsync(client.jobs.handle("7"))).toEqual(records);
  expect(answered()).toBe(4);
});

test("one that gets no further is given up after the tries that were allowed", async () => {
  const { client, answered } = service([1, 1, 1, 1, 1, 1, 1, 1]);
  await expect(Array.fromAsync(client.jobs.handle("7"))).rejects.toThrow(ConnectionFailed);
  expect(answered()).toBe(4);
});

test("a body that stops coming ends at the time limit", async () => {
  vi.useFakeTimers();
  const body = new ReadableStream({ pull: () => new Promise(() => {}) }, { highWaterMark: 0 });
  const headers = { "content-type": "application/x-ndjson" };
  const fetch = (async () => new Response(body, { headers })) as typeof globalThis.fetch;
  const client = new Winnow({ url: "http://winnow.example", key: "k", fetch, timeout: 30 });
  const reading = client
    .operation("a/b")
    .stream({})
    .next()
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await reading).toMatchObject({ name: "TimedOut", message: "no answer in time" });
  expect(vi.getTimerCount()).toBe(0);
});
