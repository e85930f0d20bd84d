import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "../../base/clock.ts";
import type { Source } from "../../contract/source.ts";
import type { StandInCall } from "../../contract/stand-in.ts";
import { type StandInBench, standInFor } from "../../source-testing/stand-in-for.ts";
import { toyPage, toySource } from "../../source-testing/toy-source.ts";
import { createEngine, unconfigured } from "../engine.ts";

/** An engine that records dialling without doing it; names resolve to the addresses given here. */
function watchedEngine(source: Source, origin: string, names: Record<string, string[]>, privateHosts: string[] = []) {
  const dialled: string[] = [];
  const resolved: string[] = [];
  const engine = createEngine({
    ...unconfigured,
    sources: [source],
    originOf: () => origin,
    isStandIn: () => false,
    clock: systemClock,
    log: { debug() {}, info() {}, warn() {} },
    unreadableDir: "/nowhere",
    sites: { [source.name]: { robots: "ignore", perSecond: 1000 } },
    privateHosts,
    random: () => 0,
    async resolve(name) {
      resolved.push(name);
      return names[name] ?? [];
    },
    dial(target, callback) {
      dialled.push(`${target.hostname}:${target.port}`);
      callback(new Error("nothing is dialled in this test"), null);
    },
  });
  const run = () =>
    Array.fromAsync(
      engine.extract({
        source,
        operation: source.operations[0],
        request: { count: 1, keyword: "", timeout: 30 },
        requestId: "test",
        caller: "test",
        disconnect: new AbortController().signal,
      }),
    );
  return { run, dialled, resolved, close: () => engine.close() };
}

describe("a name that resolves to an internal address is refused, and nothing is dialled", () => {
  test.each([
    ["private", ["10.0.0.7"]],
    ["loopback", ["127.0.0.1"]],
    ["link-local, where clouds keep credentials", ["169.254.169.254"]],
    ["IPv6 loopback", ["::1"]],
    ["IPv6 unique local", ["fd00::1"]],
    ["IPv4 inside IPv6", ["::ffff:10.0.0.7"]],
    ["one inside among good ones", ["93.184.216.34", "192.168.0.1"]],
  ])("%s", async (_name, addresses) => {
    const { run, dialled, close } = watchedEngine(toySource(), "https://site.example", { "site.example": addresses });
    await expect(run()).rejects.toMatchObject({ code: "source_unavailable", status: 500 });
    expect(dialled).toEqual([]);
    await close();
  });
});

test("a good name is resolved once, and the checked address is dialled", async () => {
  const { run, dialled, resolved, close } = watchedEngine(toySource(), "https://site.example", {
    "site.example": ["93.184.216.34"],
  });
  await expect(run()).rejects.toMatchObject({ code: "not_responding" });
  expect(new Set(dialled)).toEqual(new Set(["93.184.216.34:"]));
  expect(resolved).toHaveLength(dialled.length);
  await close();
});

describe("an origin of the manifest that no operator configured may not be internal, however it is spelt", () => {
  test.each([
    "http://127.0.0.1",
    "http://2130706433",
    "http://0177.0.0.1",
    "http://0x7f.1",
    "http://127.1",
    "http://[::1]",
    "http://[::ffff:127.0.0.1]",
    "http://10.0.0.1",
    "http://169.254.169.254",
  ])("%s", async (spelt) => {
    const { origin } = new URL(spelt);
    const { run, dialled, close } = watchedEngine(toySource({ origins: { site: origin } }), origin, {});
    await expect(run()).rejects.toMatchObject({ code: "source_unavailable" });
    expect(dialled).toEqual([]);
    await close();
  });
});

test.each([
  ["http://127.0.0.1:9000", []],
  ["http://10.0.0.5", []],
  ["http://stand-ins:9000", []],
  ["https://shop.inside.example", ["shop.inside.example"]],
])("an operator may configure %s", async (origin, privateHosts) => {
  const { run, dialled, close } = watchedEngine(
    toySource(),
    origin,
    { "stand-ins": ["172.18.0.3"], "shop.inside.example": ["10.1.1.1"] },
    privateHosts,
  );
  await expect(run()).rejects.toMatchObject({ code: "not_responding" });
  expect(dialled.length).toBeGreaterThan(0);
  await close();
});

describe("a redirect to an origin of another source is not followed", () => {
  let bench: StandInBench;
  afterEach(() => bench.close());

  test.each([
    "http://127.0.0.1:1/",
    "http://127.0.0.2:%port%/",
    "http://localhost:%port%/",
    "http://2130706433:%inside%/x",
    "http://[::1]:%port%/",
    "http://[::ffff:127.0.0.1]:%port%/",
    "http://0177.0.0.1:%inside%/",
    "//127.0.0.1:%inside%/",
    "http://169.254.169.254/latest/meta-data/",
    "http://elsewhere.example/",
    "http://user:password@127.0.0.1:%port%/rows",
    "http://127.0.0.1:%port%@127.0.0.1:%inside%/",
    "https://127.0.0.1:%port%/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:%inside%/",
    "http://",
  ])("%s", async (location) => {
    let reached = 0;
    const inside = createServer((_request, response) => {
      reached++;
      response.end("{}");
    }).listen(0);
    const insidePort = (inside.address() as AddressInfo).port;
    const requested: string[] = [];
    const source = toySource({
      answer({ url }: StandInCall) {
        requested.push(url.href);
        const to = location.replaceAll("%port%", url.port).replaceAll("%inside%", String(insidePort));
        return { status: 302, headers: { location: to }, body: "" };
      },
    });
    bench = await standInFor(source, { random: () => 0 });
    await expect(bench.run(source.operations[0], { count: 1 })).rejects.toMatchObject({ code: "blocked", status: 412 });
    expect(requested).toHaveLength(1);
    expect(reached).toBe(0);
    inside.close();
  });

  test("a redirect to an origin of the source is followed", async () => {
    const source = toySource({
      answer: (call) =>
        call.url.pathname === "/rows"
          ? { status: 302, headers: { location: `/moved${call.url.search}` }, body: "" }
          : toyPage(call),
    });
    bench = await standInFor(source);
    expect(await bench.run(source.operations[0], { count: 20 })).toHaveLength(20);
  });
});

test("a source's path cannot leave its origin", async () => {
  const source = toySource();
  source.operations[0] = {
    ...source.operations[0],
    async *run(_request, site) {
      yield await site.read({ path: "//elsewhere.example/rows" }, () => ({}) as never);
    },
  };
  const { run, dialled, resolved, close } = watchedEngine(source, "https://site.example", {});
  await expect(run()).rejects.toMatchObject({ code: "blocked" });
  expect([...dialled, ...resolved]).toEqual([]);
  await close();
});
