import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Winnow } from "../../../client/src/index.ts";
import { Journal } from "./journal.ts";
import type { Pause } from "./pause.ts";
import { runAtService } from "./run-at-service.ts";

/** Records waits instead of waiting, and advances the clock. */
const waits: number[] = [];
const pause: Pause = async (milliseconds, signal) => {
  waits.push(milliseconds);
  vi.setSystemTime(Date.now() + milliseconds);
  signal.throwIfAborted();
};

interface Asked {
  line: string;
  key: string | undefined;
  body: any;
}
type Answers = (asked: Asked) => Response;

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "x-results-end": "count", ...headers },
  });
const refused = (status: number, code: string, headers = {}) =>
  json({ detail: `refused: ${code}` }, status, { "x-error-code": code, ...headers });

let folder: string;
let journal: Journal;
let asked: Asked[];
let points: number[];
const open = async (again = false) => {
  journal = await Journal.open(join(folder, "out.ndjson"), { operation: "toys", digest: "d" }, again);
};
const requests = ["a", "b", "c"].map((shelf) => ({ shelf }));
const results = async () =>
  (await readFile(join(folder, "out.ndjson"), "utf8"))
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  folder = await mkdtemp(join(tmpdir(), "winnow-lines-"));
  asked = [];
  points = [];
  waits.length = 0;
  await open();
});
afterEach(async () => {
  vi.useRealTimers();
  await journal.close();
  await rm(folder, { recursive: true, force: true });
});

function serviceOf(answers: Answers): Winnow {
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input));
    const one = {
      line: `${init!.method} ${pathname}${search}`,
      key: new Headers(init!.headers).get("idempotency-key") ?? undefined,
      body: init!.body ? JSON.parse(String(init!.body)) : null,
    };
    asked.push(one);
    return answers(one);
  };
  return new Winnow({ url: "http://service.example", key: "k", fetch, wait: async (ms) => void waits.push(ms) });
}
const onProgress = (charged: number) => void points.push(charged);

