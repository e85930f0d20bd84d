import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpProxy, socksProxy, type TestProxy } from "../../../test/support/extraction/proxy-servers.ts";
import { loopbackTls, type TlsSite, tlsSite } from "../../../test/support/extraction/tls-site.ts";
import { dispatcherOptions } from "./pooled.ts";
import { httpProxyTransport, socksTransport } from "./proxies.ts";
import type { Transport } from "./transport.ts";

let site: TlsSite;
beforeAll(async () => {
  site = await tlsSite();
});
afterAll(() => site.close());

const get = (transport: Transport, url: string) =>
  transport.send({
    url: new URL(url),
    method: "GET",
    headers: { cookie: "sid=secret" },
    body: null,
    signal: new AbortController().signal,
    maxBytes: 1_000_000,
    onBytes() {},
  });

describe.each<[name: string, open: () => Promise<TestProxy>, way: (proxy: URL) => Transport, seen: string]>([
  ["an HTTP proxy", () => httpProxy({ credentials: "user:pass" }), httpProxyTransport, "CONNECT site.test:"],
  [
    "an HTTPS proxy",
    () => httpProxy({ credentials: "user:pass", tls: loopbackTls }),
    httpProxyTransport,
    "CONNECT site.test:",
  ],
  ["a SOCKS proxy", socksProxy, socksTransport, "site.test:"],
])("TLS through %s", (_name, open, way, seen) => {
  let proxy: TestProxy;
  let transport: Transport;
  const url = () => `https://site.test:${site.port}/page?secret=1`;
  beforeAll(async () => {
    proxy = await open();
    transport = way(new URL(proxy.url));
  });
  afterAll(async () => {
    await transport.close();
    proxy.close();
  });

  test("an untrusted certificate is rejected, and nothing is requested", async () => {
    await expect(get(transport, url())).rejects.toMatchObject({ code: "not_responding" });
    expect(site.requested).toEqual([]);
  });

  test("the page is read, and the proxy sees only the host: no path, no cookie", async () => {
    const before = getCACertificates("default");
    setDefaultCACertificates([site.certificate]);
    try {
      const { status, body } = await get(transport, url());
      expect([status, Buffer.from(body).toString()]).toEqual([200, "read over TLS: /page?secret=1"]);
      expect(new Set(proxy.passed)).toEqual(new Set([`${seen}${site.port}`]));
      await expect(get(transport, `https://localhost:${site.port}/`)).rejects.toMatchObject({ code: "not_responding" });
    } finally {
      setDefaultCACertificates(before);
      site.requested.length = 0;
    }
  });
});

describe("a SOCKS proxy receives", () => {
  /** A proxy that admits nobody, and records what it receives. */
  async function deaf(replies: number[][], use: (port: number) => Promise<unknown>): Promise<Buffer[]> {
    const heard: Buffer[] = [];
    const server = createServer(async (client: Socket) => {
      client.on("error", () => {});
      for (const reply of replies) {
        const [bytes] = (await once(client, "data")) as [Buffer];
        heard.push(bytes);
        client.write(Buffer.from(reply));
      }
      client.end();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      await use((server.address() as AddressInfo).port);
    } finally {
      server.close();
      await once(server, "close");
    }
    return heard;
  }
  const through = (url: string) => async () => {
    const transport = socksTransport(new URL(url));
    await expect(get(transport, "http://site.test/")).rejects.toMatchObject({ code: "not_responding" });
    await transport.close();
  };

  test("user and password, decoded, if it requires them", async () => {
    const heard = await deaf(
      [
        [5, 2],
        [1, 1],
      ],
      (port) => through(`socks5://me%40x:p%3Ass@127.0.0.1:${port}`)(),
    );
    expect([...heard[0]!]).toContain(2);
    expect(heard[1]).toEqual(Buffer.from([1, 4, ...Buffer.from("me@x"), 4, ...Buffer.from("p:ss")]));
  });

  test("version 4 if its address says so, with the port of the site", async () => {
    const heard = await deaf([[0, 91, 0, 0, 0, 0, 0, 0]], (port) => through(`socks4://127.0.0.1:${port}`)());
    expect([heard[0]![0], heard[0]!.readUInt16BE(2)]).toEqual([4, 80]);
  });
});

test("pools use HTTP/1.1, keep a connection for ten seconds, and leave timing to the engine", () => {
  expect(dispatcherOptions).toEqual({ allowH2: false, keepAliveTimeout: 10_000, headersTimeout: 0, bodyTimeout: 0 });
});
