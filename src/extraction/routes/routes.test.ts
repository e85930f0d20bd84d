import { afterEach, describe, expect, test } from "vitest";
import { httpProxy, socksProxy, type TestProxy } from "../../../test/support/extraction/proxy-servers.ts";
import { SimulatedClock, systemClock } from "../../base/clock.ts";
import { acceleratedClock } from "../../source-testing/accelerated-clock.ts";
import { type StandInBench, standInFor } from "../../source-testing/stand-in-for.ts";
import { toySource } from "../../source-testing/toy-source.ts";
import type { Transport } from "../transport/transport.ts";
import { openRoute } from "./open-route.ts";
import { parseRoutes } from "./parse-routes.ts";
import { type Route, RouteRotation } from "./route-rotation.ts";

const opened: Array<{ close(): unknown }> = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
const open = <T extends TestProxy | StandInBench>(one: T): T => {
  opened.unshift(one);
  return one;
};

describe("through a proxy", () => {
  async function runBy(routes: string, changes: Parameters<typeof toySource>[0] = {}) {
    const source = toySource(changes);
    const bench = open(await standInFor(source, { sites: { toy: { routes } }, clock: acceleratedClock(20) }));
    const records = await bench.run(source.operations[0], { count: 20 });
    return { records, bench };
  }

  test("over HTTP, with a password", async () => {
    const proxy = open(await httpProxy({ credentials: "user:pass" }));
    expect((await runBy(proxy.url)).records).toHaveLength(20);
    expect(proxy.passed).toHaveLength(1);
  });

  test("over SOCKS", async () => {
    const proxy = open(await socksProxy());
    const { records, bench } = await runBy(proxy.url);
    expect(records).toHaveLength(20);
    expect(`http://${proxy.passed[0]}`).toBe(bench.origin);
  });

  test("if one route is blocked, the next is used and the blocked one rests", async () => {
    const blocked = open(await httpProxy({ blocked: true }));
    const good = open(await socksProxy());
    const { records, bench } = await runBy(`${blocked.url},${good.url}`);
    expect(records).toHaveLength(20);
    expect(blocked.passed).toHaveLength(1);
    await bench.run(toySource().operations[0], { count: 20 });
    expect(blocked.passed).toHaveLength(1);
  });

  test("a proxy that is down is skipped", async () => {
    const good = open(await httpProxy());
    const { records } = await runBy(`http://127.0.0.1:1|${good.url}`);
    expect(records).toHaveLength(20);
  });

  test("if every route is blocked, the caller is told that the source blocks", async () => {
    const blocked = open(await httpProxy({ blocked: true }));
    await expect(runBy(`${blocked.url},direct`, { answer: () => ({ status: 403, body: "" }) })).rejects.toMatchObject({
      code: "blocked",
      detail: "The source blocked the request.",
    });
  });
});

describe("addresses that a proxy or a browser may not fetch", () => {
  const opening = (inside: string[]) => {
    const gate = { mayBePrivate: (origin: string) => inside.includes(origin) };
    return parseRoutes("http://user:secret@127.0.0.1:1,socks5://user:secret@127.0.0.1:1,cdp:ws://127.0.0.1:1").map(
      ([spec]) => openRoute(spec!, gate, systemClock),
    );
  };
  const send = ({ transport }: Route, url: string) =>
    transport.send({
      url: new URL(url),
      method: "GET",
      headers: {},
      body: null,
      maxBytes: 1,
      onBytes() {},
      signal: new AbortController().signal,
    });

  test("has the name of its proxy without the password", async () => {
    const routes = opening([]);
    expect(routes.map(({ name }) => name)).toEqual(["http://127.0.0.1:1", "socks5://127.0.0.1:1", "browser"]);
    expect(openRoute({ kind: "direct" }, { mayBePrivate: () => false }, systemClock).name).toBe("direct");
    for (const { transport } of routes) await transport.close();
  });

  test.each([
    ["http://127.0.0.1/", true],
    ["http://[::1]/", true],
    ["http://10.0.0.1/", true],
    ["http://localhost/", true],
    ["http://localhost./", true],
    ["http://a.localhost/", true],
    ["http://localhost.example/", false],
    ["http://mylocalhost/", false],
    ["http://93.184.216.34/", false],
    ["http://site.example/", false],
  ])("%s: %s", async (url, refused) => {
    for (const route of opening([])) {
      const error = await send(route, url).catch((thrown: Error) => thrown);
      expect((error as Error).name).toBe(refused ? "ForbiddenAddress" : "NotResponding");
      if (refused) expect((error as Error).message).toContain("it is not on the internet");
      await route.transport.close();
    }
    for (const route of opening([new URL(url).origin])) {
      expect(await send(route, url).catch((thrown: Error) => thrown.name)).toBe("NotResponding");
      await route.transport.close();
    }
  });
});