describe("lines that the service runs", () => {
  const job = (line: number | null, over: object = {}) => ({
    id: `j${line}`,
    line,
    status: "succeeded",
    charged: 3,
    progress: { pages: 1, records: 0 },
    ...over,
  });
  const failure = { status: 422, code: "validation", detail: [{ loc: ["count"] }] };
  const lines = (...rows: unknown[]) =>
    new Response(rows.map((row) => `${JSON.stringify(row)}\n`).join(""), {
      headers: { "content-type": "application/x-ndjson", "x-results-count": String(rows.length) },
    });
  interface State {
    status?: string;
    pause_reason?: string | null;
    items?: { failed: number; running: number };
  }
  const batch = ({ status = "finished", items = { failed: 0, running: 0 }, pause_reason = null }: State = {}) => ({
    id: "b1",
    status,
    items,
    pause_reason,
  });
  /** A service whose batch goes through these states, with these jobs. */
  const serving =
    (states: State[], jobs: Record<string, unknown[]>, records: unknown[] = [], made = states[0]): Answers =>
    ({ line }) => {
      if (line === "POST /batches") return json(batch(made));
      if (line.startsWith("POST ")) return json(batch());
      if (line === "GET /batches/b1") return json(batch(states.length > 1 ? states.shift() : states[0]));
      if (line.startsWith("GET /jobs?"))
        return json(jobs[new URLSearchParams(line.split("?")[1]).get("status")!] ?? []);
      return lines(...records);
    };
  const run = (answers: Answers, { again = false, some = requests, signal = new AbortController().signal } = {}) =>
    runAtService({
      batches: serviceOf(answers),
      operation: "toys",
      requests: some,
      journal,
      again,
      signal,
      pause,
      onProgress,
    });

  test("with expired records are not recorded as lines without records", async () => {
    const jobs = { succeeded: [job(1, { progress: { pages: 1, records: 2 } })] };
    await run(serving([{}], jobs, []));
    expect(await results()).toMatchObject([{ ok: false, line: 1, error: { status: 404, code: "not_found" } }]);
  });

  test("are one batch, whose lines are recorded in order with their records and costs", async () => {
    const jobs = { succeeded: [job(3), job(1), job(null)], failed: [job(2, { status: "failed", error: failure })] };
    const records = [
      { "@line": 1, id: 1 },
      { "@line": 3, id: 3 },
      { "@line": 3, id: 4 },
      { "@line": 9, id: 9 },
    ];
    await run(serving([{}], jobs, records));
    expect(asked[0]).toEqual({
      line: "POST /batches",
      key: `batch-${journal.id}-0`,
      body: { operation: "toys", requests, on_invalid: "skip" },
    });
    expect(asked.map(({ line }) => line).slice(1)).toEqual([
      "GET /batches/b1",
      "GET /jobs?status=succeeded&batch_id=b1&limit=100",
      "GET /jobs?status=failed&batch_id=b1&limit=100",
      "GET /batches/b1/records",
    ]);
    expect(await results()).toEqual([
      {
        ok: true,
        line: 1,
        request: { shelf: "a" },
        request_id: "j1",
        points: 3,
        records: [{ id: 1 }],
      },
      {
        ok: false,
        line: 2,
        request: { shelf: "b" },
        error: { status: 422, code: "validation", message: '[{"loc":["count"]}]' },
      },
      {
        ok: true,
        line: 3,
        request: { shelf: "c" },
        request_id: "j3",
        points: 3,
        records: [{ id: 3 }, { id: 4 }],
      },
    ]);
    expect(points).toEqual([3, 0, 3]);
    asked.length = 0;
    await run(serving([{}], jobs, records));
    expect([asked, (await results()).length]).toEqual([[], 3]);
  });

  test("that failed need no records; plain-text failures stay text", async () => {
    const error = { ...failure, detail: "no such shelf" };
    const jobs = { failed: [1, 2, 3].map((line) => job(line, { status: "failed", error })) };
    await run(serving([{}], jobs));
    expect(asked.some(({ line }) => line.endsWith("/records"))).toBe(false);
    expect(journal.failures.map(({ line, message }) => [line, message])).toEqual(
      [1, 2, 3].map((line) => [line, "no such shelf"]),
    );
  });

  test("are polled each second while the batch runs, or while its items are still ending", async () => {
    const running = { status: "running", items: { failed: 0, running: 1 } };
    const states = [
      running,
      running,
      { status: "cancelled", items: { failed: 0, running: 1 } },
      { status: "finished" },
    ];
    await run(serving([...states], { succeeded: [1, 2, 3].map((line) => job(line)) }));
    expect([waits, asked.filter(({ line }) => line === "GET /batches/b1").length]).toEqual([[1_000, 1_000, 1_000], 4]);
    expect((await results()).length).toBe(3);
  });

  test("of a paused batch are resumed; failed ones are retried only on request", async () => {
    const paused = { status: "paused", items: { failed: 2, running: 0 } };
    const acts = () => asked.map(({ line }) => line).filter((line) => /^POST \/batches\/b1/.test(line));
    await run(serving([{}], {}, [], paused));
    expect(acts()).toEqual(["POST /batches/b1/resume"]);
    asked.length = 0;
    await run(serving([{}], {}, [], paused), { again: true });
    expect(acts()).toEqual(["POST /batches/b1/retry"]);
    asked.length = 0;
    await run(serving([{}], {}, [], {}), { again: true });
    await run(serving([{}], {}, [], { items: { failed: 3, running: 0 } }));
    expect(acts()).toEqual([]);
  });

  test.each([
    [{ status: "cancelled" }, 1, "batch b1 was cancelled at the service"],
    [
      { status: "paused", pause_reason: "The points are used up." },
      7,
      "batch b1 is paused: The points are used up. Start it again to go on.",
    ],
    [{ status: "paused" }, 7, "batch b1 is paused: no reason given Start it again to go on."],
  ])("%j ends the command with partial results", async (state, exitCode, message) => {
    await expect(run(serving([{ status: "running" }, state], { succeeded: [job(1)] }))).rejects.toMatchObject({
      exitCode,
      message,
    });
    expect((await results()).length).toBe(1);
  });

  test("that are not valid are skipped by the service and recorded as failed", async () => {
    const skipped = { line: 2, reason: "invalid", job_id: null, records: 0, error: failure };
    const states = serving([{}], { succeeded: [job(1), job(3)] });
    const answers: Answers = (one) => {
      if (one.line === "POST /batches") return json({ ...batch(), invalid: 1 });
      return one.line === "GET /batches/b1/missing" ? json([skipped]) : states(one);
    };
    await run(answers);
    expect((await results()).map(({ ok, line }) => [ok, line])).toEqual([
      [false, 2],
      [true, 1],
      [true, 3],
    ]);
  });

  test("stay with the service if it refuses the batch", async () => {
    await expect(run(() => refused(401, "key_invalid"))).rejects.toMatchObject({ status: 401 });
  });

  test("are batches of 10,000, each with its own key, without lines that are done", async () => {
    const some = Array.from({ length: 10_001 }, (_, at) => ({ shelf: String(at) }));
    await run(serving([{}], { succeeded: [job(1)] }, [{ "@line": 1, id: "x" }]), { some });
    const made = asked.filter(({ line }) => line === "POST /batches");
    expect(made.map(({ key, body }) => [key, body.requests.length])).toEqual([
      [`batch-${journal.id}-0`, 10_000],
      [`batch-${journal.id}-10000`, 1],
    ]);
    expect((await results()).map(({ line, request, records }) => [line, request.shelf, records])).toEqual([
      [1, "0", [{ id: "x" }]],
      [10_001, "10000", [{ id: "x" }]],
    ]);
    asked.length = 0;
    await run(serving([{}], {}), { some });
    expect(asked.filter(({ line }) => line === "POST /batches")).toHaveLength(1);
  });

  test("are left to the service when the command is stopped", async () => {
    const reason = new Error("stopped");
    const signal = AbortSignal.abort(reason);
    await expect(run(serving([{ status: "running" }], {}), { signal })).rejects.toBe(reason);
  });
});
