import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBalancer } from "../scripts/chaos/balancer.ts";
import { until } from "../scripts/support/until.ts";
import { WinnowError } from "../src/contract/errors.ts";
import { errorBody } from "../src/entry/http/errors.ts";
import { errorHeaders } from "../src/entry/http/headers.ts";
import { limits } from "../src/limits/limits.ts";
import { startNameServer } from "./support/name-server.ts";

/** A process that rejects one key's calls as the service does under overload, and counts the requests it receives. */
const refusal = new WinnowError("overloaded", undefined, { headers: { "retry-after": "7" } });
const reached: string[] = [];
let isBusy = true;
const keyOf = ({ headers }: IncomingMessage) => String(headers["access-token"]);
const upstream = createServer((request, response) => {
  request.resume();
  if (request.method === "POST") reached.push(keyOf(request));
  if (!isBusy || keyOf(request) !== "busy") return response.end("[]");
  return response.writeHead(503, errorHeaders(refusal)).end(errorBody(refusal));
});
const stack = new AsyncDisposableStack();
let url: string;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "winnow-balancer-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await once(upstream.listen(0, "127.0.0.1"), "listening");
  stack.defer(() => void upstream.close().closeAllConnections());
  // The shipped configuration with a shorter timeout, so that the test need not wait ten seconds.
  const balancer = await startBalancer(folder, [(upstream.address() as AddressInfo).port], {
    [`timeout http-request ${limits.requestHead.max}s`]: "timeout http-request 300ms",
    "timeout http-keep-alive 60s": "timeout http-keep-alive 600ms",
  });
  stack.defer(async () => {
    balancer.child.kill("SIGKILL");
    await once(balancer.child, "exit");
  });
  url = balancer.url;
  await until(async () => (await fetch(url).catch(() => null))?.status === 200);
});
afterAll(() => stack.disposeAsync());

const call = (key: string, { path = "/api/toy/things", headers = {} as Record<string, string> } = {}) =>
  fetch(`${url}${path}`, { method: "POST", body: "{}", headers: { "access-token": key, ...headers } });

test("the balancer repeats a process's overload response for that key, and lets others through", async () => {
  expect((await call("busy")).status).toBe(503);
  // The window is short. If it passed on a slow machine, the process is called once more, and then not.
  let repeated = await call("busy");
  await until(async () => {
    const before = reached.length;
    repeated = await call("busy");
    return reached.length === before;
  }, 0);
  expect(repeated.status).toBe(503);
  expect(await repeated.text()).toBe(errorBody(refusal));
  expect(Object.fromEntries(repeated.headers)).toMatchObject({
    ...errorHeaders(refusal),
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    "x-credits-charged": "0",
    "x-execution-time": "0.000",
    "content-type": "application/json",
    "cache-control": "no-store",
  });
  expect((await call("other")).status).toBe(200);
});

test("the balancer checks again and again whether the key is still rejected", async () => {
  const before = reached.length;
  await until(async () => (await call("busy")).status === 503 && reached.length > before);
  isBusy = false;
  await until(async () => (await call("busy")).status === 200);
  isBusy = true;
});

test("requests from pages and requests that are not calls always reach a process", async () => {
  for (const other of [{ headers: { origin: "https://people.example" } }, { path: "/jobs" }]) {
    await call("busy");
    const before = reached.length;
    await call("busy", other);
    expect(reached.length).toBe(before + 1);
  }
});

test.each([
  ["a head without an end", "POST /api/toy/things HTTP/1.1\r\nhost: a\r\n", "408"],
  ["nothing at all", "", "408"],
  ["a request, and then nothing", "GET /health HTTP/1.1\r\nhost: a\r\n\r\n", "200"],
])("limits.requestHead: a client that sends %s is cut off", async (_, bytes, status) => {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").setEncoding("latin1");
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  socket.on("error", () => {});
  socket.write(bytes);
  // Even byte by byte, the complete head must arrive in time.
  const dripping = setInterval(() => bytes !== "" && status === "408" && socket.write("x"), 50);
  await once(socket, "close");
  clearInterval(dripping);
  expect(received.slice(9, 12)).toBe(status);
});

test("processes started, stopped or moved later are found by name", async () => {
  const own = stack.use(new AsyncDisposableStack());
  const folder = await mkdtemp(join(tmpdir(), "winnow-balancer-"));
  own.defer(() => rm(folder, { recursive: true, force: true }));
  const addresses = new Set<string>();
  const names = own.use(await startNameServer(addresses));
  const answering = (address: string) => createServer((_, response) => response.end(address));
  const [first, second] = ["127.0.0.2", "127.0.0.3"];
  const one = answering(first).listen(0, first);
  await once(one, "listening");
  const { port } = one.address() as AddressInfo;
  const other = answering(second).listen(port, second);
  await once(other, "listening");
  for (const server of [one, other]) own.defer(() => void server.close().closeAllConnections());
  const balancer = await startBalancer(folder, [], {
    "parse-resolv-conf": `nameserver test 127.0.0.1:${names.port}`,
    "api:8080": `api.test:${port}`,
  });
  own.defer(async () => {
    balancer.child.kill("SIGKILL");
    await once(balancer.child, "exit");
  });
  const reachedNow = async (times = 10) => {
    const texts = await Promise.all(Array.from({ length: times }, () => fetch(balancer.url).then((it) => it.text())));
    return new Set(texts.filter((text) => addressesOfBoth.has(text)));
  };
  const addressesOfBoth = new Set([first, second]);
  const come = (...wanted: string[]) =>
    until(async () => (await reachedNow().catch(() => new Set())).symmetricDifference(new Set(wanted)).size === 0);
  // It starts without any process.
  await until(async () => (await fetch(balancer.url).catch(() => null))?.status === 503);
  addresses.add(first);
  await come(first);
  addresses.add(second);
  await come(first, second);
  addresses.delete(first);
  await come(second);
});