describe("the order of routes", () => {
  const route = (name: string): Route => ({ name, transport: {} as Transport });
  const [direct, one, two, browser] = [route("direct"), route("one"), route("two"), route("browser")];

  test("proxies of one step take turns", () => {
    const rotation = new RouteRotation([[one, two]], new SimulatedClock());
    expect([rotation.pick(), rotation.pick(), rotation.pick()]).toEqual([one, two, one]);
  });

  test("a blocked route rests, twice as long the next time; a working one recovers", () => {
    const clock = new SimulatedClock();
    const rotation = new RouteRotation([[direct], [one], [browser]], clock);
    rotation.coolDown(direct);
    expect(rotation.pick()).toBe(one);
    clock.advance(60_000);
    expect(rotation.pick()).toBe(direct);
    rotation.coolDown(direct);
    clock.advance(60_000);
    expect(rotation.pick()).toBe(one);
    clock.advance(60_000);
    expect(rotation.pick()).toBe(direct);
    rotation.recovered(direct);
    rotation.coolDown(direct);
    clock.advance(60_000);
    expect(rotation.pick()).toBe(direct);
  });

  test("a rest is a minute at first and at most a quarter of an hour, to the millisecond", () => {
    const clock = new SimulatedClock();
    const rotation = new RouteRotation([[direct], [one]], clock);
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      rotation.coolDown(direct);
      clock.advance(minutes * 60_000 - 1);
      expect(rotation.report()).toMatchObject([
        { name: "direct", cooling: true, triedAgainAt: clock.now() + 1 },
        { name: "one", cooling: false, triedAgainAt: null },
      ]);
      clock.advance(1);
      expect(rotation.report()[0]).toMatchObject({ name: "direct", cooling: false, triedAgainAt: null });
    }
  });

  test("one run tries a rested route, while the others keep to the next one until it works", () => {
    const clock = new SimulatedClock();
    const rotation = new RouteRotation([[direct], [browser]], clock);
    rotation.coolDown(direct);
    clock.advance(60_000);
    expect([rotation.first(), rotation.first(), rotation.first()]).toEqual([direct, browser, browser]);
    rotation.recovered(direct);
    expect([rotation.first(), rotation.first()]).toEqual([direct, direct]);
  });

  test("a trial that ends without an outcome is repeated a minute later", () => {
    const clock = new SimulatedClock();
    const rotation = new RouteRotation([[direct], [browser]], clock);
    rotation.coolDown(direct);
    clock.advance(60_000);
    rotation.first();
    clock.advance(59_999);
    expect(rotation.first()).toBe(browser);
    clock.advance(1);
    expect(rotation.first()).toBe(direct);
  });

  test("a wall that several runs meet at once counts once; one that a trial meets counts again", () => {
    const clock = new SimulatedClock();
    const rotation = new RouteRotation([[direct], [browser]], clock);
    for (let run = 0; run < 5; run++) rotation.coolDown(direct);
    expect(rotation.report()[0]!.triedAgainAt).toBe(clock.now() + 60_000);
    clock.advance(60_000);
    rotation.first();
    for (let run = 0; run < 5; run++) rotation.coolDown(direct);
    expect(rotation.report()[0]!.triedAgainAt).toBe(clock.now() + 120_000);
  });

  test("each route has its figures: requests, successes, walls, and the averages of the last exchanges", () => {
    const rotation = new RouteRotation([[direct], [browser]], new SimulatedClock());
    for (let nth = 0; nth < 100; nth++) rotation.spent(direct, nth, 10 * nth);
    rotation.ended(direct, "ok");
    rotation.ended(direct, "wall");
    rotation.ended(direct, "failed");
    expect(rotation.report()).toMatchObject([
      { name: "direct", requests: 100, ok: 1, walls: 1, ms: 75, bytes: 745 },
      { name: "browser", requests: 0, ok: 0, walls: 0, ms: null, bytes: null },
    ]);
  });

  test("a step's turn continues from the picked route, and leaves the given steps unchanged; all are closed", async () => {
    const closed: string[] = [];
    const closing = (name: string): Route => ({
      name,
      transport: { close: async () => void closed.push(name) } as Transport,
    });
    const steps = [[closing("a"), closing("b"), closing("c")], [closing("d")]];
    const [a, b, c] = steps[0]!;
    const rotation = new RouteRotation(steps, new SimulatedClock());
    rotation.coolDown(a!);
    expect([rotation.pick(), rotation.pick(), rotation.pick(), rotation.pick(new Set([b!]))]).toEqual([b, c, b, c]);
    expect(steps[0]!.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    await rotation.close();
    expect(closed.sort()).toEqual(["a", "b", "c", "d"]);
  });

  test("when all rest, the one with the shortest rest is tried; when all were tried, none", () => {
    const clock = new SimulatedClock();
    const rotation = new RouteRotation([[direct], [one]], clock);
    rotation.coolDown(direct);
    clock.advance(1_000);
    rotation.coolDown(one);
    expect(rotation.pick()).toBe(direct);
    expect(rotation.pick(new Set([direct]))).toBe(one);
    expect(rotation.pick(new Set([direct, one]))).toBeNull();
  });
});

