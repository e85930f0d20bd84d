import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { defaultsOf } from "../contract/canary.ts";
import type { Answer } from "../contract/site.ts";
import { freeBody, makeAnswer } from "./answer.ts";
import { acceleratedClock } from "./testing/accelerated-clock.ts";
import { type StandInBench, standInFor } from "./testing/stand-in-for.ts";
import { toyPage, toySource } from "./testing/toy-source.ts";
import { freeOwnBytes } from "./transport/own-bytes.ts";
import { unpack } from "./transport/unpack.ts";

const patient = new AbortController().signal;
const unpacked = (size: number) => unpack(gzipSync("x".repeat(size)), "gzip", 1e9, patient);
const LARGE = 300_000;

test("the memory of a large body that was unpacked is free at once, and only once", async () => {
  const body = await unpacked(LARGE);
  expect(body.length).toBe(LARGE);
  freeOwnBytes(body);
  expect(body.length).toBe(0);
  freeOwnBytes(body);
});

test("a small body shares its memory with others: it is left alone", async () => {
  const body = await unpacked(1000);
  freeOwnBytes(body);
  expect(Buffer.from(body).toString()).toBe("x".repeat(1000));
});

test("bytes that came from elsewhere are left alone", async () => {
  const kept = Buffer.alloc(LARGE, 1);
  freeOwnBytes(kept);
  expect(kept.length).toBe(LARGE);
  const plain = await unpack(Buffer.alloc(LARGE, 1), "", 1e9, patient);
  freeOwnBytes(plain);
  expect(plain.length).toBe(LARGE);
});

test("who asks for a body that is gone is told so; a text that was read stays", async () => {
  const read = makeAnswer({ url: "http://a/", status: 200, headers: {}, body: await unpacked(LARGE) });
  const unread = makeAnswer({ url: "http://a/", status: 200, headers: {}, body: await unpacked(LARGE) });
  expect(read.text()).toHaveLength(LARGE);
  freeBody(read);
  freeBody(unread);
  expect(read.text()).toHaveLength(LARGE);
  expect(() => read.body.length).toThrow("while its reader runs");
  expect(() => unread.text()).toThrow("while its reader runs");
});

let bench: StandInBench;
afterEach(() => bench?.close());

/** A page of rows that is large once it is unpacked; every answer that a reader was given is kept. */
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

test("a run frees every page that was read", async () => {
  const { rows, given } = await largePages();
  expect(await bench.run(rows, { count: 60 })).toHaveLength(60);
  expect(given).toHaveLength(3);
  for (const answer of given) expect(() => answer.body.length).toThrow("while its reader runs");
});

test.each(["onExchange", "probe"] as const)("a run that others look at (%s) keeps its pages", async (how) => {
  const { source, rows, given } = await largePages();
  const bodies: Uint8Array[] = [];
  const looked =
    how === "probe" ? { probe: true } : { onExchange: ({ body }: { body: Uint8Array }) => bodies.push(body) };
  const asked = {
    ...{
      source,
      operation: rows,
      request: { ...defaultsOf(rows), count: 20 },
      requestId: randomUUID(),
      caller: "test",
    },
    disconnect: patient,
  };
  expect(await Array.fromAsync(bench.engine.extract({ ...asked, ...looked }))).toHaveLength(20);
  expect(given[0]!.body.length).toBeGreaterThan(LARGE);
  for (const body of bodies) expect(body.length).toBeGreaterThan(LARGE);
});
