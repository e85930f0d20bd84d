import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { limits } from "../../limits/limits.ts";
import { ConnectionCount, connectionsWithin, registerConnectionBounds } from "./connection-bounds.ts";
import { listen } from "./listen.ts";

/** A server for eight connections whose `/held` answers when the test says so. */
async function bounded() {
  const server = Fastify();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let running = 0;
  server.get("/", async () => "here");
  server.post("/", async () => "read");
  server.get("/held", async () => {
    running += 1;
    await released;
    return "held";
  });
  registerConnectionBounds(server, 8);
  const end = await listen(server, { port: 0, host: "127.0.0.1" });
  const { port } = server.addresses()[0] as AddressInfo;
  const sockets: Socket[] = [];
  const open = async (sent: string) => {
    const socket = connect(port, "127.0.0.1");
    sockets.push(socket);
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(sent);
    return socket;
  };
  return {
    open,
    running: () => running,
    release,
    /** The start of the response, or `closed`. */
    async ask(): Promise<string> {
      const socket = await open("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
      const answer = await Promise.race([once(socket, "data"), once(socket, "close").then(() => ["closed"])]);
      return String(answer[0]).slice(0, 12);
    },
    async close() {
      release();
      for (const socket of sockets) socket.destroy();
      end();
      await server.close();
    },
  };
}

test("connections beyond the limit are closed on arrival, on whichever socket; one that ends makes room", async () => {
  const { open, ask, running, close } = await bounded();
  const held: Socket[] = [];
  for (let n = 0; n < 8; n++) held.push(await open("GET /held HTTP/1.1\r\nhost: a\r\n\r\n"));
  await expect.poll(running).toBe(8);
  expect([await ask(), await ask()]).toEqual(["closed", "closed"]);
  held[0]!.destroy();
  await expect.poll(ask).toBe("HTTP/1.1 200");
  await close();
});

test.each([
  ["send nothing", ""],
  ["stop within a head", "GET / HTTP/1.1\r\n"],
  ["stop within a body", "POST / HTTP/1.1\r\nhost: a\r\ncontent-type: text/plain\r\ncontent-length: 9\r\n\r\nx"],
  ["stay open after a response", "GET / HTTP/1.1\r\nhost: a\r\n\r\n"],
])("connections that %s keep nobody out: the one that has waited longest makes room", async (_, sent) => {
  const { open, ask, close } = await bounded();
  const [first] = await Promise.all(Array.from({ length: 8 }, () => open(sent)));
  // While their requests still run, none of the eight can make room.
  await expect.poll(ask).toBe("HTTP/1.1 200");
  for (let n = 0; n < 20; n++) expect(await ask()).toBe("HTTP/1.1 200");
  first!.resume();
  await expect.poll(() => first!.destroyed).toBe(true);
  await close();
});

test("a running request keeps its connection while idle ones make room, pipelined or not", async () => {
  const { open, ask, running, release, close } = await bounded();
  const quick = "GET / HTTP/1.1\r\nhost: a\r\n\r\n";
  const socket = await open(`${quick}GET /held HTTP/1.1\r\nhost: a\r\n\r\n`);
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk;
  });
  await expect.poll(running).toBe(1);
  for (let n = 0; n < 20; n++) expect(await ask()).toBe("HTTP/1.1 200");
  release();
  await expect.poll(() => received).toContain("held");
  await close();
});

test("limits.networkConnections: one network holds at most a quarter; this machine and a trusted proxy may hold all", () => {
  const count = new ConnectionCount(40);
  const taken = (addresses: string[]) => addresses.map((address) => count.enter(address)).filter(Boolean).length;
  const network = (n: number) => `2001:db8:1:2::${n.toString(16)}`;
  expect(taken(Array.from({ length: 15 }, (_, n) => network(n)))).toBe(40 * limits.networkConnections.max);
  expect(taken(["2001:db8:1:3::1", "198.51.100.7"])).toBe(2);
  count.trust("192.0.2.1");
  expect(taken(Array(20).fill("192.0.2.1"))).toBe(20);
  expect(taken(Array(20).fill("127.0.0.1"))).toBe(8);
});

test("a network that closes a connection may open another; even the smallest limit admits one", () => {
  const count = new ConnectionCount(8);
  const [first, second, third] = [1, 2, 3].map(() => count.enter("198.51.100.7"));
  expect([first, second, third].map(Boolean)).toEqual([true, true, false]);
  first!();
  expect([count.enter("198.51.100.7"), count.enter("198.51.100.7")].map(Boolean)).toEqual([true, false]);
  const small = new ConnectionCount(2);
  const leave = small.enter("198.51.100.7");
  expect(
    [leave, small.enter("198.51.100.7"), small.enter("203.0.113.1"), small.enter("203.0.113.2")].map(Boolean),
  ).toEqual([true, false, true, false]);
  leave!();
  expect(small.enter("203.0.113.2")).not.toBeNull();
});

test("limits.connections: connections beyond it are closed unless another limit is given", () => {
  const count = new ConnectionCount();
  const { max } = limits.connections;
  for (let n = 0; n < max; n++) expect(count.enter("127.0.0.1")).not.toBeNull();
  expect(count.enter("127.0.0.1")).toBeNull();
});

test("connections are fewer than the file descriptors, so that the process can still read files and fetch from sites", () => {
  expect([256, 1_024, 4_096, 20_128].map(connectionsWithin)).toEqual([64, 448, 1_984, 10_000]);
  expect(connectionsWithin(Number.POSITIVE_INFINITY)).toBe(limits.connections.max);
  expect(connectionsWithin(64)).toBe(1);
});
