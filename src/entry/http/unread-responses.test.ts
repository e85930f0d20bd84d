import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SimulatedClock } from "../../base/clock.ts";
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
  server.get("/body", async () => Buffer.alloc(LARGE, "x"));
  server.get("/stream", async () => Readable.from(endless(), { objectMode: false }));
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

/** A client that requests and reads nothing, and the response that waits for it. */
async function unread(path: string): Promise<{ client: Socket; response: ServerResponse }> {
  const { port } = server.server.address() as AddressInfo;
  const client = connect({ port, host: "127.0.0.1" }).pause();
  sockets.push(client);
  client.on("error", () => {});
  client.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`);
  const [, response] = (await once(server.server, "request")) as [unknown, ServerResponse];
  if (path !== "/events") await full(response);
  return { client, response };
}

/** Waits until the buffers of both ends are full. */
async function full({ socket }: ServerResponse): Promise<void> {
  let before = 0;
  const isFull = () => {
    const queue = queued(socket!);
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
    const { client, response } = await unread(path);
    seconds(unreadResponse.most - 1);
    client.write("GET / HTTP/1.1\r\nx-slow: ");
    expect(response.destroyed).toBe(false);
    seconds(2);
    expect(response.destroyed).toBe(true);
  });

  test("keeps its connection while the client reads, however slowly", async () => {
    const { client, response } = await unread(path);
    const { socket } = response;
    for (let part = 0; part < 4; part++) {
      seconds(unreadResponse.most - 2);
      const until = client.bytesRead + 4 * MB;
      const waiting = queued(socket!);
      client.resume();
      await expect
        .poll(() => client.bytesRead >= until && (queued(socket!) < waiting || path === "/stream"))
        .toBe(true);
      client.pause();
      seconds(1);
      expect(socket!.destroyed).toBe(false);
    }
  });
});

test.each([
  [limits.readPace.most, false],
  [limits.readPace.most - 1, true],
])("limits.readPace: a client that reads %i bytes a minute loses its connection: %s", (bytes, isLost) => {
  const handle = { bytesWritten: LARGE, writeQueueSize: LARGE };
  const response = { writableLength: LARGE, socket: { _handle: handle }, once() {}, destroyed: false, destroy };
  function destroy() {
    response.destroyed = true;
  }
  new UnreadResponses(clock).follow(response as unknown as ServerResponse);
  for (let minute = 0; minute < 3; minute++) {
    handle.writeQueueSize -= bytes;
    seconds(unreadResponse.most);
  }
  expect(response.destroyed).toBe(isLost);
});

test("a stream with nothing to read stays open", async () => {
  const { response } = await unread("/events");
  seconds(10 * unreadResponse.most);
  expect(response.destroyed).toBe(false);
});

test("limits.unreadBytes: beyond it, those who have waited longest lose their connections", async () => {
  const first = await unread("/body");
  seconds(1);
  const second = await unread("/body");
  expect(first.response.writableLength + second.response.writableLength).toBeGreaterThan(unreadBytes.most);
  seconds(2);
  expect([first.response.destroyed, second.response.destroyed]).toEqual([true, false]);
  seconds(unreadResponse.most / 2);
  expect(second.response.destroyed).toBe(false);
});
