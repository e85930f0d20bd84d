import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpProxy, socksProxy } from "../../../test/support/extraction/proxy-servers.ts";
import { chromium, ensureProgram } from "../../../test/support/programs.ts";
import { systemClock } from "../../base/clock.ts";
import { Page } from "../../contract/page.ts";
import type { Answer } from "../../contract/site.ts";
import { acceleratedClock } from "../../source-testing/accelerated-clock.ts";
import { standInFor } from "../../source-testing/stand-in-for.ts";
import { toyPage, toySource } from "../../source-testing/toy-source.ts";
import { findSources } from "../../sources/find-sources.ts";
import { browserTransport } from "./browser.ts";
import type { Exchange } from "./transport.ts";

const sources = await findSources();
const textPage = (answer: Answer) => Page.of([answer], (one) => ({ text: one.text() }));

describe("through a remote browser", () => {
  const profile = mkdtempSync(join(tmpdir(), "winnow-browser-"));
  let browser: ChildProcess;
  let endpoint: string;

  beforeAll(async () => {
    const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"];
    browser = spawn(
      await ensureProgram(chromium),
      [...flags, "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
      {
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    for await (const line of createInterface({ input: browser.stderr! })) {
      const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (!address) continue;
      endpoint = address;
      break;
    }
  });
  afterAll(async () => {
    const gone = new Promise((resolve) => browser.once("exit", resolve));
    browser.kill("SIGKILL");
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  test("a page filled by a script is read as the browser renders it", async () => {
    const source = toySource({
      answer: (call) =>
        call.url.pathname === "/rows"
          ? {
              status: 200,
              body: "<html><body><p id=p>empty</p><script>p.textContent = 'filled'</script></body></html>",
            }
          : { status: 404, body: "" },
    });
    source.operations[0] = {
      ...source.operations[0],
      async *run(_request, site) {
        yield (await site.read({ path: "/rows" }, textPage)) as never;
      },
    };
    const bench = await standInFor(source, { sites: { toy: { routes: `cdp:${endpoint}` } }, clock: systemClock });
    const [page] = await bench.run(source.operations[0], { count: 1, timeout: 25 });
    expect(page!.text).toContain("filled</p>");
    await bench.close();
  });

  test("data is fetched from inside a tab of the site, with the site's cookies", async () => {
    const source = toySource({
      headers: { accept: "application/json" },
      answer: (call) => {
        if (call.url.pathname !== "/rows") {
          return { status: 200, headers: { "set-cookie": "visit=1" }, body: "<html></html>" };
        }
        return /visit=1/.test(call.headers.cookie ?? "") ? toyPage(call) : { status: 403, body: "" };
      },
    });
    const bench = await standInFor(source, {
      sites: { toy: { routes: `direct,cdp:${endpoint}` } },
      clock: systemClock,
    });
    expect(await bench.run(source.operations[0], { count: 20, timeout: 25 })).toHaveLength(20);
    await bench.close();
  });

  test("calls recover from a wall by themselves, and the plain route comes back when the wall goes", async () => {
    let isWalled = true;
    // The check that a service would run, which only a browser passes.
    const wall = '<div id="px-captcha"></div><script>document.cookie = "passed=1; path=/"; location.reload()</script>';
    const source = toySource({
      landmarks: ['"rows"'],
      answer: (call) =>
        isWalled && !/passed=1/.test(call.headers.cookie ?? "")
          ? { status: 200, headers: { "content-type": "text/html" }, body: `<html><body>${wall}</body></html>` }
          : toyPage(call),
    });
    let passedMs = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + passedMs };
    const signs: string[] = [];
    const bench = await standInFor(source, {
      sites: { toy: { routes: `direct,cdp:${endpoint}` } },
      clock,
      observer: { wall: ({ route, sign }) => void signs.push(`${route}: ${sign}`) },
    });
    const rows = source.operations[0];
    const run = () => bench.run(rows, { count: 20, timeout: 60 });
    const report = () => Object.fromEntries(bench.engine.health()[0]!.routes.map((route) => [route.name, route]));

    expect(await run()).toHaveLength(20);
    expect(await run()).toHaveLength(20);
    expect(signs).toEqual(['direct: status 200, id="px-captcha']);
    expect(report().direct).toMatchObject({ cooling: true, requests: 1, ok: 0, walls: 1 });
    expect(report().browser).toMatchObject({ cooling: false, requests: 2, ok: 2, walls: 0 });
    for (const { ms, bytes } of Object.values(report()))
      expect([ms, bytes]).toEqual([expect.any(Number), expect.any(Number)]);

    // The wall is still there when the plain route has rested: it rests twice as long.
    passedMs += 60_000;
    expect(await run()).toHaveLength(20);
    expect(report().direct).toMatchObject({ cooling: true, walls: 2 });
    expect(report().direct!.triedAgainAt! - clock.now()).toBeGreaterThan(100_000);

    isWalled = false;
    passedMs += 120_000;
    expect(await run()).toHaveLength(20);
    expect(await run()).toHaveLength(20);
    expect(report().direct).toMatchObject({ cooling: false, triedAgainAt: null, ok: 2, walls: 2 });
    expect(report().browser!.requests).toBe(3);
    await bench.close();
  });

  test("through a proxy, with its password: the site sees the browser, and every request uses the proxy", async () => {
    const agents = new Set<string>();
    const source = toySource({
      answer: (call) => {
        agents.add(String(call.headers["user-agent"]));
        const body = "<html><body><p id=p>empty</p><script>p.textContent = 'filled'</script></body></html>";
        return { status: 200, headers: { "content-type": "text/html" }, body };
      },
    });
    source.operations[0] = {
      ...source.operations[0],
      async *run(_request, site) {
        yield (await site.read({ path: "/rows" }, textPage)) as never;
      },
    };
    const proxy = await httpProxy({ credentials: "user:pa ss" });
    const address = proxy.url.replace("pa ss", "pa%20ss");
    const bench = await standInFor(source, {
      sites: { toy: { routes: `cdp:${endpoint} via ${address}` } },
      clock: systemClock,
    });
    try {
      const [page] = await bench.run(source.operations[0], { count: 1, timeout: 25 });
      expect(page!.text).toContain("filled</p>");
      expect(proxy.passed).toContain(`${bench.origin}/rows`);
      expect(bench.calls.length).toBeLessThanOrEqual(proxy.passed.length);
      expect([...agents]).toEqual([expect.stringMatching(/^Mozilla\/5\.0 .* HeadlessChrome\/\d+/)]);
      expect(bench.engine.health()[0]!.routes).toMatchObject([
        { name: `browser via ${new URL(address).protocol}//${new URL(address).host}`, cooling: false },
      ]);
    } finally {
      await bench.close();
      proxy.close();
    }
  });

  test("through a SOCKS proxy: every request uses it", async () => {
    const source = toySource();
    const proxy = await socksProxy();
    const bench = await standInFor(source, {
      sites: { toy: { routes: `cdp:${endpoint} via ${proxy.url}` } },
      clock: systemClock,
    });
    try {
      expect(await bench.run(source.operations[0], { count: 20, timeout: 25 })).toHaveLength(20);
      expect(new Set(proxy.passed)).toEqual(new Set([new URL(bench.origin).host]));
    } finally {
      await bench.close();
      proxy.close();
    }
  });

  test("a blocked proxy is followed by the next route with the same browser", async () => {
    const source = toySource({ headers: { accept: "application/json" } });
    const [blocked, open] = [await httpProxy({ blocked: true }), await httpProxy()];
    const routes = [blocked, open].map(({ url }) => `cdp:${endpoint} via ${url}`).join(",");
    const bench = await standInFor(source, { sites: { toy: { routes } }, clock: acceleratedClock(20) });
    try {
      expect(await bench.run(source.operations[0], { count: 20, timeout: 200 })).toHaveLength(20);
      expect(blocked.passed.length).toBeGreaterThan(0);
      expect(open.passed).toContain(`${bench.origin}/rows?page=1&keyword=`);
    } finally {
      await bench.close();
      blocked.close();
      open.close();
    }
  });

  test("it does not follow a page to another host", async () => {
    const source = toySource({
      answer: () => ({ status: 200, body: "<script>location = 'http://localhost:9/'</script>" }),
    });
    const bench = await standInFor(source, { sites: { toy: { routes: `cdp:${endpoint}` } }, clock: systemClock });
    await expect(bench.run(source.operations[0], { count: 1, timeout: 25 })).rejects.toMatchObject({
      code: "unreadable",
    });
    await bench.close();
  });

  test("a context persists: the site's cookies are there at the next exchange and in the next call; each language has its own", async () => {
    const source = toySource({
      answer: (call) => ({
        status: 200,
        headers: { "content-type": "text/html", "set-cookie": "seen=1; Path=/" },
        body: `<html><body>${call.headers.cookie ?? "no cookie"} ${call.headers["accept-language"]}</body></html>`,
      }),
    });
    source.headers = { accept: "text/html", "accept-language": "nl-NL,nl;q=0.9", cookie: "city=7" };
    source.operations[0] = {
      ...source.operations[0],
      async *run(_request, site) {
        const german = { "accept-language": "de-DE,de;q=0.9" };
        for (const request of [{ path: "/one" }, { path: "/two" }, { path: "/drei", headers: german }])
          yield (await site.read(request, textPage)) as never;
      },
    };
    const bench = await standInFor(source, { sites: { toy: { routes: `cdp:${endpoint}` } }, clock: systemClock });
    const call = () => bench.run(source.operations[0], { count: 3, timeout: 25 });
    const [first, second, other] = await call();
    expect(first!.text).toContain("city=7 nl-NL");
    expect(second!.text).toMatch(/seen=1.* nl-NL/);
    expect(other!.text).toMatch(/ de-DE/);
    expect(other!.text).not.toMatch(/seen=1|nl-NL/);
    const [later, , otherLater] = await call();
    expect(later!.text).toMatch(/seen=1.* nl-NL/);
    expect(otherLater!.text).toMatch(/seen=1.* de-DE/);
    await bench.close();
  });

  test("the kind of request decides: a page is opened, data is fetched raw, whatever either accepts", async () => {
    const source = toySource({
      headers: { accept: "application/json" },
      answer: () => ({
        status: 200,
        headers: { "content-type": "text/html" },
        body: "<html><body><p id=p>empty</p><script>p.textContent = 'filled'</script></body></html>",
      }),
    });
    source.operations[0] = {
      ...source.operations[0],
      async *run(_request, site) {
        for (const as of ["page", "data"] as const) {
          yield (await site.read({ path: "/rows", as }, textPage)) as never;
        }
      },
    };
    const bench = await standInFor(source, { sites: { toy: { routes: `cdp:${endpoint}` } }, clock: systemClock });
    const [page, data] = await bench.run(source.operations[0], { count: 2, timeout: 25 });
    expect(page!.text).toContain("filled</p>");
    expect(data!.text).toContain("empty</p>");
    await bench.close();
  });

  test("a permanent captcha is 412, with time left to report it", async () => {
    const source = toySource();
    const bench = await standInFor(source, {
      sites: { toy: { routes: `cdp:${endpoint}` } },
      clock: acceleratedClock(20),
    });
    await bench.fault("challenge");
    await expect(bench.run(source.operations[0], { count: 1, timeout: 200 })).rejects.toMatchObject({
      code: "blocked",
    });
    await bench.close();
  });

  test("the transport alone: oversized bodies, other media types, posts, missing pages, and closing", async () => {
    const source = toySource({
      answer: ({ url, method, headers, body }) => {
        const type = url.pathname === "/data" ? "application/json" : "text/html";
        const said = JSON.stringify({ method, body, sent: headers["x-sent"] ?? null, accept: headers.accept });
        return {
          status: 203,
          headers: { "content-type": type },
          body: type === "text/html" ? `<p>${"x".repeat(99)}</p>` : said,
        };
      },
    });
    const bench = await standInFor(source);
    const transport = browserTransport(endpoint, null, systemClock);
    let bytes = 0;
    const send = (path: string, over: Partial<Exchange> = {}) =>
      transport.send({
        url: new URL(path, bench.origin),
        method: "GET" as const,
        body: null,
        maxBytes: 1_000_000,
        headers: { accept: "text/html", "x-sent": "1" },
        signal: new AbortController().signal,
        onBytes: (count) => (bytes += count),
        ...over,
      });
    try {
      const page = await send("/page");
      expect([page.status, page.headers["content-type"], bytes]).toEqual([
        203,
        "text/html; charset=utf-8",
        page.body.length,
      ]);
      expect((await send("/page", { maxBytes: page.body.length })).body).toHaveLength(page.body.length);
      await expect(send("/page", { maxBytes: page.body.length - 1 })).rejects.toMatchObject({
        name: "Unreadable",
        message: expect.stringContaining(`the body is larger than ${page.body.length - 1} bytes`),
      });
      const data = await send("/data", { as: "page" });
      expect(JSON.parse(Buffer.from(data.body).toString())).toMatchObject({ method: "GET", sent: "1" });
      const posted = await send("/data", {
        method: "POST",
        body: "hello",
        headers: { accept: "application/json", "x-sent": "2" },
      });
      expect(JSON.parse(Buffer.from(posted.body).toString())).toEqual({
        method: "POST",
        body: "hello",
        sent: "2",
        accept: "application/json",
      });
      const gone = new AbortController();
      gone.abort(new Error("left"));
      await expect(send("/page", { signal: gone.signal })).rejects.toThrow("left");
      await transport.close();
      // Reconnects if it is needed again.
      expect((await send("/page")).status).toBe(203);
    } finally {
      await transport.close();
      await bench.close();
    }
    const nowhere = browserTransport("ws://127.0.0.1:9/", null, systemClock);
    const requested: Exchange = {
      url: new URL("http://127.0.0.1:9/"),
      method: "GET" as const,
      headers: {},
      body: null,
      maxBytes: 1,
      onBytes() {},
      signal: new AbortController().signal,
    };
    for (const _ of [1, 2])
      await expect(nowhere.send(requested)).rejects.toMatchObject({
        code: "not_responding",
        message: expect.stringContaining("browser: "),
      });
    await nowhere.close();
  });

  describe.each(sources.map((source) => [source.name, source] as const))("%s", (_name, source) => {
    test("gets past an interstitial that every visitor sees, before robots.txt too, as at a live site; without the browser it is blocked", async () => {
      const [operation] = source.operations;
      const live = {
        clock: systemClock,
        isStandIn: () => false,
      };
      const site = { concurrency: 4, perSecond: 1000, routes: `direct,cdp:${endpoint}` };
      const body = { ...operation.examples[0], timeout: 25 };
      const bench = await standInFor(source, { ...live, sites: { [source.name]: site } });
      await bench.fault("interstitial:100");
      const records = await bench.run(operation, body);
      expect(records.length).toBeGreaterThan(0);
      expect(bench.calls.map(({ url }) => url.pathname)).toContain("/robots.txt");
      await bench.close();
      const direct = await standInFor(source, live);
      await direct.fault("interstitial:100");
      await expect(direct.run(operation, body)).rejects.toMatchObject({ status: 412 });
      await direct.close();
    });
  });
});
