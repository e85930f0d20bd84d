import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
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
let quick: Promise<string> | undefined;

/** The shipped configuration in front of a process at this port, or of those it finds by name. */
async function balance(own: AsyncDisposableStack, port?: number, replaced: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "winnow-balancer-"));
  own.defer(() => rm(folder, { recursive: true, force: true }));
  const balancer = await startBalancer(folder, port === undefined ? [] : [port], replaced);
  own.defer(async () => {
    balancer.child.kill("SIGKILL");
    await once(balancer.child, "exit");
  });
  const first = port === undefined ? 503 : 200;
  await until(async () => (await fetch(balancer.url).catch(() => null))?.status === first);
  return balancer.url;
}

async function listening(own: AsyncDisposableStack, server: Server): Promise<number> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  own.defer(() => void server.close().closeAllConnections());
  return (server.address() as AddressInfo).port;
}

let upstreamPort: number;
beforeAll(async () => {
  upstreamPort = await listening(stack, upstream);
  url = await balance(stack, upstreamPort);
});
afterAll(() => stack.disposeAsync());

const call = (key: string, { path = "/api/toy/things", headers = {} as Record<string, string>, url: at = url } = {}) =>
  fetch(`${at}${path}`, { method: "POST", body: "{}", headers: { "access-token": key, ...headers } });

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
  // With shorter times, so that the test need not wait for ten seconds. No other test uses it: a slow machine is cut off, too.
  quick ??= balance(stack, upstreamPort, {
    [`timeout http-request ${limits.requestHead.max}s`]: "timeout http-request 300ms",
    "timeout http-keep-alive 60s": "timeout http-keep-alive 600ms",
  });
  const socket = connect(Number(new URL(await quick).port), "127.0.0.1").setEncoding("latin1");
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

test("a process that dies during a request leaves the caller an error in JSON that says what to do", async () => {
  const dying = createServer((request, response) => {
    if (request.method === "POST") request.socket.destroy();
    else response.end("ok");
  });
  const at = await balance(stack, await listening(stack, dying));
  const lost = await call("any", { url: at });
  expect([lost.status, lost.headers.get("x-error-code")]).toEqual([502, "unavailable"]);
  expect(((await lost.json()) as { detail: string }).detail).toContain("with the same Idempotency-Key");
});

test("of the calls that wait for a place those of the key with the fewest go first, and pages wait for none", async () => {
  const own = stack.use(new AsyncDisposableStack());
  const [order, held]: [string[], Array<() => void>] = [[], []];
  const port = await listening(
    own,
    createServer((request, response) => {
      if (request.method !== "POST") return void response.end("a page");
      order.push(keyOf(request));
      held.push(() => response.end("[]"));
    }),
  );
  const at = await balance(own, port, { "maxconn 128": "maxconn 1", "timeout queue 2s": "timeout queue 10m" });
  const first = call("first", { url: at });
  await until(() => order.length === 1);
  const calls = [first, ...Array.from({ length: 20 }, () => call("many", { url: at })), call("few", { url: at })];
  for (let page = 0; page < 10; page++) expect(await (await fetch(at)).text()).toBe("a page");
  for (let nth = 0; nth < calls.length; nth++) {
    await until(() => held.length > nth);
    held[nth]!();
  }
  await Promise.all(calls);
  // Those that came first had fewer before them, too.
  expect(order.indexOf("few")).toBeLessThan(calls.length / 2);
});

test("processes started, stopped or moved later are found by name", async () => {
  const own = stack.use(new AsyncDisposableStack());
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
  const at = await balance(own, undefined, {
    "parse-resolv-conf": `nameserver test 127.0.0.1:${names.port}`,
    "api:8080": `api.test:${port}`,
  });
  const reachedNow = async (times = 10) => {
    const texts = await Promise.all(Array.from({ length: times }, () => fetch(at).then((it) => it.text())));
    return new Set(texts.filter((text) => addressesOfBoth.has(text)));
  };
  const addressesOfBoth = new Set([first, second]);
  const come = (...wanted: string[]) =>
    until(async () => (await reachedNow().catch(() => new Set())).symmetricDifference(new Set(wanted)).size === 0);
  // It starts without any process, and says so as a process says that it cannot accept requests.
  const refused = await call("any", { url: at });
  const unavailable = new WinnowError("unavailable");
  expect(await refused.json()).toEqual(JSON.parse(errorBody(unavailable)));
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    "content-type": "application/json",
    "x-error-code": "unavailable",
    "x-error": unavailable.message,
    "retry-after": "2",
    "x-credits-charged": "0",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  addresses.add(first);
  await come(first);
  addresses.add(second);
  await come(first, second);
  addresses.delete(first);
  await come(second);
});
