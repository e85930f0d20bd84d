import { afterEach, expect, test, vi } from "vitest";
import { fakeTimers } from "../../test/support/fake-timers.ts";
import { ConnectionFailed, Winnow } from "../src/index.ts";

afterEach(() => void vi.useRealTimers());

const job = {
  id: "7",
  status: "succeeded",
  error: null,
  ended_at: "2027-01-01T00:00:00Z",
  charged: 1,
  results_end: "count",
};
const records = Array.from({ length: 5 }, (_, id) => ({ id }));

/** A service with one job. Its records arrive line by line, and each response breaks after the given number. */
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
    const headers = { "content-type": "application/x-ndjson", "x-results-count": String(records.length) };
    return new Response(body, { headers });
  }) as typeof globalThis.fetch;
  const client = new Winnow({ url: "http://winnow.example", key: "k", fetch, wait: async () => {} });
  return { client, answered: () => answers };
}

test("a reader that takes minutes per stored record gets all of them: the time limit covers only waiting for bytes", async () => {
  await fakeTimers();
  const { client } = service();
  const seen: unknown[] = [];
  for await (const record of client.jobs.handle("7")) {
    seen.push(record);
    await vi.advanceTimersByTimeAsync(200_000);
  }
  expect(seen).toEqual(records);
  expect(vi.getTimerCount()).toBe(0);
});

test("an interrupted read of stored records resumes, and returns each record once", async () => {
  const { client, answered } = service([2, 3, 4]);
  expect(await Array.fromAsync(client.jobs.handle("7"))).toEqual(records);
  expect(answered()).toBe(4);
});

/** A service with a batch whose lines end while it is read: each read finds these lines and breaks after so many records. */
function runningBatch(reads: Array<{ lines: number[]; end: number; expired?: string }>, how: "reset" | "closed") {
  const asked = reads.values();
  const fetch = (async () => {
    const { lines, end, expired } = asked.next().value!;
    const all = lines.flatMap((line) => ["a", "b", "c"].map((id) => ({ "@line": line, id: `${line}${id}` })));
    const text = all.slice(0, end).map((record) => `${JSON.stringify(record)}\n`);
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const line = text.shift();
          if (line !== undefined) controller.enqueue(new TextEncoder().encode(line));
          else if (how === "reset" && end < all.length) controller.error(new TypeError("terminated"));
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = {
      "content-type": "application/x-ndjson",
      "x-results-count": String(all.length),
      ...(expired && { "x-records-expired": expired }),
    };
    return new Response(body, { headers });
  }) as typeof globalThis.fetch;
  return new Winnow({ url: "http://winnow.example", key: "k", fetch, wait: async () => {} }).batches.records("b");
}

test.each(["reset", "closed"] as const)(
  "an interrupted read of a running batch gives each record once, whatever the order in which lines end (%s)",
  async (how) => {
    const reads = [
      { lines: [2, 4, 6], end: 4 },
      { lines: [1, 2, 3, 4, 6], end: 10 },
      { lines: [1, 2, 3, 4, 5, 6, 7], end: 99 },
    ];
    const ids = (await Array.fromAsync(runningBatch(reads, how))).map(({ id }) => id);
    expect(ids.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7].flatMap((line) => [`${line}a`, `${line}b`, `${line}c`]));
  },
);

test("a read whose remaining records expired in the meantime fails instead of leaving them out", async () => {
  const reads = [
    { lines: [1, 2, 3], end: 4 },
    { lines: [1, 2], end: 99, expired: "3" },
  ];
  await expect(Array.fromAsync(runningBatch(reads, "reset"))).rejects.toThrow("Records expired while");
});

test("a read that makes no progress fails after the allowed retries", async () => {
  const { client, answered } = service([1, 1, 1, 1, 1, 1, 1, 1]);
  await expect(Array.fromAsync(client.jobs.handle("7"))).rejects.toThrow(ConnectionFailed);
  expect(answered()).toBe(4);
});

test("a stalled body ends at the time limit", async () => {
  await fakeTimers();
  const body = new ReadableStream({ pull: () => new Promise(() => {}) }, { highWaterMark: 0 });
  const headers = { "content-type": "application/x-ndjson" };
  const fetch = (async () => new Response(body, { headers })) as typeof globalThis.fetch;
  const client = new Winnow({ url: "http://winnow.example", key: "k", fetch, timeout: 30, maxRetries: 0 });
  const reading = client
    .operation("a/b")
    .stream({})
    .next()
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await reading).toMatchObject({ name: "TimedOut", message: "no answer in time" });
  expect(vi.getTimerCount()).toBe(0);
});

test("a body that drips ends at the time limit of the attempt", async () => {
  await fakeTimers();
  const drip = new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 400));
      controller.enqueue(new TextEncoder().encode(" "));
    },
  });
  const fetch = (async () =>
    new Response(drip, { headers: { "content-type": "application/json" } })) as typeof globalThis.fetch;
  const client = new Winnow({ url: "http://winnow.example", key: "k", fetch, maxRetries: 0 });
  const reading = client
    .operation("a/b")({}, { timeout: 1 })
    .catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await reading).toMatchObject({ name: "TimedOut" });
});