test("routes are parsed as written", () => {
  expect(parseRoutes("direct, http://a:3128|socks5://b:1080 ,cdp:ws://c:9222")).toEqual([
    [{ kind: "direct" }],
    [
      { kind: "http", proxy: new URL("http://a:3128") },
      { kind: "socks", proxy: new URL("socks5://b:1080") },
    ],
    [{ kind: "browser", endpoint: "ws://c:9222", proxy: null }],
  ]);
});

test.each([
  ["direct", { kind: "direct" }],
  ["https://a:443", { kind: "http", proxy: new URL("https://a:443") }],
  ["socks://a", { kind: "socks", proxy: new URL("socks://a") }],
  ["socks4://a", { kind: "socks", proxy: new URL("socks4://a") }],
  ["socks4a://a", { kind: "socks", proxy: new URL("socks4a://a") }],
  ["socks5h://a", { kind: "socks", proxy: new URL("socks5h://a") }],
  ["cdp:wss://c/x", { kind: "browser", endpoint: "wss://c/x", proxy: null }],
  ["cdp:http://c", { kind: "browser", endpoint: "http://c", proxy: null }],
  ["cdp:https://c", { kind: "browser", endpoint: "https://c", proxy: null }],
  ["cdp:ws://c via http://a:1", { kind: "browser", endpoint: "ws://c", proxy: new URL("http://a:1") }],
  ["cdp:ws://c  via socks5://a", { kind: "browser", endpoint: "ws://c", proxy: new URL("socks5://a") }],
])("%s is a route", (word, spec) => {
  expect(parseRoutes(word)).toEqual([[spec]]);
});

test.each([
  "",
  "directly",
  "a:3128",
  "cdp:ftp://c",
  "xcdp:ws://c",
  "socks6://a",
  "xhttp://a",
  "httpx://a",
  "socks5x://a",
  "xsocks5://a",
  "direct,",
  "cdp:ws://c via",
  "cdp:ws://c via a:1",
  "cdp:ws://c via direct",
  "cdp:ws://c via cdp:ws://c",
  "http://a via http://b",
])("%j is not a route", (word) => {
  expect(() => parseRoutes(word)).toThrow(/^a route is direct/);
});

test("an invalid route is rejected without echoing its password", () => {
  expect(() => parseRoutes("ftp://user:secret@host")).toThrow(/^a route is direct, http/);
  expect(() => parseRoutes("ftp://user:secret@host")).not.toThrow(/secret/);
});

test("a browser through a SOCKS proxy with a password is rejected, since Chromium does not support it", () => {
  expect(() => parseRoutes("cdp:ws://c via socks5://user:secret@a")).toThrow(
    "a browser cannot use a SOCKS proxy with a password",
  );
});
