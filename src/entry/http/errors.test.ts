import type { Socket } from "node:net";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WinnowError } from "../../contract/errors.ts";
import { beginCall } from "./call.ts";
import { registerErrors, sendFrameworkError } from "./errors.ts";
import { answerClientError } from "./server.ts";

const lines: string[] = [];
const server = Fastify({
  logger: { level: "error", stream: { write: (line) => void lines.push(line) } },
  frameworkErrors: (error, request, reply) => sendFrameworkError(error, request, reply, 5),
});
let thrown: unknown;
let failure: unknown;

beforeAll(async () => {
  server.addHook("onRequest", async (request, reply) => beginCall(request, reply, 0));
  registerErrors(server);
  server.addHook("onResponse", async (request) => {
    failure = request.failure;
  });
  server.post("/fail", { bodyLimit: 10 }, async () => {
    throw thrown;
  });
  server.get("/things/:id", async () => "one");
  server.delete("/things/:id", async () => "gone");
  server.get("/things/a.b", async () => "dotted");
  server.get("/files/*", async () => "any");
  await server.ready();
});
afterAll(() => server.close());

async function answerTo(error: unknown) {
  thrown = error;
  lines.length = 0;
  const answer = await server.inject({ method: "POST", url: "/fail" });
  return { ...answer, code: answer.headers["x-error-code"], detail: answer.json().detail };
}
const ofFramework = (statusCode: number | undefined, code?: string) =>
  Object.assign(new Error("in its own words"), { statusCode, code });

describe("an error has one format", () => {
  test("ours is unchanged, and not logged as a fault", async () => {
    const own = new WinnowError("internal");
    expect(await answerTo(own)).toMatchObject({ statusCode: 500, code: "internal" });
    expect(failure).toBe(own);
    expect(lines).toEqual([]);
    const { statusCode, headers, body } = await answerTo(
      new WinnowError("validation", [{ type: "x", loc: ["body"], msg: "no" }]),
    );
    expect([statusCode, headers["content-type"], JSON.parse(body)]).toEqual([
      422,
      "application/json; charset=utf-8",
      { detail: [{ type: "x", loc: ["body"], msg: "no" }] },
    ]);
  });

  test.each([
    [400, 400, "bad_request", "in its own words"],
    [499, 400, "bad_request", "in its own words"],
    [399, 500, "internal", expect.not.stringContaining("own words")],
    [500, 500, "internal", expect.not.stringContaining("own words")],
    [undefined, 500, "internal", expect.not.stringContaining("own words")],
  ])("the framework's %s is %i %s", async (status, statusCode, code, detail) => {
    expect(await answerTo(ofFramework(status))).toMatchObject({ statusCode, code, detail });
    expect(lines).toHaveLength(statusCode === 500 ? 1 : 0);
    expect(failure).toMatchObject({ code });
  });

  test("a store that is down is 503, with the time to retry", async () => {
    const answer = await answerTo(ofFramework(undefined, "ECONNREFUSED"));
    expect(answer).toMatchObject({ statusCode: 503, code: "unavailable" });
    expect(answer.headers["retry-after"]).toBe("1");
    expect(lines).toHaveLength(1);
  });

  test("a body that is too large is 413", async () => {
    const payload = JSON.stringify({ long: "x".repeat(20) });
    const answer = await server.inject({
      method: "POST",
      url: "/fail",
      payload,
      headers: { "content-type": "application/json" },
    });
    expect([answer.statusCode, answer.headers["x-error-code"]]).toEqual([413, "body_too_large"]);
  });

  test("an unreadable address is 400, with an id", async () => {
    const answer = await server.inject("/%zz");
    expect([answer.statusCode, answer.headers["x-error-code"]]).toEqual([400, "bad_request"]);
    expect(answer.headers).toMatchObject({
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "cache-control": "no-store",
    });
  });
});

