import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { WinnowError } from "../../contract/errors.ts";
import { limits } from "../../limits/limits.ts";
import { registerLargeBodies } from "./large-bodies.ts";

const MB = 1024 * 1024;
let server: FastifyInstance;
let address: string;
let waiting: Array<() => void>;
let arrived: () => void;

/** A server whose calls are answered when the test says so; the account is in a header. */
beforeEach(async () => {
  waiting = [];
  arrived = () => {};
  server = Fastify({ bodyLimit: limits.otherBody.most });
  registerLargeBodies(server);
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
  server.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  const paths = { "/large": limits.batchBody.most, "/call": limits.callBody.most };
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
afterEach(() => server.close());

/** Chunks without a length before them. */
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

/** Sends a body, and resolves when the call waits for its answer. */
async function hold(account: string, bytes: number, how = {}): Promise<{ answer: Promise<Response> }> {
  const here = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const answer = send(account, bytes, how);
  await here;
  return { answer };
}
const answerAll = () => {
  for (const answer of waiting.splice(0)) answer();
};
const refusal = async (answer: Promise<Response>) => {
  const { status, headers } = await answer;
  return [status, headers.get("retry-after")];
};

test.each([{ chunked: false }, { chunked: true }])(
  "a large body is not read for somebody who is not known, a small one is (%j)",
  async (how) => {
    expect((await send(null, limits.otherBody.most + 1, how)).status).toBe(401);
    const small = send(null, limits.otherBody.most, how);
    await expect.poll(() => waiting.length).toBe(1);
    answerAll();
    expect((await small).status).toBe(200);
  },
);

test("an account has at most limits.largeBodiesOfAccount in large bodies at once; an answer makes room", async () => {
  const { answer } = await hold("ada", limits.largeBodiesOfAccount.most - MB);
  expect(await refusal(send("ada", MB + 1))).toEqual([429, "1"]);
  const other = await hold("bob", MB + 1);
  answerAll();
  expect([(await answer).status, (await other.answer).status]).toEqual([200, 200]);
  await hold("ada", limits.largeBodiesOfAccount.most);
  answerAll();
});

test("a body of unknown length counts as the largest that its route takes, once it is large", async () => {
  const small = await hold("ada", limits.otherBody.most, { chunked: true });
  const large = await hold("ada", limits.otherBody.most + 1, { chunked: true });
  expect(await refusal(send("ada", limits.otherBody.most + 1))).toEqual([429, "1"]);
  answerAll();
  expect([(await small.answer).status, (await large.answer).status]).toEqual([200, 200]);
});

test("a body that is read whole counts four times: it is in memory in as many forms", async () => {
  const quarter = limits.largeBodiesOfAccount.most / 4;
  const whole = await hold("ada", limits.callBody.most, { path: "/call" });
  const { answer } = await hold("ada", quarter - limits.callBody.most, { path: "/call" });
  expect(await refusal(send("ada", limits.otherBody.most + 1, { path: "/call" }))).toEqual([429, "1"]);
  answerAll();
  expect([(await whole.answer).status, (await answer).status]).toEqual([200, 200]);
});

test("all accounts together have at most limits.largeBodies at once", async () => {
  const accounts = limits.largeBodies.most / limits.batchBody.most;
  for (let n = 0; n < accounts; n++) await hold(`account ${n}`, limits.batchBody.most);
  expect(await refusal(send("another", limits.otherBody.most + 1))).toEqual([503, "1"]);
  answerAll();
});

test.each([{ chunked: false }, { chunked: true }])(
  "a body above the limit of its route is refused (%j)",
  async (how) => {
    const answer = await send("ada", limits.batchBody.most + 1, how).catch(() => null);
    // The connection may end while the client still sends.
    if (answer) expect(answer.status).toBe(413);
    await hold("ada", limits.largeBodiesOfAccount.most);
    answerAll();
  },
);
