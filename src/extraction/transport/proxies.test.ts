import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpProxy, socksProxy, type TestProxy } from "../testing/proxy-servers.ts";
import { type TlsSite, tlsSite } from "../testing/tls-site.ts";
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

  test("a certificate that nobody vouches for is refused, and nothing is asked for", async () => {
    await expect(get(transport, url())).rejects.toMatchObject({ code: "not_responding" });
    expect(site.asked).toEqual([]);
  });

  test("the page is read, and the proxy sees the host alone: no path, no cookie", async () => {
    const before = getCACertificates("default");
    setDefaultCACertificates([site.certificate]);
    try {
      const { status, body } = await get(transport, url());
      expect([status, Buffer.from(body).toString()]).toEqual([200, "read over TLS: /page?secret=1"]);
      expect(new Set(proxy.passed)).toEqual(new Set([`${seen}${site.port}`]));
      await expect(get(transport, `https://localhost:${site.port}/`)).rejects.toMatchObject({ code: "not_responding" });
    } finally {
      setDefaultCACertificates(before);
      site.asked.length = 0;
    }
  });
});