describe("an error as application/problem+json", () => {
  const ask = async (accept: string, error: WinnowError) => {
    thrown = error;
    const { statusCode, headers, body } = await server.inject({ method: "POST", url: "/fail", headers: { accept } });
    return { status: statusCode, type: headers["content-type"], code: headers["x-error-code"], body };
  };
  const sentence = new WinnowError("no_such_thing", "The shelf is empty.");

  test.each([
    "application/problem+json",
    "application/json, application/problem+json",
    "text/csv;q=0.9, Application/Problem+JSON;q=0.1",
  ])("an error as application/problem+json is for callers that name it: %s", async (accept) => {
    const { body, ...answer } = await ask(accept, sentence);
    expect(answer).toEqual({
      status: sentence.status,
      type: expect.stringMatching(/^application\/problem\+json/),
      code: "no_such_thing",
    });
    expect(JSON.parse(body)).toEqual({
      type: "/docs/errors.md#no_such_thing",
      title: expect.stringMatching(/\w/),
      status: sentence.status,
      detail: "The shelf is empty.",
      code: "no_such_thing",
    });
  });

  test.each(["*/*", "application/*", "application/json", "application/problem+json;q=0", "application/problem+xml"])(
    "an error as application/problem+json is not for others, who get the contract's own form: %s",
    async (accept) => {
      const { type, body } = await ask(accept, sentence);
      expect([type, body]).toEqual(["application/json; charset=utf-8", '{"detail":"The shelf is empty."}']);
    },
  );

  test("leaves a list of items as it is", async () => {
    const items = new WinnowError("validation", [{ type: "x", loc: ["body"], msg: "no" }]);
    const asked = await ask("application/problem+json", items);
    expect(asked).toEqual(await ask("application/json", items));
  });

  test.each(["/nowhere", "/%zz", "/fail"])(
    "an error as application/problem+json is given where no route runs too: %s",
    async (url) => {
      const { statusCode, body } = await server.inject({ url, headers: { accept: "application/problem+json" } });
      expect(JSON.parse(body)).toMatchObject({ status: statusCode, title: expect.any(String) });
    },
  );
});

describe("requests that no route accepts", () => {
  const ask = async (method: "GET" | "POST" | "PUT", url: string) => {
    const { statusCode, headers } = await server.inject({ method, url });
    return [statusCode, headers.allow];
  };

  test.each([
    ["GET", "/nowhere", 404, undefined],
    ["POST", "/nowhere?x=1", 404, undefined],
    ["POST", "/things/7", 405, "DELETE, GET, HEAD"],
    ["PUT", "/things/7?x=1", 405, "DELETE, GET, HEAD"],
    ["PUT", "/things/7/8", 404, undefined],
    ["PUT", "/x/things/7", 404, undefined],
    ["PUT", "/things/", 404, undefined],
    ["PUT", "/files/x", 404, undefined],
    ["GET", "/fail", 405, "POST"],
    ["GET", "/failed", 404, undefined],
  ] as const)("%s %s is %i, allowed: %s", async (method, url, status, allow) => {
    expect(await ask(method, url)).toEqual([status, allow]);
  });

  test.each([
    ["POST", "/fail/", "/fail"],
    ["GET", "/things/7/?x=1&y=/", "/things/7?x=1&y=/"],
    ["GET", "/things/7//", "/things/7"],
    ["GET", "/things/a%2Fb/?x=?y", "/things/a%2Fb?x=?y"],
    // FastAPI redirects before it looks at the method too.
    ["PUT", "/things/7/", "/things/7"],
  ] as const)("%s %s is sent to %s with method and body", async (method, url, location) => {
    const { statusCode, headers, body } = await server.inject({ method, url, payload: "x".repeat(20) });
    expect([statusCode, headers.location, body]).toEqual([307, location, ""]);
  });

  test.each(["/nowhere/", "//", "//things/7/", "//other.example/", "/%5Cother.example/", "/?x=/"])(
    "a slash at the end of an unknown path leads nowhere: %s",
    async (url) => {
      expect((await server.inject({ method: "POST", url })).headers.location).toBeUndefined();
    },
  );

  test("a slash at the end is no part of a route that takes any path", async () => {
    expect((await server.inject("/files/a/")).body).toBe("any");
  });
});

describe("input that is not a request", () => {
  function reported(code: string | undefined, writable = true) {
    let sent = "";
    let destroyed = false;
    const socket = {
      writable,
      write(text: string) {
        sent = text;
      },
      end() {},
      resume() {},
      once() {},
      destroy() {
        destroyed = true;
      },
    } as unknown as Socket;
    answerClientError(Object.assign(new Error("x"), code === undefined ? {} : { code }), socket);
    return { sent, destroyed };
  }

  test.each([
    ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large", "headers_too_large"],
    ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout", "request_late"],
    ["HPE_INVALID_METHOD", "400 Bad Request", "bad_request"],
    [undefined, "400 Bad Request", "bad_request"],
  ])("%s is answered in our own format: %s", (code, status, ours) => {
    const { sent, destroyed } = reported(code);
    const [head = "", body = ""] = sent.split("\r\n\r\n");
    const [line, ...headers] = head.split("\r\n");
    expect([line, destroyed]).toEqual([`HTTP/1.1 ${status}`, false]);
    expect(Object.fromEntries(headers.map((header) => header.split(": ")))).toMatchObject({
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      connection: "close",
      "x-error-code": ours,
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const { detail } = JSON.parse(body) as { detail: string };
    if (ours === "bad_request") expect(detail).toBe("The request is not valid HTTP.");
    else expect(detail).not.toBe("The request is not valid HTTP.");
  });

  test("a client that has disconnected gets nothing", () => {
    expect(reported("ECONNRESET")).toEqual({ sent: "", destroyed: true });
    expect(reported("HPE_INVALID_METHOD", false)).toEqual({ sent: "", destroyed: true });
  });
});
