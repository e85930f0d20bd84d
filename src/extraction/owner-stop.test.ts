import { afterEach, expect, test } from "vitest";
import { SimulatedClock, systemClock } from "../base/clock.ts";
import type { StandInCall } from "../contract/stand-in.ts";
import { type StandInBench, standInFor } from "../source-testing/stand-in-for.ts";
import { toyPage, toySource } from "../source-testing/toy-source.ts";
import { createOwnerStop, type ResolveTxt, stopLineIn } from "./owner-stop.ts";

let bench: StandInBench | null = null;
afterEach(async () => {
  await bench?.close();
  bench = null;
});

const noRecord = () => Promise.reject(Object.assign(new Error("none"), { code: "ENODATA" }));
const logged: string[] = [];
const log = { warn: (_: object, message: string) => void logged.push(message) };
const watch = (resolveTxt: ResolveTxt, clock = new SimulatedClock()) =>
  createOwnerStop({ source: "toy", clock, log, resolveTxt });
const SITE = new URL("https://www.site.example/rows");

test.each<[string, string[][], boolean]>([
  ["stop", [["stop"]], true],
  ["among others, in parts", [["v=1"], [" ST", "OP "]], true],
  ["other words", [["stopped"], ["please stop"]], false],
])("a DNS record that says %s", async (_what, records, stops) => {
  const asked: string[] = [];
  const stop = watch(async (name) => {
    asked.push(name);
    return name === "_winnow.site.example" ? records : [];
  });
  const outcome = await stop.permit(SITE).catch((error: Error) => error);
  expect(outcome instanceof Error).toBe(stops);
  if (stops) expect(outcome).toMatchObject({ code: "blocked", detail: expect.stringContaining("its owner has asked") });
  expect(asked).toEqual(["_winnow.www.site.example", "_winnow.site.example"]);
  expect(stop.reason === null).toBe(!stops);
});

test("a record is obeyed within a minute, and so is its removal; both are logged once", async () => {
  const clock = new SimulatedClock();
  let records: string[][] = [];
  let lookups = 0;
  const stop = watch(async () => {
    lookups++;
    return records;
  }, clock);
  const isStopped = () =>
    stop.permit(new URL("https://site.example")).then(
      () => false,
      () => true,
    );
  logged.length = 0;
  expect(await isStopped()).toBe(false);
  records = [["stop"]];
  clock.advance(44_999);
  expect([await isStopped(), lookups]).toEqual([false, 1]);
  clock.advance(15_000);
  expect([await isStopped(), await isStopped(), lookups]).toEqual([true, true, 2]);
  records = [];
  clock.advance(60_000);
  expect([await isStopped(), stop.reason]).toEqual([false, null]);
  expect(logged).toEqual([
    'the owner of the site asks Winnow to stop: the DNS record _winnow.site.example says "stop"',
    "_winnow.site.example no longer asks to stop",
  ]);
});

test("a DNS server that does not answer neither stops nor releases a source", async () => {
  const clock = new SimulatedClock();
  let answer: ResolveTxt = () => Promise.reject(Object.assign(new Error("away"), { code: "ESERVFAIL" }));
  const stop = watch((name) => answer(name), clock);
  const isStopped = () =>
    stop.permit(new URL("https://site.example")).then(
      () => false,
      () => true,
    );
  const away = answer;
  expect(await isStopped()).toBe(false);
  for (const [next, stops] of [
    [async () => [["stop"]], true],
    [away, true],
    [noRecord, false],
  ] as const) {
    answer = next;
    clock.advance(60_000);
    expect(await isStopped()).toBe(stops);
  }
});

test("addresses and one-word names have no record", async () => {
  const stop = watch(() => Promise.reject(new Error("looked up")));
  for (const url of ["http://10.0.0.1", "http://[::1]", "http://localhost:9000"]) await stop.permit(new URL(url));
});

test.each([
  [["User-agent: Winnow", "Disallow: /"], 2],
  [["user-agent: a", "USER-AGENT: winnow # us", "", "Crawl-delay: 1", "disallow:/ # all"], 5],
  [["User-agent: *", "Disallow: /"], null],
  [["User-agent: Winnow", "Disallow: /private"], null],
  [["User-agent: Winnow", "Allow: /", "User-agent: other", "Disallow: /"], null],
  [["User-agent: Winnower", "Disallow: /"], null],
  [[""], null],
])("robots.txt %j stops us by line %s", (lines, line) => {
  expect(stopLineIn(lines)).toBe(line);
});

test.each<[string, "honour" | "ignore"]>([
  ["followed", "honour"],
  ["ignored by the operator", "ignore"],
])("robots.txt, %s, stops a source in use within a minute, and its removal lets it go on", async (_, robots) => {
  let rules = "User-agent: other\nDisallow: /";
  const answer = (call: StandInCall) =>
    call.url.pathname === "/robots.txt"
      ? { status: 200, headers: { "content-type": "text/plain" }, body: rules }
      : toyPage(call);
  const source = toySource({ answer });
  let passedMs = 0;
  bench = await standInFor(source, {
    clock: { ...systemClock, now: () => systemClock.now() + passedMs },
    isStandIn: () => false,
    obeysOwners: true,
    sites: { toy: { robots, perSecond: 1_000 } },
  });
  const run = () => bench!.run(source.operations[0], { count: 20 });
  expect(await run()).toHaveLength(20);
  rules = "User-agent: Winnow\nDisallow: /";
  passedMs += 60_000;
  await expect(run()).rejects.toMatchObject({
    code: "blocked",
    detail: expect.stringContaining("its owner has asked"),
  });
  expect(bench.engine.health()[0]!.stopped).toBe(`line 2 of ${bench.origin}/robots.txt`);
  expect(bench.calls.filter(({ url }) => url.pathname === "/rows")).toHaveLength(1);
  rules = "";
  passedMs += 60_000;
  expect(await run()).toHaveLength(20);
  expect(bench.engine.health()[0]!.stopped).toBeNull();
});
