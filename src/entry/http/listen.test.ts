import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { listen } from "./listen.ts";

const loopback = { port: 0, host: "127.0.0.1" };

test("connections that arrive together are accepted in a few turns of the event loop, and served", async () => {
  const server = Fastify();
  server.get("/", async () => "here");
  const end = await listen(server, loopback);
  const { port } = server.addresses()[0] as AddressInfo;
  let turns = 0;
  let taken = 0;
  const all = new Promise<void>((resolve) => {
    server.server.on("connection", () => {
      taken += 1;
      if (taken === 64) resolve();
    });
  });
  let isOver = false;
  const turn = () => {
    if (taken > 0) turns += 1;
    if (!isOver) setImmediate(turn);
  };
  turn();
  const sockets = Array.from({ length: 64 }, () => connect(port, "127.0.0.1"));
  await all;
  isOver = true;
  // One per turn would take 64.
  if (process.platform === "linux") expect(turns).toBeLessThan(40);
  for (const socket of sockets) socket.write("GET / HTTP/1.1\r\nhost: a\r\n\r\n");
  const answers = await Promise.all(sockets.map((socket) => once(socket, "data")));
  for (const [answer] of answers) expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  for (const socket of sockets) socket.destroy();
  end();
  await server.close();
});

test("a port in use is an error, even if its owner shares it", async () => {
  const first = Fastify();
  const end = await listen(first, loopback);
  const { port } = first.addresses()[0] as AddressInfo;
  const second = Fastify();
  await expect(listen(second, { ...loopback, port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  end();
  await first.close();
  await second.close();
});
