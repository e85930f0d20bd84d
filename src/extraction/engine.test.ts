import { afterEach, expect, test } from "vitest";
import { WinnowError } from "../contract/errors.ts";
import { Page } from "../contract/page.ts";
import type { Source } from "../contract/source.ts";
import type { StandInCall } from "../contract/stand-in.ts";
import { acceleratedClock } from "../source-testing/accelerated-clock.ts";
import { type StandInBench, standInFor } from "../source-testing/stand-in-for.ts";
import { toyPage, toySource } from "../source-testing/toy-source.ts";

/** Turns of the event loop within which the caller must get an answer after a deadline. */
const TURNS = 20;
const clock = acceleratedClock(1);
let bench: StandInBench;
afterEach(() => bench.close());

async function toy(changes: Parameters<typeof toySource>[0] = {}) {
  const source: Source = toySource(changes);
  bench = await standInFor(source, { clock });
  return source.operations[0];
}

const never = () => new Promise<never>(() => {});

test("records arrive in the site's order, cut at count", async () => {
  const rows = await toy();
  const records = await bench.run(rows, { count: 45 });
  expect(records.map(({ id }) => id)).toEqual(Array.from({ length: 45 }, (_, index) => String(index + 1)));
  expect(bench.calls.map(({ url }) => url.searchParams.get("page")).sort()).toEqual(["1", "2", "3"]);
});

test("the manifest's headers are sent under our own name, and a compressed response is requested and read", async () => {
  const rows = await toy({ headers: { "user-agent": "a browser", "accept-language": "nl", "x-toy": "yes" } });
  await bench.run(rows, { count: 20 });
  expect(bench.calls[0]!.headers).toMatchObject({
    "user-agent": expect.stringMatching(/^Winnow\/\d[\w.-]+$/),
    "accept-language": "nl",
    "x-toy": "yes",
    "accept-encoding": "gzip, deflate, br, zstd",
  });
});

test("at the deadline the caller gets 408 with the time and the records so far", async () => {
  const rows = await toy({
    answer: (call) => (call.url.searchParams.get("page") === "1" ? toyPage(call) : never()),
  });
  const extraction = bench.start(rows, { count: 40, timeout: 0.3 });
  const started = clock.now();
  const error = await Array.fromAsync(extraction).catch((thrown: unknown) => thrown);
  const took = clock.now() - started;
  expect(error).toMatchObject({ code: "deadline", status: 408 });
  expect((error as { detail: string }).detail).toMatch(
    /timeout of 0\.3 s: it ran 0\.3 s and 20 records had been gathered/,
  );
  expect(took).toBeLessThan(300 + TURNS);
});

test("at the deadline the sockets to the site are closed", async () => {
  const rows = await toy({ answer: never });
  await expect(bench.run(rows, { count: 80, timeout: 0.2 })).rejects.toMatchObject({ status: 408 });
  expect(bench.calls).toHaveLength(4);
  await bench.quiet();
});

test("a disconnect ends the run immediately, and closes its socket", async () => {
  let reached = () => {};
  const arrived = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const rows = await toy({
    answer: () => {
      reached();
      return never();
    },
  });
  const disconnect = new AbortController();
  const run = Array.fromAsync(bench.start(rows, { count: 20, timeout: 60 }, disconnect.signal));
  await arrived;
  disconnect.abort();
  await expect(run).rejects.toMatchObject({ code: "deadline" });
  await bench.quiet();
});

test("a caller that has enough stops the run", async () => {
  const rows = await toy({ answer: (call) => (call.url.searchParams.get("page") === "1" ? toyPage(call) : never()) });
  for await (const record of bench.start(rows, { count: 80, timeout: 60 })) {
    expect(record.id).toBe("1");
    break;
  }
  await bench.engine.close();
  await bench.quiet();
});

test("admission counts towards the timeout", async () => {
  const rows = await toy({ answer: never });
  const started = clock.now();
  const late = bench.engine.extract({
    source: toySource(),
    operation: rows,
    request: { count: 20, keyword: "", timeout: 60 },
    requestId: "late",
    startedAt: started - 59_800,
    caller: "test",
    disconnect: new AbortController().signal,
  });
  await expect(Array.fromAsync(late)).rejects.toMatchObject({
    status: 408,
    detail: expect.stringContaining("it ran 60.0 s"),
  });
  expect(clock.now() - started).toBeLessThan(200 + TURNS);
});

test("at the deadline, an unresponsive generator is not waited for", async () => {
  const source = toySource();
  source.operations[0] = {
    ...source.operations[0],
    async *run() {
      await never();
      yield Page.empty();
    },
  };
  bench = await standInFor(source, { clock });
  const started = clock.now();
  await expect(bench.run(source.operations[0], { count: 1, timeout: 0.2 })).rejects.toMatchObject({ status: 408 });
  expect(clock.now() - started).toBeLessThan(200 + TURNS);
});

test("an internal error is 500 without its message", async () => {
  const source = toySource();
  source.operations[0] = {
    ...source.operations[0],
    // biome-ignore lint/correctness/useYield: it fails before the first record
    async *run() {
      throw new TypeError("secret words");
    },
  };
  bench = await standInFor(source, { clock });
  await expect(bench.run(source.operations[0], { count: 1 })).rejects.toMatchObject({
    code: "internal",
    detail: "Internal error.",
  });
});

test("a temporary 500 is retried; a permanent one is 412", async () => {
  let requested = 0;
  const rows = await toy({ answer: (call) => (++requested === 1 ? { status: 500, body: "" } : toyPage(call)) });
  expect(await bench.run(rows, { count: 20 })).toHaveLength(20);
  await bench.close();
  const broken = await toy({ answer: () => ({ status: 500, body: "" }) });
  await expect(bench.run(broken, { count: 20 })).rejects.toMatchObject({ code: "not_responding", status: 412 });
});

test("a held-back operation is rejected with the operator's message; others run", async () => {
  const source = toySource();
  const [rows] = source.operations;
  const held = new WinnowError("source_unavailable", "held back");
  let isHeld = true;
  const requested: string[] = [];
  bench = await standInFor(source, {
    clock,
    refusalOf(of, { path }) {
      requested.push(`${of.name} ${path}`);
      return isHeld ? held : null;
    },
  });
  await expect(bench.run(rows, { count: 1 })).rejects.toBe(held);
  isHeld = false;
  expect(await bench.run(rows, { count: 1 })).toHaveLength(1);
  expect(requested).toEqual(["toy /api/toy/rows", "toy /api/toy/rows"]);
});

test("the robots.txt report is about the request's origin, by default the site's", async () => {
  const answer = ({ url }: StandInCall) =>
    url.pathname === "/robots.txt"
      ? { status: 200, headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /rows" }
      : { status: 404, body: "" };
  const source = toySource({ answer });
  bench = await standInFor(source, { clock, isStandIn: () => false });
  expect(await bench.engine.robotsRuleOf("toy", { path: "/rows" })).toEqual({
    allowed: false,
    line: 2,
    text: "Disallow: /rows",
    usage: [],
  });
  expect(await bench.engine.robotsRuleOf("toy", { path: "/other", origin: "site" })).toMatchObject({ allowed: true });
  expect(bench.engine.health()).toMatchObject([{ source: "toy", robots: "honour", routes: [{ name: "direct" }] }]);
  expect(bench.engine.health()[0]!.politeness).toEqual({ concurrency: 2, perSecond: 1 });
});
