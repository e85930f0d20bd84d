import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { requestDefaults } from "../../contract/canary.ts";
import type { Answer } from "../../contract/site.ts";
import { acceleratedClock } from "../../source-testing/accelerated-clock.ts";
import { type StandInBench, standInFor } from "../../source-testing/stand-in-for.ts";
import { toyPage, toySource } from "../../source-testing/toy-source.ts";
import { createRecorder, type Recorder } from "../recording/recorder.ts";
import type { RunReport } from "../types.ts";
import { pageMemory } from "./page-memory.ts";
import { unpack } from "./unpack.ts";

const patient = new AbortController().signal;
const LARGE = 300_000;

test("shared memory is not freed: small pages share theirs, and plain bodies came from elsewhere", async () => {
  for (const body of [
    await unpack(gzipSync("x".repeat(1000)), "gzip", 1e9, patient),
    await unpack(Buffer.alloc(LARGE, 1), "", 1e9, patient),
    Buffer.alloc(LARGE, 1),
  ]) {
    const { length } = body;
    pageMemory.free(body);
    expect(body.length).toBe(length);
  }
});

let bench: StandInBench;
afterEach(() => bench?.close());

/** A page of rows that is large once unpacked; every response that a reader received is kept. */
async function largePages() {
  const given: Answer[] = [];
  const source = toySource({
    answer: (call) => ({ ...toyPage(call), body: `${toyPage(call).body as string}${" ".repeat(LARGE)}` }),
    blockMarker: (answer) => {
      given.push(answer);
      return null;
    },
  });
  bench = await standInFor(source, { clock: acceleratedClock(1) });
  return { source, rows: source.operations[0], given };
}

test("a run frees the memory of every page it has read", async () => {
  const { rows, given } = await largePages();
  expect(await bench.run(rows, { count: 60 })).toHaveLength(60);
  expect(given).toHaveLength(3);
  for (const answer of given) expect(answer.body.length).toBe(0);
});

test("a run whose values are doubtful frees the memory of its pages too: its recording holds them as they arrived", async () => {
  const { source, rows, given } = await largePages();
  await bench.close();
  const recorders: Array<Recorder | null> = [];
  const verdict = ({ recorder }: RunReport) => {
    recorders.push(recorder);
    return { isDoubtful: true, warnings: [], error: null };
  };
  bench = await standInFor(source, { clock: acceleratedClock(1), observer: { wantsSample: () => true, verdict } });
  expect(await bench.run(rows, { count: 60 })).toHaveLength(60);
  expect(given.map(({ body }) => body.length)).toEqual([0, 0, 0]);
  const [recorder] = recorders;
  for (const { body } of recorder!.raw().exchanges) expect(body.length).toBeLessThan(LARGE / 10);
  expect(recorder!.recording().exchanges.filter(({ body }) => body.length > LARGE)).toHaveLength(3);
});

test.each(["recorder", "probe"] as const)("a run whose pages others use (%s) frees none", async (how) => {
  const { source, rows, given } = await largePages();
  const recorder = createRecorder({ source: "toy", operation: rows.path, request: {}, origins: {} }, () => 0);
  const looked = how === "probe" ? { probe: true } : { recorder };
  const requested = {
    source,
    operation: rows,
    request: { ...requestDefaults(rows), count: 20 },
    requestId: randomUUID(),
    caller: "test",
    disconnect: patient,
  };
  expect(await Array.fromAsync(bench.engine.extract({ ...requested, ...looked }))).toHaveLength(20);
  expect(given[0]!.body.length).toBeGreaterThan(LARGE);
  for (const { body } of recorder.recording().exchanges) expect(body.length).toBeGreaterThan(LARGE);
});
