import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { httpProxy, type TestProxy } from "../../../test/support/extraction/proxy-servers.ts";
import { SimulatedClock, systemClock } from "../../base/clock.ts";
import { type StandInBench, standInFor } from "../../source-testing/stand-in-for.ts";
import { toySource } from "../../source-testing/toy-source.ts";
import type { SiteSettings } from "../engine.ts";
import { DailyBudget, type PaidTraffic } from "./daily-budget.ts";
import { proxyPool } from "./open-route.ts";
import { parseRoutes } from "./parse-routes.ts";

const opened: Array<{ close(): unknown }> = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
const open = <T extends TestProxy | StandInBench>(one: T): T => {
  opened.unshift(one);
  return one;
};
const folder = mkdtempSync(join(tmpdir(), "winnow-test-"));
afterAll(() => rmSync(folder, { recursive: true }));
const source = toySource({ politeness: { concurrency: 1, perSecond: 100 } });
const rows = source.operations[0];
const WALL = '<html><body><div id="px-captcha"></div></body></html>';
const at = (proxy: TestProxy, user: string) => proxy.url.replace("http://", `http://${user}:secret@`);

describe("a provider's proxies by session", () => {
  const bench = async (routes: string, more: Parameters<typeof standInFor>[1] = {}, site: SiteSettings = {}) =>
    open(await standInFor(source, { sites: { toy: { routes, country: "nl", ...site } }, ...more }));

  test("all pages of a call come from one visitor, and those of the next call from another", async () => {
    const proxy = open(await httpProxy());
    const site = await bench(at(proxy, "me-{country}-{session}"));
    await site.run(rows, { count: 60 });
    await site.run(rows, { count: 40 });
    const [one, , , two] = proxy.visitors!;
    expect(proxy.visitors).toEqual([one, one, one, two, two]);
    expect(one).toMatch(/^me-nl-[0-9a-f]{16}$/);
    expect(two).toMatch(/^me-nl-[0-9a-f]{16}$/);
    expect(two).not.toBe(one);
    expect(JSON.stringify(site.engine.health())).not.toMatch(/secret|me-nl/);
  });

  test("a visitor that meets a wall is replaced, and the route does not rest", async () => {
    const walled = new Set<string>();
    const shows = (visitor: string) => {
      if (walled.size < 2) walled.add(visitor);
      return walled.has(visitor) ? WALL : null;
    };
    const proxy = open(await httpProxy({ shows }));
    const site = await bench(`${at(proxy, "{session}")},direct`);
    expect(await site.run(rows, { count: 40 })).toHaveLength(40);
    expect(new Set(proxy.visitors).size).toBe(3);
    expect(site.engine.health()[0]!.routes[0]).toMatchObject({ cooling: false, walls: 2, ok: 2 });
    expect(site.calls).toHaveLength(2);
  });

  test("after three visitors that met a wall, the next route is used and the provider rests", async () => {
    const proxy = open(await httpProxy({ shows: () => WALL }));
    const site = await bench(`${at(proxy, "{session}")},direct`);
    expect(await site.run(rows, { count: 20 })).toHaveLength(20);
    expect(new Set(proxy.visitors).size).toBe(3);
    expect(site.engine.health()[0]!.routes.map(({ cooling }) => cooling)).toEqual([true, false]);
  });

  test("once the day's bytes are used up, the provider is left out; it is used again the next day", async () => {
    const proxy = open(await httpProxy());
    let passedMs = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + passedMs };
    const site = await bench(at(proxy, "{session}"), { clock }, { proxyMbPerDay: 0.0001 });
    expect(await site.run(rows, { count: 20 })).toHaveLength(20);
    expect(site.engine.health()[0]!.routes[0]!.paidBytes).toBeGreaterThan(100);
    await expect(site.run(rows, { count: 20 })).rejects.toMatchObject({
      code: "not_responding",
      message: expect.stringContaining("daily budget"),
    });
    expect(proxy.visitors).toHaveLength(1);
    passedMs += 86_400_000;
    expect(await site.run(rows, { count: 20 })).toHaveLength(20);
  });
});

describe("the budget of a day", () => {
  /** What a store shares between processes. */
  const sharedTraffic = (): PaidTraffic & { sums: Map<string, number> } => {
    const sums = new Map<string, number>();
    return {
      sums,
      async add(name, day, bytes) {
        const key = `${name} ${day}`;
        sums.set(key, (sums.get(key) ?? 0) + bytes);
        return sums.get(key)!;
      },
    };
  };
  const bench = async (routes: string, more: Parameters<typeof standInFor>[1] = {}) =>
    open(await standInFor(source, { sites: { toy: { routes, proxyMbPerDay: 0.0001 } }, ...more }));

  test("ends a provider's part in a call at the next page, which the next route reads", async () => {
    const proxy = open(await httpProxy());
    const site = await bench(`${at(proxy, "{session}")},direct`);
    expect(await site.run(rows, { count: 60 })).toHaveLength(60);
    expect(proxy.visitors).toHaveLength(1);
    expect(site.calls).toHaveLength(3);
    expect(site.engine.health()[0]!.routes[0]).toMatchObject({ cooling: false, requests: 1, ok: 1, walls: 0 });
  });

  test("holds over a restart and for all processes together", async () => {
    const proxy = open(await httpProxy());
    const paidTraffic = sharedTraffic();
    const options = { paidTraffic };
    const first = await bench(at(proxy, "{session}"), options);
    await first.run(rows, { count: 20 });
    await first.close();
    expect([...paidTraffic.sums.values()]).toEqual([expect.any(Number)]);
    const second = await bench(at(proxy, "{session}"), options);
    await expect(second.run(rows, { count: 20 })).rejects.toMatchObject({ code: "not_responding" });
    expect(proxy.visitors).toHaveLength(1);
  });

  test("the budget of a day is counted here while the store is away, and added when it is back", async () => {
    let isAway = true;
    const shared = sharedTraffic();
    const add = (day: string, bytes: number) =>
      isAway ? Promise.reject(new Error("away")) : shared.add("toy", day, bytes);
    const budget = new DailyBudget(100, new SimulatedClock("2027-03-01T12:00:00Z"), add);
    await budget.known();
    budget.spend(60);
    await budget.save();
    expect([budget.spent, shared.sums.size]).toEqual([60, 0]);
    isAway = false;
    await shared.add("toy", "2027-03-01", 30);
    budget.spend(10);
    await budget.save();
    expect([budget.spent, budget.isUsedUp]).toEqual([100, true]);
  });
});

