import { type AddressInfo, connect, type Socket } from "node:net";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useService } from "../../../test/support/service/use-service.ts";
import type { Caller } from "../../accounts/types.ts";
import { disconnectSignal } from "../../base/disconnect-signal.ts";
import { limits } from "../../limits/limits.ts";
import type { OperationCall } from "../../service/operation-call.ts";
import { streamed } from "./formats.ts";

const TIMEOUT_MS = 300_000;

describe("a stream at its deadline", () => {
  const bench = useService();
  const { clock, counting } = bench;
  const server = Fastify();
  let asked: Partial<OperationCall> & { name: string };
  let caller: Caller;

  beforeAll(async () => {
    server.post("/:summary", (request, reply) => {
      const call = bench.call(caller, { count: 30, disconnect: disconnectSignal(reply.raw), ...asked });
      const summary = (request.params as { summary: string }).summary === "summary";
      return streamed(reply, bench.service(), call, { selection: null, summary, clock });
    });
    await server.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => server.close());

  const address = () => server.server.address() as AddressInfo;

  async function begin(name: string): Promise<{ reached: Promise<void> }> {
    caller = await bench.newCaller("free", 100);
    asked = { name };
    return counting.holdNextRun(name);
  }

  test.each(["trailers", "summary"])(
    "a stream at its deadline is charged for what was sent, and its last line says so (%s)",
    async (end) => {
      const { reached } = await begin(`ends with ${end}`);
      const answer = fetch(`http://127.0.0.1:${address().port}/${end}`, { method: "POST" });
      await reached;
      clock.advance(TIMEOUT_MS);
      const lines = (await (await answer).text()).trim().split("\n");
      expect(lines).toHaveLength(2);
      expect(JSON.parse(lines[1]!)).toMatchObject({
        "@type": "WinnowError",
        status: 408,
        code: "deadline",
        credits_charged: 3,
        detail: expect.stringContaining("1 record had been sent and is charged."),
      });
      expect(await bench.lastRow(caller)).toMatchObject({ cost: 3, is_paid: true, response_count: 1 });
    },
  );

  test("whose client does not read is charged, and its connection is closed after limits.streamDrain", async () => {
    caller = await bench.newCaller("free", 1_000);
    asked = { name: "unread" };
    counting.shelves.set(
      "unread",
      Array.from({ length: 1_000 }, (_, nth) => ({ id: String(nth), name: "x".repeat(100_000) })),
    );
    asked.request = { name: "unread", count: 1_000, timeout: 300 };
    const socket = await stalled();
    await expect.poll(() => serverSockets.some(({ writableNeedDrain }) => writableNeedDrain)).toBe(true);
    clock.advance(TIMEOUT_MS);
    await expect.poll(async () => (await bench.lastRow(caller))?.cost).toBeGreaterThan(0);
    expect(socket.closed).toBe(false);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    clock.advance(limits.streamDrain.max * 1_000);
    socket.resume();
    await closed;
  });

  /** A client that sends its request and reads nothing. */
  async function stalled(): Promise<Socket> {
    const socket = connect(address().port, "127.0.0.1").pause();
    socket.on("error", () => {});
    socket.write("POST /trailers HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n");
    return socket;
  }

  const serverSockets: Socket[] = [];
  server.server.on("connection", (socket) => serverSockets.push(socket));
});
