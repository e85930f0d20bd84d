import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SimulatedClock } from "../../base/clock.ts";
import type { WinnowError } from "../../contract/errors.ts";
import { limits } from "../../limits/limits.ts";
import { registerUnreadResponses, UnreadResponses } from "./unread-responses.ts";

const MB = 1024 * 1024;
/** More than the buffers of both ends take. */
const LARGE = 24 * MB;
const { unreadResponse, unreadBytes } = limits;

let server: FastifyInstance;
let clock: SimulatedClock;
const sockets: Socket[] = [];

function* endless() {
  for (;;) yield "x".repeat(16_384);
}

beforeEach(async () => {
  clock = new SimulatedClock();
  server = Fastify();
  registerUnreadResponses(server, clock);
  server.setErrorHandler((error: WinnowError, _request, reply) =>
    reply.code(error.status).headers(error.headers).send(),
  );
  server.get("/body", async () => Buffer.alloc(LARGE, "x"));
  server.get("/stream", async () => Readable.from(endless(), { objectMode: false }));
  type Link = { Params: { link: string }; Querystring: { silent?: string } };
  server.get<Link>("/links/:link", async ({ params, query, ip }, reply) => {
    const holders = { readersOfALink: params.link, readersOfANetwork: params.link.split("-")[0] ?? ip, readers: "all" };
    server.readers.enter(reply.raw, holders);
    return query.silent ? new Readable({ read() {} }) : Readable.from(endless(), { objectMode: false });
  });
  server.get("/events", (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { "content-type": "text/event-stream" });
    reply.raw.write("data: first\n\n");
  });
  await server.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

/** A client that requests and reads nothing, and the service's end of its connection. */
async function unread(path: string): Promise<{ client: Socket; held: Socket }> {
  const { port } = server.server.address() as AddressInfo;
  const client = connect({ port, host: "127.0.0.1" }).pause();
  sockets.push(client);
  client.on("error", () => {});
  client.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  const [{ socket: held }] = (await once(server.server, "request")) as [IncomingMessage];
  if (!/events|silent/.test(path)) await full(held);
  return { client, held };
}

/** Waits until the buffers of both ends are full. */
async function full(socket: Socket): Promise<void> {
  let before = 0;
  const isFull = () => {
    const queue = queued(socket);
    const isStill = queue > 0 && queue === before;
    before = queue;
    return isStill;
  };
  await expect.poll(isFull).toBe(true);
}

const queued = (socket: Socket): number =>
  (socket as unknown as { _handle: { writeQueueSize: number } })._handle.writeQueueSize;

const seconds = (count: number) => clock.advance(count * 1_000);

describe.each(["/body", "/stream"])("a response that nobody reads (%s)", (path) => {
  test("loses its connection after limits.unreadResponse, whatever else the client sends", async () => {
    const { client, held } = await unread(path);
    seconds(unreadResponse.max - 1);
    client.write("GET / HTTP/1.1\r\nx-slow: ");
    expect(held.destroyed).toBe(false);
    seconds(2);
    expect(held.destroyed).toBe(true);
  });
});

test("a client that reads keeps its connection, however slowly", async () => {
  const { client, held } = await unread("/stream");
  for (let part = 0; part < 4; part++) {
    seconds(unreadResponse.max - 2);
    const until = client.bytesRead + 4 * MB;
    client.resume();
    await expect.poll(() => client.bytesRead >= until).toBe(true);
    client.pause();
    seconds(1);
    expect(held.destroyed).toBe(false);
  }
});

test.each([
  [limits.readPace.max, false],
  [limits.readPace.max - 1, true],
])("limits.readPace: a client that reads %i bytes a minute loses its connection: %s", (bytes, isLost) => {
  const handle = { bytesWritten: LARGE, writeQueueSize: LARGE };
  const socket = { writableLength: LARGE, _handle: handle, once() {}, destroyed: false, destroy };
  function destroy() {
    socket.destroyed = true;
  }
  new UnreadResponses(clock).follow(socket as unknown as Socket);
  for (let minute = 0; minute < 3; minute++) {
    handle.writeQueueSize -= bytes;
    seconds(unreadResponse.max);
  }
  expect(socket.destroyed).toBe(isLost);
});

test("a stream with nothing to read stays open", async () => {
  const { held } = await unread("/events");
  seconds(10 * unreadResponse.max);
  expect(held.destroyed).toBe(false);
});

test("limits.unreadBytes: beyond it, those who have waited longest lose their connections", async () => {
  const first = await unread("/body");
  seconds(1);
  const second = await unread("/body");
  expect(first.held.writableLength + second.held.writableLength).toBeGreaterThan(unreadBytes.max);
  seconds(2);
  expect([first.held.destroyed, second.held.destroyed]).toEqual([true, false]);
  seconds(unreadResponse.max / 2);
  expect(second.held.destroyed).toBe(false);
});

describe("readers of stored records", () => {
  const refused = async (path: string) => {
    const { statusCode, headers } = await server.inject(path);
    return [statusCode, headers["retry-after"]];
  };

  test("limits.readersOfALink: one more than a link has is 429, and gets the place of one that has stopped reading", async () => {
    const held: Socket[] = [];
    for (let n = 0; n < limits.readersOfALink.max; n++) held.push((await unread("/links/a-1")).held);
    expect(await refused("/links/a-1")).toEqual([429, "2"]);
    seconds(3);
    await unread("/links/a-1");
    expect(held.map(({ destroyed }) => destroyed)).toEqual([true, ...held.slice(1).map(() => false)]);
    expect((await unread("/links/a-2")).held.destroyed).toBe(false);
  });

  test("a client that reads keeps its place", async () => {
    const clients: Socket[] = [];
    for (let n = 0; n < limits.readersOfALink.max; n++) clients.push((await unread("/links/a-1")).client.resume());
    for (let second = 0; second < 4; second++) {
      const before = clients.map(({ bytesRead }) => bytesRead);
      await expect.poll(() => clients.every(({ bytesRead }, n) => bytesRead > before[n]! + MB)).toBe(true);
      seconds(1);
    }
    expect(await refused("/links/a-1")).toEqual([429, "2"]);
  });

  test("limits.readersOfANetwork bounds all links together, and a network with few readers gets the place of one with many", async () => {
    const { readersOfANetwork, readersOfALink, readers } = limits;
    for (let n = 0; n < readers.max; n++) {
      const network = Math.floor(n / readersOfANetwork.max);
      await unread(`/links/n${network}-${Math.floor(n / readersOfALink.max)}?silent=yes`);
      if ((n + 1) % readersOfANetwork.max === 0 && n + 1 < readers.max) {
        expect(await refused(`/links/n${network}-x`)).toEqual([429, "2"]);
      }
    }
    expect((await unread("/links/other-1?silent=yes")).held.destroyed).toBe(false);
  });
});