describe("a list of proxies", () => {
  const clock = new SimulatedClock();
  const addresses = async (pool: ReturnType<typeof proxyPool>, count: number) => {
    const found: string[] = [];
    for (let nth = 0; nth < count; nth++) found.push((await pool.next()).proxy.href);
    return found;
  };

  test("in a file takes turns, and is read again after ten minutes; if it is gone, the last one stays", async () => {
    const file = join(folder, "proxies.txt");
    const pool = proxyPool({ list: file }, clock);
    await expect(pool.next()).rejects.toMatchObject({ name: "NotResponding" });
    writeFileSync(file, "# of today\n127.0.0.1:3128\r\n10.0.0.1:8000:me:p@ss\n\nsocks5://u:p@h:1080\nnonsense\n");
    const first = ["http://127.0.0.1:3128/", "http://me:p%40ss@10.0.0.1:8000/", "socks5://u:p@h:1080"];
    expect(await addresses(pool, 4)).toEqual([...first, first[0]]);
    writeFileSync(file, "http://other:1\n");
    expect(await addresses(pool, 1)).toEqual([first[1]]);
    clock.advance(10 * 60_000);
    expect(await addresses(pool, 1)).toEqual(["http://other:1/"]);
    rmSync(file);
    clock.advance(10 * 60_000);
    expect(await addresses(pool, 1)).toEqual(["http://other:1/"]);
  });

  test("at a URL is fetched with the URL's credentials, which its name leaves out", async () => {
    const seen: Array<string | undefined> = [];
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.end("one:1\n");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    opened.push({ close: () => server.close() });
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const pool = proxyPool({ list: `http://me:secret@${host}/list?x=1` }, clock);
    expect(await addresses(pool, 2)).toEqual(["http://one:1/", "http://one:1/"]);
    expect(seen).toEqual([`Basic ${btoa("me:secret")}`]);
    expect(pool.name).toBe(`proxies of ${host}`);
  });

  test("serves calls, one proxy each", async () => {
    const [one, two] = [open(await httpProxy()), open(await httpProxy())];
    const file = join(folder, "two.txt");
    writeFileSync(file, `${one.url}\n${two.url}\n`);
    const site = open(await standInFor(source, { sites: { toy: { routes: `list:${file}` } } }));
    await site.run(rows, { count: 40 });
    await site.run(rows, { count: 20 });
    expect([one.passed.length, two.passed.length]).toEqual([2, 1]);
  });
});

test("a provider's routes are parsed, also for a browser", () => {
  const template = "http://me-{session}:p@gw:8000";
  expect(parseRoutes(`${template},list:/etc/proxies,list:https://gw/list,cdp:ws://c via ${template}`)).toEqual([
    [{ kind: "provider", proxies: { template }, endpoint: null }],
    [{ kind: "provider", proxies: { list: "/etc/proxies" }, endpoint: null }],
    [{ kind: "provider", proxies: { list: "https://gw/list" }, endpoint: null }],
    [{ kind: "provider", proxies: { template }, endpoint: "ws://c" }],
  ]);
  expect(parseRoutes("http://me-{country}:p@gw", "nl")).toEqual([
    [{ kind: "http", proxy: new URL("http://me-nl:p@gw") }],
  ]);
  expect(() => parseRoutes("http://me-{country}-{session}:p@gw")).toThrow("needs WINNOW_<SOURCE>_COUNTRY");
  expect(() => parseRoutes("ftp://me-{session}:secret@gw")).toThrow(/^a route is direct/);
  expect(() => parseRoutes("list:proxies.txt")).toThrow(/^a route is direct/);
});

test("a day's budget begins anew at midnight UTC", () => {
  const clock = new SimulatedClock(Date.parse("2027-03-01T23:59:59Z"));
  const budget = new DailyBudget(100, clock);
  budget.spend(99);
  expect([budget.isUsedUp, budget.spent]).toEqual([false, 99]);
  budget.spend(1);
  expect(budget.isUsedUp).toBe(true);
  clock.advance(1_000);
  expect([budget.isUsedUp, budget.spent]).toEqual([false, 0]);
});
