import { once } from "node:events";
import { connect } from "node:net";
import { PassThrough } from "node:stream";
import Fastify from "fastify";
import { afterEach, expect, test } from "vitest";
import { mountProbes } from "../../../test/support/http/mount-probes.ts";
import { SimulatedClock } from "../../base/clock.ts";
import { registerErrors } from "./errors.ts";
import { Lifecycle, registerLifecycle } from "./lifecycle.ts";

const closers: Array<() => Promise<unknown>> = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A server with one slow route, whose response the test controls. */
async function serve() {
  const clock = new SimulatedClock();
  const lifecycle = new Lifecycle(clock);
  const server = Fastify({ forceCloseConnections: "idle", return503OnClosing: false });
  closers.push(() => server.close());
  registerErrors(server);
  registerLifecycle(server, lifecycle);
  mountProbes(server, async () => true, lifecycle);
  let reached = () => {};
  let answer = () => {};
  const started = new Promise<void>((resolve) => {
    reached = resolve;
  });
  server.get("/slow", async () => {
    reached();
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return "done";
  });
  server.get("/quick", async () => "done");
  const begun = new PassThrough();
  server.get("/begun", () => begun);
  const origin = await server.listen({ port: 0, host: "127.0.0.1" });
  const get = (path: string) => fetch(`${origin}${path}`);
  return { clock, lifecycle, server, origin, started, answer: () => answer(), begun, get };
}

const times = { graceMs: 5_000, limitMs: 30_000 };
const turn = () => new Promise((resolve) => setImmediate(resolve));

test("first it is not ready but serves, then it rejects with our error, and closes after the last response", async () => {
  const { clock, lifecycle, started, answer, get } = await serve();
  expect((await get("/health/ready")).status).toBe(200);
  const slow = get("/slow");
  await started;
  const drained = lifecycle.drain(times);
  expect((await get("/health/ready")).status).toBe(503);
  const served = await get("/quick");
  expect(served.status).toBe(200);
  expect(served.headers.get("connection")).toBe("close");
  clock.advance(times.graceMs);
  await turn();
  const late = await get("/quick");
  expect(late.status).toBe(503);
  expect(late.headers.get("retry-after")).toBe("1");
  expect(await late.json()).toEqual({ detail: expect.stringContaining("another process serves it") });
  expect((await get("/health/live")).status).toBe(200);
  answer();
  expect(await (await slow).text()).toBe("done");
  expect(await drained).toBe(0);
});

test("at the time limit it ends calls in flight, and reports how many", async () => {
  const { clock, lifecycle, started, answer, get } = await serve();
  await get("/health/ready");
  const slow = get("/slow");
  await started;
  const drained = lifecycle.drain(times);
  clock.advance(times.graceMs);
  await turn();
  clock.advance(times.limitMs - times.graceMs);
  expect(await drained).toBe(1);
  answer();
  await slow;
});

test("it waits for nobody if no load balancer polls", async () => {
  const { lifecycle } = await serve();
  expect(await lifecycle.drain(times)).toBe(0);
});

test("a connection without a request does not delay the end; one with a pending response does", async () => {
  const { server, origin, started, answer, get } = await serve();
  const slow = get("/slow");
  await started;
  const silent = connect(Number(new URL(origin).port), "127.0.0.1");
  await once(server.server, "connection");
  const hungUp = once(silent.resume(), "close");
  const closed = server.close();
  await hungUp;
  answer();
  expect(await (await slow).text()).toBe("done");
  await closed;
});

test("a connection whose response began before the end serves no further request", async () => {
  const { server, origin, begun } = await serve();
  const open = connect(Number(new URL(origin).port), "127.0.0.1");
  open.on("error", () => {});
  open.write("GET /begun HTTP/1.1\r\nhost: a\r\n\r\n");
  begun.write("first");
  await once(open, "data");
  const closed = server.close();
  await turn();
  begun.end("last");
  await once(open, "data");
  open.write("GET /quick HTTP/1.1\r\nhost: a\r\n\r\n");
  let more = "";
  open.on("data", (data) => {
    more += data;
  });
  await once(open, "close");
  expect(more).not.toContain("200 OK");
  await closed;
});

test("it waits for a load balancer that polled within a minute, and for no other", async () => {
  for (const [agoMs, waits] of [
    [59_999, true],
    [60_000, false],
  ] as const) {
    const { clock, lifecycle } = await serve();
    lifecycle.probed();
    clock.advance(agoMs);
    let isDone = false;
    const drained = lifecycle.drain(times).then((left) => {
      isDone = true;
      return left;
    });
    expect([lifecycle.isServing, lifecycle.isRefusing]).toEqual([false, !waits]);
    await turn();
    expect(isDone).toBe(!waits);
    clock.advance(times.graceMs);
    expect(await drained).toBe(0);
    expect([lifecycle.isServing, lifecycle.isRefusing]).toEqual([false, true]);
  }
});

test("the grace period is never longer than the time limit, which counts from the beginning", async () => {
  const { clock, lifecycle, started, answer, get } = await serve();
  lifecycle.probed();
  const slow = get("/slow");
  await started;
  const drained = lifecycle.drain({ graceMs: 5_000, limitMs: 1_000 });
  clock.advance(999);
  await turn();
  expect(lifecycle.isRefusing).toBe(false);
  clock.advance(1);
  await turn();
  expect(lifecycle.isRefusing).toBe(true);
  clock.advance(0);
  expect(await drained).toBe(1);
  answer();
  await slow;
});

test("while it rejects requests, it still answers probes, and no path that only begins like one", async () => {
  const { lifecycle, get } = await serve();
  expect((await get("/quick")).headers.get("connection")).toBe("keep-alive");
  await lifecycle.drain(times);
  const statuses = [];
  for (const path of ["/health", "/health/live", "/health/ready", "/healthy", "/quick"])
    statuses.push((await get(path)).status);
  expect(statuses).toEqual([200, 200, 503, 503, 503]);
});
