import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import type { Connector } from "./connector.ts";
import { fetchDocument } from "./fetch-document.ts";

async function fetched(answer: RequestListener, gate: Parameters<typeof fetchDocument>[1]): Promise<string> {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  try {
    const { port } = server.address() as AddressInfo;
    return await fetchDocument(`http://127.0.0.1:${port}/document.json?a=b`, gate);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const named = { mayBePrivate: () => true };

describe("a document at an untrusted address", () => {
  test("a document at an untrusted address is fetched with its path and query", async () => {
    expect(await fetched(({ url }, response) => response.end(url), named)).toBe("/document.json?a=b");
  });

  test("a document at an untrusted address is not fetched from the internal network", async () => {
    const calls: unknown[] = [];
    const call = fetched((request, response) => response.end(String(calls.push(request.url))), {});
    await expect(call).rejects.toMatchObject({ cause: { name: "ForbiddenAddress" } });
    expect(calls).toEqual([]);
  });

  test("a document at an untrusted address is not followed through a redirect", async () => {
    const redirect = fetched((_, response) => response.writeHead(302, { location: "/other" }).end(), named);
    await expect(redirect).rejects.toThrow("it answered 302");
  });

  test("a document at an untrusted address is not read beyond 16 kB", async () => {
    const answered = fetched((_, response) => response.end("x".repeat(17 * 1024)), named);
    await expect(answered).rejects.toThrow("UND_ERR_RES_EXCEEDED_MAX_SIZE");
  });

  test("fails alike if its name leads inside the network or does not exist, and names no address", async () => {
    const failure = (resolve: () => Promise<string[]>) =>
      fetchDocument("http://vm.example/a.json", { resolve }).catch(({ message }: Error) => message);
    const missing = Object.assign(new Error("getaddrinfo ENOTFOUND vm.example"), { code: "ENOTFOUND" });
    const inside = await failure(async () => ["10.0.0.7"]);
    expect(inside).toBe(await failure(() => Promise.reject(missing)));
    expect(inside).toBe(await failure(async () => []));
    expect(inside).toMatch(/^the name has no address on the internet/);
  });

  test.each([
    ["UND_ERR_CONNECT_TIMEOUT", "Connect Timeout Error (attempted address: 10.0.0.7:80, timeout: 10000ms)"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "Host: a.example. is not in the cert's altnames: DNS:vault.corp"],
  ])("fails with %s alone, whatever the runtime says about it", async (code, text) => {
    const dial: Connector = (_, callback) => callback(Object.assign(new Error(text), { code }), null);
    const failed = fetchDocument("http://vm.example/a.json", { resolve: async () => ["93.184.215.14"], dial });
    await expect(failed).rejects.toThrow(new RegExp(`^${code}: the request failed$`));
  });

  test("fails without the address that refused the connection", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((listening) => server.once("listening", listening));
    const { port } = server.address() as AddressInfo;
    await new Promise((closed) => server.close(closed));
    const refused = fetchDocument(`http://127.0.0.1:${port}/a.json`, named);
    await expect(refused).rejects.toThrow(/^ECONNREFUSED: the request failed$/);
  });
});
