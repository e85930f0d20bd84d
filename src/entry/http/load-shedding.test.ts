import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import Fastify from "fastify";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "../../accounts/types.ts";
import { SimulatedClock } from "../../base/clock.ts";
import { CallLimiter } from "../../overload/call-limiter.ts";
import { createCallers } from "../../service/callers.ts";
import { newCallState } from "../../service/operation-call.ts";
import type { Entry } from "../../service/registry.ts";
import { createLoadShedding, serverBehind } from "./load-shedding.ts";
import { answerClientError } from "./server.ts";

const PATH = "/api/toy/things";
const SECRET = "wnw_of_one_who_was_here";
const entry = { source: { name: "toy" }, operation: { path: PATH } } as Entry;
const caller = {
  account: { id: "account" },
  key: { id: "key", usage_context: "standard", sources: ["toy"], networks: null },
} as unknown as Caller;
const clock = new SimulatedClock();
const limiter = new CallLimiter(clock, { maxInFlight: 1, maxQueued: 2 });
/** The caller with this secret. */
let owner = caller;
const callers = createCallers({
  accounts: { lookUpKey: async () => owner, ownerOf: async () => owner },
  metering: { peek: async () => ({ points: 77, windows: [] }) },
  // The account's log is full: a rejection need not appear in it.
  callLog: { leavesOut: () => true, note() {}, written: async () => {} },
  clock,
  limiter,
});
const service = {
  registry: { byPath: (path: string) => (path === PATH ? entry : undefined) },
  arrive: callers.arrive,
};
const isHere = (who: Caller) => {
  owner = who;
  return callers.identify(SECRET, "127.0.0.1");
};
const lifecycle = { isServing: true };
let counted = 0;
let reached = 0;
const lines: unknown[] = [];
const shedding = createLoadShedding({
  service: service as unknown as Parameters<typeof createLoadShedding>[0]["service"],
  lifecycle,
  clock,
  log: { info: (line: unknown) => lines.push(line) },
  onShed: () => counted++,
});
const patience = { headersTimeout: 200, requestTimeout: 400 };
const server = Fastify({
  serverFactory: serverBehind(shedding, patience),
  clientErrorHandler: answerClientError,
  keepAliveTimeout: 65_000,
});
server.all("*", async () => {
  reached++;
  return "read";
});
let origin: string;

beforeAll(async () => {
  origin = await server.listen({ port: 0, host: "127.0.0.1" });
  // One running and two waiting: full.
  const { signal } = new AbortController();
  const [arrivedAt, deadline] = [clock.now(), clock.now() + 300_000];
  for (let nth = 0; nth < 3; nth++)
    void limiter.enter({ account: "account", source: "toy", arrivedAt, deadline, signal });
});
afterAll(() => server.close());
beforeEach(async () => {
  await isHere(caller);
  callers.remember(caller, { ...newCallState(clock.now()), points: 77, windows: [] });
  reached = 0;
  counted = 0;
});

const call = (path = PATH, headers: Record<string, string> = {}) =>
  fetch(`${origin}${path}`, { method: "POST", headers: { "access-token": SECRET, ...headers }, body: "{}" });

test("calls that can only be rejected are rejected before the framework, with every header of a rejection, and counted", async () => {
  const id = "0191A0B0-1111-7222-8333-444455556666";
  const answer = await call(PATH, { "x-request-id": id });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ detail: expect.stringContaining("overloaded") });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "x-error-code": "overloaded",
    "x-credits-charged": "0",
    "x-token-points": "77",
    "x-execution-time": "0.000",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-type": "application/json",
    "retry-after": expect.stringMatching(/^\d+$/),
    "x-error": expect.any(String),
    ratelimit: expect.any(String),
    "x-request-id": id.toLowerCase(),
  });
  const [one, other] = await Promise.all([call(), call()]);
  expect(one.headers.get("x-request-id")).not.toBe(other.headers.get("x-request-id"));
  expect({ reached, counted }).toEqual({ reached: 0, counted: 3 });
});

test("rejections are logged as one count a second", async () => {
  clock.advance(1_000);
  await isHere(caller);
  callers.remember(caller, { ...newCallState(clock.now()), points: 77, windows: [] });
  lines.length = 0;
  for (let nth = 0; nth < 3; nth++) expect((await call()).status).toBe(503);
  expect(lines).toEqual([]);
  clock.advance(1_000);
  expect(lines).toEqual([{ rejected: 3 }]);
});

test("a rejection does not wait for the body, and the connection continues after it", async () => {
  const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1").setEncoding("latin1");
  const head = `POST ${PATH} HTTP/1.1\r\nhost: x\r\naccess-token: ${SECRET}\r\ncontent-length: 2\r\n\r\n`;
  socket.write(head);
  expect((await once(socket, "data"))[0]).toMatch(/^HTTP\/1\.1 503 /);
  socket.write(`{}${head}{}`);
  expect((await once(socket, "data"))[0]).toMatch(/^HTTP\/1\.1 503 /);
  socket.destroy();
});

test("unknown or forbidden callers, and calls with special headers, go through the framework", async () => {
  await call(`${PATH}?dry_run=true`);
  await call("/api/toy/others");
  for (const headers of [
    { "access-token": "another" },
    { prefer: "respond-async" },
    { accept: "application/json, application/problem+json" },
    { origin: "https://page.example" },
    { "x-request-id": "no uuid" },
  ]) {
    expect((await call(PATH, headers)).status).toBe(200);
  }
  expect((await fetch(`${origin}/health`)).status).toBe(200);
  await isHere({ ...caller, key: { ...caller.key, sources: ["stays"] } });
  expect((await call()).status).toBe(200);
  await isHere(caller);
  clock.advance(5_000);
  expect((await call()).status).toBe(200);
  expect({ reached, counted }).toEqual({ reached: 10, counted: 0 });
});

test("a stopping process uses its own error", async () => {
  lifecycle.isServing = false;
  expect((await call()).status).toBe(200);
  lifecycle.isServing = true;
  expect((await call()).status).toBe(503);
});

test.each([
  ["limits.requestHead: a head that does not end", `POST ${PATH} HTTP/1.1\r\nhost: a\r\n`],
  [
    "limits.requestBody: a body that does not end",
    "POST /slow HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 2\r\n\r\n{",
  ],
  ["nothing at all", ""],
])("a client that sends %s is cut off, even if it keeps its side of the connection open", async (_, bytes) => {
  const { port } = server.server.address() as AddressInfo;
  const accepted = once(server.server, "connection");
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).setEncoding("latin1");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.write(bytes);
  const [held] = await accepted;
  await once(held, "close");
  expect(received).toMatch(/^HTTP\/1\.1 408 /);
  socket.destroy();
});
