import { describe, expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { Blocked, WinnowError } from "../contract/errors.ts";
import type { Findings } from "../contract/findings.ts";
import type { Operation } from "../contract/operation.ts";
import { Page } from "../contract/page.ts";
import { toySource } from "../source-testing/toy-source.ts";
import { createHealthRecord } from "./health.ts";
import { startRun } from "./run.ts";
import type { ExtractionRequest, RunReport } from "./types.ts";

const one = (id: number) => Page.of([id], () => ({ id }));
const never = () => new Promise<never>(() => {});
const turn = () => new Promise((resolve) => setImmediate(resolve));
type Run = (site: { signal: AbortSignal; findings: Findings }) => AsyncGenerator<unknown>;

/** A run of an operation that behaves as the test requires, without a site. */
function started(
  run: Run,
  over: Partial<ExtractionRequest> = {},
  parts: { refusal?: WinnowError; queued?: boolean } = {},
) {
  const clock = new SimulatedClock();
  const source = toySource();
  const health = createHealthRecord(clock);
  const seen = { reports: [] as RunReport[], warned: [] as unknown[], opened: 0, signal: null as AbortSignal | null };
  const disconnect = new AbortController();
  const shared: { signal?: AbortSignal; findings?: Findings } = {};
  const operation = { ...source.operations[0], run: () => run(shared as never) } as unknown as Operation;
  const requested: ExtractionRequest = {
    source,
    operation,
    request: { count: 3, timeout: 10 },
    requestId: "r1",
    caller: "me",
    disconnect: disconnect.signal,
    ...over,
  };
  const extraction = startRun(requested, {
    clock,
    health,
    originOf: () => "https://site.example",
    isStandIn: false,
    shownAt: null,
    refusal: () => parts.refusal ?? null,
    log: { debug() {}, info() {}, warn: (details, message) => void seen.warned.push({ ...details, message }) },
    observer: { wantsSample: ({ caller }) => caller === "me", run: (report) => void seen.reports.push(report) },
    open(about) {
      seen.opened++;
      Object.assign(shared, about);
      seen.signal = about.signal;
      return {
        pages: () => operation.run(requested.request as never, {} as never),
        close: async () => {},
        isQueued: () => parts.queued ?? false,
      };
    },
  });
  const ended = () => Array.fromAsync(extraction).catch((error: unknown) => error as WinnowError);
  return { clock, extraction, ended, seen, disconnect, health: () => health.report("toy", false) };
}

const counting = (max: number): Run =>
  async function* () {
    for (let at = 0; at < max; at++) yield one(at);
  };

const hanging: Run = async function* () {
  yield await never();
};

test("no reader passes on text that harms whoever shows it", async () => {
  const harmful: Run = async function* () {
    yield Page.of(["a\ud800"], (id) => ({ id, name: "b\u202ec", tags: [{ words: "\u001bd" }] }));
  };
  expect(await started(harmful).ended()).toEqual([{ id: "a\ufffd", name: "bc", tags: [{ words: "d" }] }]);
  const failing: Run = async function* () {
    yield await Promise.reject(new WinnowError("not_found", "no \u202eplace\ud800"));
  };
  expect(await started(failing).ended()).toMatchObject({ detail: "no place\ufffd" });
});

describe("the end of the records", () => {
  test.each([
    [3, 5, 3, "count"],
    [3, 3, 3, "count"],
    [3, 2, 2, "exhausted"],
    [undefined, 4, 4, "exhausted"],
    ["2", 4, 4, "exhausted"],
  ])("count %s of %i: %i records, %s", async (count, there, got, end) => {
    const run = started(counting(there), { request: { timeout: 10, ...(count !== undefined && { count }) } });
    expect(run.extraction.resultsEnd).toBeNull();
    expect(await run.ended()).toHaveLength(got);
    expect(run.extraction.resultsEnd).toBe(end);
    expect(run.extraction.stats).toEqual({ pages: 0, records: got, retries: 0, bytes: 0 });
    expect(run.health()).toMatchObject({ ok: 1, failed: 0 });
  });

  test("at the source's own limit", async () => {
    const run = started(async function* ({ findings }) {
      findings.sourceLimited = true;
      yield one(1);
    });
    await run.ended();
    expect([run.extraction.resultsEnd, run.extraction.findings.sourceLimited]).toEqual(["source-limit", true]);
  });
});

test("a successful run is reported once, with some of its records and its time; nothing is left waiting", async () => {
  const progress: number[] = [];
  const run = started(counting(2), {
    startedAt: new SimulatedClock().now() - 250,
    onProgress: ({ records }) => progress.push(records),
  });
  await run.ended();
  expect(run.seen.reports).toMatchObject([
    { requestId: "r1", caller: "me", ms: 250, error: null, stats: { records: 2 } },
  ]);
  expect(run.seen.reports[0]!.sample).toHaveLength(2);
  expect([progress, run.seen.warned, run.seen.signal!.aborted]).toEqual([[1, 2], [], true]);
  run.clock.advance(60_000);
  run.disconnect.abort();
});

describe("a run is stopped by", () => {
  test("its deadline, to the millisecond, with the records so far", async () => {
    const run = started(async function* () {
      yield one(1);
      await never();
    });
    const ended = run.ended();
    await turn();
    run.clock.advance(9_999);
    await turn();
    expect(run.seen.reports).toEqual([]);
    run.clock.advance(1);
    expect(await ended).toMatchObject({
      code: "deadline",
      detail: "The request reached its timeout of 10 s: it ran 10.0 s and 1 record had been gathered.",
    });
    expect(run.seen.warned).toMatchObject([{ requestId: "r1", source: "toy", code: "deadline", records: 1 }]);
    expect(run.seen.reports).toMatchObject([{ ms: 10_000, error: { code: "deadline" } }]);
    expect(run.health()).toMatchObject({ failed: 1 });
  });

  test("its deadline in the queue", async () => {
    const ended = started(hanging, {}, { queued: true });
    const error = ended.ended();
    await turn();
    ended.clock.advance(10_000);
    expect(await error).toMatchObject({
      code: "queue_timeout",
      detail:
        "The request waited in the queue for the source until its timeout of 10 s: it ran 10.0 s and 0 records had been gathered.",
    });
  });

  test("a deadline that has already passed", async () => {
    const run = started(hanging, { startedAt: new SimulatedClock().now() - 20_000 });
    const ended = run.ended();
    await turn();
    run.clock.advance(0);
    expect(await ended).toMatchObject({ code: "deadline", detail: expect.stringContaining("it ran 20.0 s") });
  });

  test("a client disconnect, which says nothing about the site and is not reported", async () => {
    const run = started(async function* () {
      yield one(1);
      yield one(2);
      await never();
    });
    const ended = run.ended();
    await turn();
    run.disconnect.abort();
    expect(await ended).toMatchObject({
      code: "deadline",
      detail: "Client disconnected; it ran 0.0 s and 2 records had been gathered.",
    });
    expect([run.seen.reports, run.seen.warned, run.health().ok + run.health().failed]).toEqual([[], [], 0]);
    const gone = started(counting(2), { disconnect: AbortSignal.abort() });
    expect(await gone.ended()).toMatchObject({ detail: expect.stringContaining("Client disconnected") });
  });

  test("a reader that has enough: the operation is notified, and the client is released", async () => {
    let closed = false;
    const run = started(async function* () {
      try {
        yield one(1);
        await never();
      } finally {
        closed = true;
      }
    });
    for await (const _record of run.extraction) break;
    await turn();
    expect([closed, run.seen.signal!.aborted]).toEqual([true, true]);
  });

  test("a failure at the site, unchanged; any unexpected error is ours, without its message", async () => {
    const blocked = new Blocked("wall");
    const failing = (error: unknown): Run =>
      // biome-ignore lint/correctness/useYield: it fails before its first record
      async function* () {
        throw error;
      };
    expect(await started(failing(blocked)).ended()).toBe(blocked);
    expect(await started(failing(new TypeError("odd"))).ended()).toMatchObject({
      code: "internal",
      detail: "Internal error.",
      message: "TypeError: odd",
      cause: expect.any(TypeError),
    });
    expect(await started(failing("just words")).ended()).toMatchObject({ code: "internal", message: "just words" });
  });
});

test("a caller's own mistake and a wait that was announced are no warnings; a failure's line does not say what was asked for", async () => {
  const failing = (error: WinnowError) =>
    started(async function* () {
      yield await Promise.reject(error);
    });
  for (const code of ["no_such_thing", "validation", "asked_to_wait"] as const) {
    const run = failing(new WinnowError(code));
    expect([await run.ended(), run.seen.warned]).toEqual([expect.objectContaining({ code }), []]);
  }
  const odd = Object.assign(new Blocked("wall"), {
    page: { status: 403, url: "https://site.example/find/secret+word?q=secret+word", title: "secret word" },
  });
  const run = failing(odd);
  await run.ended();
  expect(run.seen.warned).toMatchObject([{ code: "blocked", page: { status: 403, origin: "https://site.example" } }]);
  expect(JSON.stringify(run.seen.warned)).not.toMatch(/secret.word/);
});

test("a hold-back, before the site is opened; a canary still runs", async () => {
  const refusal = new WinnowError("source_unavailable", "held back");
  const held = started(counting(1), {}, { refusal });
  expect(await held.ended()).toBe(refusal);
  expect(held.seen.opened).toBe(0);
  expect(await started(counting(1), { probe: true }, { refusal }).ended()).toHaveLength(1);
});
