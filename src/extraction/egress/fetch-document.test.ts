import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
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
  test("is fetched with its path and query", async () => {
    expect(await fetched(({ url }, response) => response.end(url), named)).toBe("/document.json?a=b");
  });

  test("is not fetched from the internal network", async () => {
    const calls: unknown[] = [];
    const call = fetched((request, response) => response.end(String(calls.push(request.url))), {});
    await expect(call).rejects.toMatchObject({ name: "ForbiddenAddress" });
    expect(calls).toEqual([]);
  });

  test("is not followed through a redirect", async () => {
    const redirect = fetched((_, response) => response.writeHead(302, { location: "/other" }).end(), named);
    await expect(redirect).rejects.toThrow("it answered 302");
  });

  test("is not read beyond 16 kB", async () => {
    const answered = fetched((_, response) => response.end("x".repeat(17 * 1024)), named);
    await expect(answered).rejects.toMatchObject({ code: "UND_ERR_RES_EXCEEDED_MAX_SIZE" });
  });
});
