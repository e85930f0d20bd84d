import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../../test/support/service.ts";

const MB = 1024 * 1024;
const NEXT = "GET /health/live HTTP/1.1\r\nhost: a\r\n\r\n";
const DASHBOARD = "x-winnow-dashboard: 1";
const UPLOAD = "/batches?operation=nlretail/products/search";

let service: TestService;
let key: string;
/** The service's ends of the connections that are open. */
const held = new Map<number | undefined, Socket>();
beforeAll(async () => {
  service = await startTestService();
  service.server.server.on("connection", (socket: Socket) => {
    const { remotePort } = socket;
    held.set(
      remotePort,
      socket.once("close", () => held.delete(remotePort)),
    );
  });
  key = await service.createKey();
});
afterAll(() => service.close());

/** A connection and what it has received. The client never closes it, even if the service has closed its side. */
async function open() {
  let text = "";
  const port = Number(new URL(service.address).port);
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }).setEncoding("latin1");
  socket
    .on("error", () => {})
    .on("data", (chunk) => {
      text += chunk;
    });
  await once(socket, "connect");
  const { localPort } = socket;
  await expect.poll(() => held.has(localPort)).toBe(true);
  return { socket, received: () => text, isHeld: () => held.has(localPort) };
}

const statuses = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

interface Sent {
  method?: string;
  path: string;
  headers?: string[];
  bytes: number;
  fill?: string;
  isChunked?: boolean;
  /** The last byte never comes. */
  isUnfinished?: boolean;
}

function send(
  socket: Socket,
  { method = "POST", path, headers = [], bytes, fill = "x", isChunked, isUnfinished }: Sent,
) {
  const length = isChunked ? "transfer-encoding: chunked" : `content-length: ${bytes}`;
  socket.write(`${[`${method} ${path} HTTP/1.1`, "host: a", ...headers, length].join("\r\n")}\r\n\r\n`);
  if (isChunked) socket.write(`${bytes.toString(16)}\r\n`);
  socket.write(Buffer.alloc(bytes, fill).subarray(isUnfinished ? 1 : 0));
  if (isChunked && !isUnfinished) socket.write("\r\n0\r\n\r\n");
}

const json = "content-type: application/json";
const ndjson = "content-type: application/x-ndjson";

/** Responses that are sent before the body has been read. */
const early: Array<[name: string, status: number, sent: () => Sent]> = [
  ["a missing key", 401, () => ({ path: "/batches", headers: [json], bytes: 2 * MB })],
  ["a missing session", 401, () => ({ path: "/dashboard-api/batches", headers: [DASHBOARD], bytes: 2 * MB })],
  ["another site's form", 403, () => ({ path: "/dashboard-api/batches", headers: [json], bytes: 2 * MB })],
  ["an unknown address", 404, () => ({ path: "/nothing", headers: [json], bytes: 2 * MB })],
  ["a slash too many", 307, () => ({ path: "/batches/", headers: [json], bytes: 2 * MB })],
  ["another method", 405, () => ({ method: "PUT", path: "/batches", headers: [json], bytes: 2 * MB })],
  [
    "a declared length above limits.batchBody",
    413,
    () => ({ path: "/batches", headers: [withKey(), json], bytes: 9 * MB }),
  ],
  [
    "a call above limits.callBody",
    413,
    () => ({ path: "/api/nlretail/products/search", headers: [withKey(), json], bytes: 2 * MB }),
  ],
  ["an MCP message above limits.callBody", 413, () => ({ path: "/mcp", headers: [withKey(), json], bytes: 2 * MB })],
  [
    "an upload whose first request is too large",
    413,
    () => ({ path: UPLOAD, headers: [withKey(), ndjson], bytes: 4 * MB }),
  ],
  [
    "the same without a declared length",
    413,
    () => ({ path: UPLOAD, headers: [withKey(), ndjson], bytes: 4 * MB, isChunked: true }),
  ],
  [
    "an upload of too many requests",
    422,
    () => ({ path: UPLOAD, headers: [withKey(), ndjson], bytes: 4 * MB, fill: "{}\n" }),
  ],
  [
    "an upload for an unknown operation",
    422,
    () => ({ path: "/batches?operation=none", headers: [withKey(), ndjson], bytes: 4 * MB }),
  ],
  [
    "the same to preview it",
    422,
    () => ({ path: "/batches/preview?operation=none", headers: [withKey(), ndjson], bytes: 4 * MB }),
  ],
  [
    "a client that waits for 100 Continue",
    413,
    () => ({ path: "/batches", headers: [withKey(), json, "expect: 100-continue"], bytes: 9 * MB }),
  ],
];

const withKey = (): string => `access-token: ${key}`;

describe("a response that is sent before the body has been read", () => {
  test.each(early)("leaves the connection to the next request: %s (%i)", async (_, status, sent) => {
    const { socket, received, isHeld } = await open();
    send(socket, sent());
    socket.write(NEXT);
    // A connection that hangs is closed in the end, and then the second status is missing.
    await expect.poll(() => statuses(received()).at(-1) === 200 || !isHeld()).toBe(true);
    expect(statuses(received()).filter((code) => code !== 100)).toEqual([status, 200]);
    socket.destroy();
  });

  test("does not let a client that never finishes its body keep the connection", async () => {
    await Promise.all(
      early.map(async ([, , sent]) => {
        const { socket, received, isHeld } = await open();
        send(socket, { ...sent(), isUnfinished: true });
        await expect.poll(isHeld).toBe(false);
        // An account sends one large body at a time.
        expect(statuses(received()).at(-1)).toBeGreaterThanOrEqual(300);
        socket.destroy();
      }),
    );
  });
});

test.each([
  ["is not HTTP", "nonsense\r\n\r\n", 400],
  ["has a head that is too large", `GET / HTTP/1.1\r\nhost: a\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, 431],
])("a request that %s ends its connection, even if the client keeps it open", async (_, bytes, status) => {
  const { socket, received, isHeld } = await open();
  socket.write(bytes);
  await expect.poll(isHeld).toBe(false);
  expect(statuses(received())).toEqual([status]);
  socket.destroy();
});

describe("a request without a Host", () => {
  const ask = async (lines: string[]) => {
    const { socket, received } = await open();
    socket.end(`${lines.join("\r\n")}\r\n\r\n`);
    await once(socket, "end");
    return received();
  };

  test.each(["GET /health/live", "POST /api/nlretail/products/search", "POST /nothing", "GET /docs/"])(
    "%s is a 400 in our own format",
    async (line) => {
      const [head = "", body = ""] = (await ask([`${line} HTTP/1.1`, withKey(), "connection: close"])).split(
        "\r\n\r\n",
      );
      expect(head).toMatch(/^HTTP\/1\.1 400 /);
      expect(head).toMatch(/^x-error-code: bad_request\r$/im);
      expect(head).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/im);
      expect(JSON.parse(body)).toEqual({ detail: "Header host is missing. HTTP/1.1 requires it." });
    },
  );

  test("a request without a Host is served in HTTP/1.0, which has none", async () => {
    expect(await ask(["GET /health/live HTTP/1.0"])).toMatch(/^HTTP\/1\.1 200 /);
  });
});
