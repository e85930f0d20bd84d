import { connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SimulatedClock } from "../../base/clock.ts";
import type { WinnowError } from "../../contract/errors.ts";
import { limits } from "../../limits/limits.ts";
import { registerLargeBodies } from "./large-bodies.ts";

const MB = 1024 * 1024;
let server: FastifyInstance;
let clock: SimulatedClock;
let address: string;
let waiting: Array<() => void>;
const sockets: Socket[] = [];
let arrived: () => void;
let began: () => void;
/** Bytes of bodies that have passed the hook. */
let received: number;

/** A server whose responses the test controls; the account is in a header. */
beforeEach(async () => {
  waiting = [];
  arrived = began = () => {};
  received = 0;
  clock = new SimulatedClock();
  server = Fastify({ bodyLimit: limits.otherBody.max });
  registerLargeBodies(server, clock);
  server.setErrorHandler((error: WinnowError & { statusCode?: number }, _request, reply) =>
    reply
      .code(error.status ?? error.statusCode)
      .headers(error.headers ?? {})
      .send({ detail: error.message }),
  );
  server.addHook("onRequest", async (request) => {
    const { account } = request.headers;
    if (typeof account === "string") request.account = account;
  });
  server.addHook("preParsing", async (_request, _reply, payload) => {
    began();
    return Readable.from(counted(payload), { objectMode: false });
  });
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  const paths = { "/large": limits.batchBody.max, "/call": limits.callBody.max };
  for (const [path, bodyLimit] of Object.entries(paths)) {
    server.post(path, { bodyLimit }, async ({ body }) => {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        arrived();
      });
      return { length: (body as Buffer).length };
    });
  }
  address = await server.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(async () => {
  answerAll();
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close();
});

async function* counted(body: AsyncIterable<Buffer>) {
  for await (const chunk of body) {
    received += chunk.length;
    yield chunk;
  }
}

/** Chunks without a declared length. */
const streamed = (bytes: number) =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(bytes));
      controller.close();
    },
  });
const send = (account: string | null, bytes: number, { chunked = false, path = "/large" } = {}) =>
  fetch(address + path, {
    method: "POST",
    headers: account === null ? {} : { account },
    body: chunked ? streamed(bytes) : new Uint8Array(bytes),
    ...(chunked && { duplex: "half" }),
  } as RequestInit);

/** Sends a body, and resolves when the call waits for its response. */
async function hold(account: string, bytes: number, how = {}): Promise<{ answer: Promise<Response> }> {
  const here = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const answer = send(account, bytes, how);
  await here;
  return { answer };
}
/** The head of a call with the largest body, which the test sends later. */
async function trickle(account: string) {
  const socket = connect(Number(new URL(address).port), "127.0.0.1");
  sockets.push(socket);
  const parsing = new Promise<void>((resolve) => {
    began = resolve;
  });
  const head = ["POST /large HTTP/1.1", "host: x", `account: ${account}`, "content-type: text/plain"];
  socket.write(`${head.join("\r\n")}\r\ncontent-length: ${limits.batchBody.max}\r\n\r\n`);
  const answer = new Promise<string>((resolve) => socket.once("data", (bytes) => resolve(bytes.toString())));
  socket.on("error", () => {});
  await parsing;
  return {
    answer,
    async send(bytes: number) {
      const before = received;
      socket.write(new Uint8Array(bytes));
      await expect.poll(() => received - before).toBe(bytes);
    },
  };
}
const answerAll = () => {
  for (const answer of waiting.splice(0)) answer();
};
const refusal = async (answer: Promise<Response>) => {
  const { status, headers } = await answer;
  return [status, headers.get("retry-after")];
};

test.each([{ chunked: false }, { chunked: true }])(
  "a large body is not read for an unknown caller, a small one is (%j)",
  async (how) => {
    expect((await send(null, limits.otherBody.max + 1, how)).status).toBe(401);
    const small = send(null, limits.otherBody.max, how);
    await expect.poll(() => waiting.length).toBe(1);
    answerAll();
    expect((await small).status).toBe(200);
  },
);

test("an account has at most limits.largeBodiesOfAccount in large bodies concurrently; a response makes room", async () => {
  const { answer } = await hold("ada", limits.largeBodiesOfAccount.max - MB);
  expect(await refusal(send("ada", MB + 1))).toEqual([429, "1"]);
  const other = await hold("bob", MB + 1);
  answerAll();
  expect([(await answer).status, (await other.answer).status]).toEqual([200, 200]);
  await hold("ada", limits.largeBodiesOfAccount.max);
  answerAll();
});

test("a body of unknown length counts as its route's maximum once it is large", async () => {
  const small = await hold("ada", limits.otherBody.max, { chunked: true });
  const large = await hold("ada", limits.otherBody.max + 1, { chunked: true });
  expect(await refusal(send("ada", limits.otherBody.max + 1))).toEqual([429, "1"]);
  answerAll();
  expect([(await small.answer).status, (await large.answer).status]).toEqual([200, 200]);
});

test("a body that is read whole counts four times, because memory holds it in as many forms", async () => {
  const quarter = limits.largeBodiesOfAccount.max / 4;
  const whole = await hold("ada", limits.callBody.max, { path: "/call" });
  const { answer } = await hold("ada", quarter - limits.callBody.max, { path: "/call" });
  expect(await refusal(send("ada", limits.otherBody.max + 1, { path: "/call" }))).toEqual([429, "1"]);
  answerAll();
  expect([(await whole.answer).status, (await answer).status]).toEqual([200, 200]);
});

test("all accounts together have at most limits.largeBodies concurrently", async () => {
  const accounts = limits.largeBodies.max / limits.batchBody.max;
  for (let n = 0; n < accounts; n++) await hold(`account ${n}`, limits.batchBody.max);
  expect(await refusal(send("another", limits.otherBody.max + 1))).toEqual([503, "1"]);
  answerAll();
});

test("a body slower than limits.largeBodyPace ends as soon as another needs its room, a fast one does not", async () => {
  const quick = await trickle("ada");
  const slow = await trickle("bob");
  expect(await refusal(send("eve", MB))).toEqual([503, "1"]);
  clock.advance(1_000);
  await quick.send(limits.largeBodyPace.max);
  clock.advance(1);
  const { answer } = await hold("eve", MB);
  expect(await slow.answer).toMatch(/^HTTP\/1.1 503 .*retry-after: 1/s);
  await quick.send(limits.batchBody.max - limits.largeBodyPace.max);
  await expect.poll(() => waiting.length).toBe(2);
  // A body that has fully arrived is not slow, however long its response takes.
  clock.advance(60_000);
  expect(await refusal(send("bob", limits.batchBody.max))).toEqual([503, "1"]);
  answerAll();
  expect((await answer).status).toBe(200);
  expect(await quick.answer).toMatch(/^HTTP\/1.1 200 /);
});

test.each([{ chunked: false }, { chunked: true }])(
  "a body above the limit of its route is rejected (%j)",
  async (how) => {
    const answer = await send("ada", limits.batchBody.max + 1, how).catch(() => null);
    // The connection may end while the client still sends.
    if (answer) expect(answer.status).toBe(413);
    await hold("ada", limits.largeBodiesOfAccount.max);
    answerAll();
  },
);
