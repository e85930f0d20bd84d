import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { plainDial } from "../gate/connector.ts";
import { pooledTransport } from "./pooled.ts";
import { readBody } from "./read-body.ts";
import type { Exchange, Transport } from "./transport.ts";

describe("a body", () => {
  const reading = (most: number, declared = 0) => {
    const stream = new PassThrough();
    const counts: number[] = [];
    const body = readBody(stream, declared, most, (count) => counts.push(count)).then(
      (bytes) => Buffer.from(bytes).toString(),
      (error: Error) => error.message,
    );
    return { stream, counts, body };
  };

  test("is read whole, in one piece or several, and each piece is told", async () => {
    const one = reading(100);
    one.stream.end("page");
    expect([await one.body, one.counts]).toEqual(["page", [4]]);
    const several = reading(100);
    several.stream.write("pa");
    several.stream.end("ge!");
    expect([await several.body, several.counts]).toEqual(["page!", [2, 3]]);
    const none = reading(100);
    none.stream.end();
    expect([await none.body, none.counts]).toEqual(["", []]);
  });

  test("may be as large as it may be, and is closed at the first byte above", async () => {
    const exact = reading(4);
    exact.stream.end("page");
    expect(await exact.body).toBe("page");
    const large = reading(4);
    large.stream.write("page!");
    expect(await large.body).toContain("the body is larger than 4 bytes");
    expect(large.stream.destroyed).toBe(true);
  });

  test("that says it is too large is not read at all", async () => {
    const declared = reading(4, 5);
    expect(await declared.body).toContain("the body is larger than 4 bytes");
    expect([declared.counts, declared.stream.destroyed]).toEqual([[], true]);
    const exact = reading(4, 4);
    exact.stream.end("page");
    expect(await exact.body).toBe("page");
  });

  test("that breaks off is an error", async () => {
    const cut = reading(100);
    cut.stream.write("pa");
    cut.stream.destroy(new Error("reset"));
    expect(await cut.body).toBe("reset");
  });
});

describe("an exchange over the wire", () => {
  let server: Server;
  let transport: Transport;
  let asked: string[] = [];
  let answer = (response: ServerResponse) => void response.end("page");
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += String(chunk);
      asked.push(`${request.method} ${request.url} ${request.headers["x-own"]} ${body}`);
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
    asked = [];
  });
  const send = (over: Partial<Exchange> = {}) =>
    transport.send({
      url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/rows?a=1#part`),
      ...{ method: "GET", headers: { "x-own": "yes" }, body: null, maxBytes: 1_000, onBytes() {} },
      signal: new AbortController().signal,
      ...over,
    });

  test("sends path, question, headers and body", async () => {
    await send();
    await send({ method: "POST", body: "q=1" });
    expect(asked).toEqual(["GET /rows?a=1 yes ", "POST /rows?a=1 yes q=1"]);
  });

  test("gives status, headers (repeated ones joined), cookies apart, and the body unpacked", async () => {
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

  test("a body too large is unreadable, by what it says or by what it is", async () => {
    answer = (response) => void response.writeHead(200, { "content-length": "2000" }).end("x".repeat(2_000));
    await expect(send()).rejects.toMatchObject({ code: "unreadable" });
    answer = (response) =>
      void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(2_000)));
    await expect(send()).rejects.toMatchObject({ code: "unreadable" });
  });

  test("a way that is closed lets go of what is on it", async () => {
    answer = () => {};
    const own = pooledTransport(plainDial);
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const { signal } = new AbortController();
    const hanging = own.send({ ...{ url, method: "GET", headers: {}, body: null, maxBytes: 9, signal }, onBytes() {} });
    const ended = hanging.catch((error: { code: string }) => error.code);
    await expect.poll(() => asked.length).toBe(1);
    await own.close();
    expect(await ended).toBe("not_responding");
  });

  test("what goes wrong is the site not responding, with the wire's own words; who left hears his own reason", async () => {
    answer = (response) => void response.destroy();
    await expect(send()).rejects.toMatchObject({
      code: "not_responding",
      message: expect.stringMatching(/UND_ERR_SOCKET|ECONNRESET/),
      cause: expect.any(Error),
    });
    answer = () => {};
    const leaving = new AbortController();
    const sent = send({ signal: leaving.signal });
    leaving.abort(new Error("left"));
    await expect(sent).rejects.toThrow("left");
  });
});
