import { afterEach, describe, expect, test } from "vitest";
import { SimulatedClock } from "../../clock.ts";
import { acceleratedClock } from "../testing/accelerated-clock.ts";
import { httpProxy, socksProxy, type TestProxy } from "../testing/proxy-servers.ts";
import { type StandInBench, standInFor } from "../testing/stand-in-for.ts";
import { toySource } from "../testing/toy-source.ts";
import type { Transport } from "../transport/transport.ts";
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
    const bench = open(await standInFor(source, { routes: { toy: routes }, clock: acceleratedClock(20) }));
    const records = await bench.run(source.operations[0], { count: 20 });
    return { records, bench };
  }

  test("of HTTP, with a password", async () => {
    const proxy = open(await httpProxy({ credentials: "user:pass" }));
    expect((await runBy(proxy.url)).records).toHaveLength(20);
    expect(proxy.passed).toHaveLength(1);
  });

  test("of SOCKS", async () => {
    const proxy = open(await socksProxy());
    const { records, bench } = await runBy(proxy.url);
    expect(records).toHaveLength(20);
    expect(`http://${proxy.passed[0]}`).toBe(bench.origin);
  });

  test("the next route is taken when one is blocked, and the blocked one rests", async () => {
    const blocked = open(await httpProxy({ blocked: true }));
    const good = open(await socksProxy());
    const { records, bench } = await runBy(`${blocked.url},${good.url}`);
    expect(records).toHaveLength(20);
    expect(blocked.passed).toHaveLength(1);
    await bench.run(toySource().operations[0], { count: 20 });
    expect(blocked.passed).toHaveLength(1);
  });

  test("a proxy that is gone is passed over", async () => {
    const good = open(await httpProxy());
    const { records } = await runBy(`http://127.0.0.1:1|${good.url}`);
    expect(records).toHaveLength(20);
  });

  test("with every route blocked the caller is told that the source blocks", async () => {
    const blocked = open(await httpProxy({ blocked: true }));
    await expect(runBy(`${blocked.url},direct`, { answer: () => ({ status: 403, body: "" }) })).rejects.toMatchObject({
      code: "blocked",
      detail: "blocked by the source",
    });
  });
});

describe("the order of routes", () => {
  const route = (name: string): Route => ({ name, transport: {} as Transport });
  const [direct, one, two, browser] = [route("direct"), route("one"), route("two"), route("browser")];

  test("proxies of one step take turns", () => {
    const rotation = new RouteRotation([[one, two]], new SimulatedClock());
    expect([rotation.pick(), rotation.pick(), rotation.pick()]).toEqual([one, two, one]);
  });

  test("a route that was blocked rests, twice as long the next time; one that works is well again", () => {
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

  test("when all rest, the one that rests least is tried; when all were tried, none", () => {
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

test("routes are read as they are written", () => {
  expect(parseRoutes("direct, http://a:3128|socks5://b:1080 ,cdp:ws://c:9222")).toEqual([
    [{ kind: "direct" }],
    [
      { kind: "http", proxy: new URL("http://a:3128") },
      { kind: "socks", proxy: new URL("socks5://b:1080") },
    ],
    [{ kind: "browser", endpoint: "ws://c:9222" }],
  ]);
});

test("a route that cannot be read is refused, without repeating its password", () => {
  expect(() => parseRoutes("ftp://user:secret@host")).toThrow(/^a route is direct, http/);
  expect(() => parseRoutes("ftp://user:secret@host")).not.toThrow(/secret/);
});
