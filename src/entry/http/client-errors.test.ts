import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { answerClientError } from "./server.ts";

/** The response to a client whose request Node rejected with this code. */
async function answerTo(code: string | undefined): Promise<string> {
  const socket = new PassThrough();
  answerClientError(
    Object.assign(new Error("inner words"), code === undefined ? {} : { code }),
    socket as unknown as Socket,
  );
  return (await socket.toArray()).join("");
}

test.each([
  [
    "HPE_HEADER_OVERFLOW",
    431,
    "Request Header Fields Too Large",
    "headers_too_large",
    "The request's headers are too large.",
  ],
  [
    "ERR_HTTP_REQUEST_TIMEOUT",
    408,
    "Request Timeout",
    "request_late",
    "The request did not arrive completely in time.",
  ],
  ["HPE_INVALID_METHOD", 400, "Bad Request", "bad_request", "The request is not valid HTTP."],
  [undefined, 400, "Bad Request", "bad_request", "The request is not valid HTTP."],
])("%s is %i in our own format", async (code, status, phrase, errorCode, detail) => {
  const [head, body] = (await answerTo(code)).split("\r\n\r\n") as [string, string];
  expect(JSON.parse(body)).toEqual({ detail });
  const [line, ...headers] = head.split("\r\n");
  expect(line).toBe(`HTTP/1.1 ${status} ${phrase}`);
  const known = Object.fromEntries(headers.map((header) => header.split(": ", 2)));
  expect(known).toEqual({
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    connection: "close",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    "x-error": detail,
    "x-error-code": errorCode,
  });
});

test("a client that has disconnected gets nothing", async () => {
  expect(await answerTo("ECONNRESET").catch(() => "")).toBe("");
  const ended = new PassThrough();
  ended.end();
  answerClientError(new Error("late"), ended as unknown as Socket);
  expect(ended.destroyed).toBe(true);
});
