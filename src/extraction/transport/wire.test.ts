import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plainDial } from "../egress/connector.ts";
import { pooledTransport } from "./pooled.ts";
import type { Exchange, Transport } from "./transport.ts";

describe("an exchange over the wire", () => {
  let server: Server;
  let transport: Transport;
  let requested: string[] = [];
  let answer = (response: ServerResponse) => void response.end("page");
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      requested.push(`${request.method} ${request.url} ${request.headers["x-own"]} ${body}`);
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    transport = pooledTransport(plainDial);
  });
  afterAll(async () => {
    await transport.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    requested = [];
  });
  const send = (over: Partial<Exchange> = {}) =>
    transport.send({
      url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/rows?a=1#part`),
      method: "GET",
      headers: { "x-own": "yes" },
      body: null,
      maxBytes: 1_000,
      onBytes() {},
      signal: new AbortController().signal,
      ...over,
    });

  test("sends path, query, headers and body", async () => {
    await send();
    await send({ method: "POST", body: "q=1" });
    expect(requested).toEqual(["GET /rows?a=1 yes ", "POST /rows?a=1 yes q=1"]);
  });

  test("returns status, headers (repeated ones joined), cookies separately, and the body unpacked", async () => {
    answer = (response) => {
      response.writeHead(404, { "content-encoding": "gzip", "set-cookie": ["a=1", "b=2"], "x-list": ["one", "two"] });
      response.end(gzipSync("page"));
    };
    const counts: number[] = [];
    const got = await send({ onBytes: (count) => counts.push(count) });
    expect([got.status, got.setCookies, Buffer.from(got.body).toString()]).toEqual([404, ["a=1", "b=2"], "page"]);
    expect(got.headers).toMatchObject({ "x-list": "one, two", "content-encoding": "gzip" });
    expect(got.headers).not.toHaveProperty("set-cookie");
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(gzipSync("page").length);
    answer = (response) => void response.writeHead(200, { "set-cookie": "one=1" }).end();
    expect((await send()).setCookies).toEqual(["one=1"]);
    answer = (response) => void response.end("page");
    expect((await send()).setCookies).toEqual([]);
  });

  test("a body is read whole, in one piece or several, and each piece is reported", async () => {
    const pieces = (...given: string[]) => {
      const counts: number[] = [];
      answer = (response) => void writeAll(response, given);
      return send({ onBytes: (count) => counts.push(count) }).then(({ body }) => [
        Buffer.from(body).toString(),
        counts,
      ]);
    };
    const writeAll = async (response: ServerResponse, given: string[]) => {
      for (const piece of given) await new Promise((written) => response.write(piece, written));
      response.end();
    };
    expect(await pieces("page")).toEqual(["page", [4]]);
    expect(await pieces()).toEqual(["", []]);
    const [text, counts] = await pieces("pa".repeat(100), "ge!".repeat(100));
    expect(text).toBe("pa".repeat(100) + "ge!".repeat(100));
    expect((counts as number[]).reduce((sum, count) => sum + count, 0)).toBe(500);
  });

  test("a body may reach the limit, and its connection is closed at the first byte above", async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const exactly = (size: number, headers: Record<string, string> = {}) => {
      answer = (response) => {
        closed = new Promise((resolve) => response.once("close", resolve));
        response.writeHead(200, headers).write("x".repeat(size));
        if (size <= 4) response.end();
      };
      return send({ maxBytes: 4 });
    };
    expect((await exactly(4)).body.length).toBe(4);
    expect((await exactly(4, { "content-length": "4" })).body.length).toBe(4);
    await expect(exactly(5)).rejects.toThrow("larger than 4 bytes");
    await closed;
    const counts: number[] = [];
    answer = (response) => {
      closed = new Promise((resolve) => response.once("close", resolve));
      response.writeHead(200, { "content-length": "5" }).write("x");
    };
    await expect(send({ maxBytes: 4, onBytes: (count) => counts.push(count) })).rejects.toThrow("larger than 4 bytes");
    await closed;
    expect(counts).toEqual([]);
  });

  test("a truncated body, or one shorter than it declares, is an error", async () => {
    answer = (response) => void response.write("pa", () => response.destroy());
    await expect(send()).rejects.toMatchObject({ code: "not_responding" });
    answer = (response) =>
      void response.writeHead(200, { "content-length": "9" }).write("pa", () => response.destroy());
    await expect(send()).rejects.toMatchObject({ code: "not_responding" });
  });

  test("nothing is requested for a caller that has already left", async () => {
    const gone = AbortSignal.abort(new Error("gone"));
    await expect(send({ signal: gone })).rejects.toThrow("gone");
    expect(requested).toEqual([]);
  });

  test("an interim response is ignored", async () => {
    answer = (response) => {
      response.writeEarlyHints({ link: "</a.css>; rel=preload" });
      response.end("page");
    };
    expect(await send()).toMatchObject({ status: 200 });
  });

  test("an oversized body is unreadable, whether declared or actual", async () => {
    answer = (response) => void response.writeHead(200, { "content-length": "2000" }).end("x".repeat(2_000));
    await expect(send()).rejects.toMatchObject({ code: "unreadable" });
    answer = (response) =>
      void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(2_000)));
    await expect(send()).rejects.toMatchObject({ code: "unreadable" });
  });

  test("closing a transport releases its connections", async () => {
    answer = () => {};
    const own = pooledTransport(plainDial);
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const { signal } = new AbortController();
    const hanging = own.send({ url, method: "GET", headers: {}, body: null, maxBytes: 9, signal, onBytes() {} });
    const ended = hanging.catch((error: { code: string }) => error.code);
    await expect.poll(() => requested.length).toBe(1);
    await own.close();
    expect(await ended).toBe("not_responding");
  });

  test("a connection error is the site not responding, with the original message; a caller that left gets its own reason", async () => {
    answer = (response) => void response.destroy();
    await expect(send()).rejects.toMatchObject({
      code: "not_responding",
      message: expect.stringMatching(/UND_ERR_SOCKET|ECONNRESET/),
      cause: expect.any(Error),
    });
    answer = () => {};
    const leaving = new AbortController();
    const sent = send({ signal: leaving.signal });
    const reason = new Error("left");
    leaving.abort(reason);
    await expect(sent).rejects.toBe(reason);
  });
});
