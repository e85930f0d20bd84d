import { afterEach, expect, test } from "vitest";
import { systemClock } from "../base/clock.ts";
import type { StandInCall, StandInReply } from "../contract/stand-in.ts";
import { acceleratedClock } from "../source-testing/accelerated-clock.ts";
import { type StandInBench, standInFor } from "../source-testing/stand-in-for.ts";
import { toyPage, toySource } from "../source-testing/toy-source.ts";
import { readRobots } from "./robots.ts";

let bench: StandInBench;
afterEach(() => bench?.close());

/** A live site with this content as its robots.txt. */
async function live(robots: StandInReply, options: Parameters<typeof standInFor>[1] = {}) {
  const source = toySource({
    answer: (call: StandInCall) => (call.url.pathname === "/robots.txt" ? robots : toyPage(call)),
  });
  const clock = acceleratedClock(20);
  bench = await standInFor(source, { isStandIn: () => false, clock, ...options });
  return { rows: source.operations[0], clock };
}

const text = (body: string): StandInReply => ({ status: 200, headers: { "content-type": "text/plain" }, body });
const paths = () => bench.calls.map(({ url }) => url.pathname);

test("it is read once, and a disallowed page is not fetched; the rejection names the rule and its line", async () => {
  const { rows } = await live(text("# toys\nUser-agent: *\nDisallow: /rows"));
  for (let run = 0; run < 2; run++) {
    await expect(bench.run(rows, { count: 20 })).rejects.toMatchObject({
      code: "blocked",
      detail: "blocked by the source: its robots.txt does not allow this page (line 3: Disallow: /rows)",
    });
  }
  expect(paths()).toEqual(["/robots.txt"]);
});

test.each([
  ["none", { status: 404, body: "" }],
  ["one that allows", text("User-agent: *\nDisallow: /private")],
  ["one with a group for us", text("User-agent: *\nDisallow: /\n\nUser-agent: winnow\nAllow: /")],
] as const)("%s allows pages", async (_what, robots) => {
  const { rows } = await live(robots);
  expect(await bench.run(rows, { count: 20 })).toHaveLength(20);
});

test.each([
  ["403", { status: 403, body: "" }, "blocked"],
  ["202", { status: 202, body: "" }, "blocked"],
  ["a page of a wall", { status: 200, body: "<!DOCTYPE html><title>Just a moment</title>" }, "blocked"],
  ["429", { status: 429, headers: { "retry-after": "600" }, body: "" }, "asked_to_wait"],
] as const)("%s at its address is handled as such, and not requested again and again", async (_what, robots, code) => {
  const { rows } = await live(robots);
  for (let run = 0; run < 3; run++) {
    await expect(bench.run(rows, { count: 20, timeout: 20 })).rejects.toMatchObject({ status: 412, code });
  }
  expect(paths()).toEqual(["/robots.txt"]);
});

test("a site whose robots.txt fails gets no other request", async () => {
  const { rows } = await live({ status: 500, body: "" });
  await expect(bench.run(rows, { count: 20, timeout: 20 })).rejects.toMatchObject({ code: "not_responding" });
  expect(new Set(paths())).toEqual(new Set(["/robots.txt"]));
});

test("after a day it is revalidated: unchanged rules are not sent again", async () => {
  let shift = 0;
  const clock = { now: () => Date.now() + shift, after: systemClock.after };
  const sites = { toy: { concurrency: 4, perSecond: 1000 } };
  const source = toySource({
    answer: ({ headers, url }) => {
      if (url.pathname !== "/robots.txt") return { status: 404, body: "" };
      const rules = text("User-agent: *\nDisallow: /rows");
      return headers["if-none-match"] === '"r1"'
        ? { status: 304, body: "" }
        : { ...rules, headers: { ...rules.headers, etag: '"r1"', "last-modified": "Sun, 15 Nov 2026 08:00:00 GMT" } };
    },
  });
  bench = await standInFor(source, { isStandIn: () => false, clock, sites });
  for (const day of [0, 0, 1, 1, 2]) {
    shift = day * 24 * 3600_000 + day * 1000;
    await expect(bench.run(source.operations[0], { count: 20 })).rejects.toMatchObject({
      detail: expect.stringContaining("line 2: Disallow: /rows"),
    });
  }
  const requested = bench.calls.map(({ headers }) => [headers["if-none-match"], headers["if-modified-since"]]);
  const known = ['"r1"', "Sun, 15 Nov 2026 08:00:00 GMT"];
  expect(requested).toEqual([[undefined, undefined], known, known]);
});

test("it is followed within the site, and a site that redirects it elsewhere gets no more requests", async () => {
  const moved = (location: string) => (call: StandInCall) => {
    if (call.url.pathname === "/robots.txt") return { status: 301, headers: { location }, body: "" };
    return call.url.pathname === "/rules.txt" ? text("User-agent: *\nDisallow: /rows") : toyPage(call);
  };
  for (const [location, detail] of [
    ["/rules.txt", /line 2: Disallow: \/rows/],
    ["http://elsewhere.example/robots.txt", /^The source blocked the request/],
    ["/robots.txt", /^The source blocked the request/],
  ] as const) {
    const source = toySource({ answer: moved(location) });
    bench = await standInFor(source, { isStandIn: () => false, clock: acceleratedClock(20) });
    const failed = await bench.run(source.operations[0], { count: 20 }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: "blocked", detail: expect.stringMatching(detail) });
    expect(paths()).not.toContain("/rows");
    await bench.close();
  }
});

test("it is ignored if the operator configures that", async () => {
  const { rows } = await live(text("User-agent: *\nDisallow: /"), { sites: { toy: { robots: "ignore" } } });
  expect(await bench.run(rows, { count: 20 })).toHaveLength(20);
  expect(paths()).toEqual(["/rows"]);
});

test("its crawl delay slows the rate", async () => {
  const { rows, clock } = await live(text("User-agent: *\nCrawl-delay: 2"), {
    sites: { toy: { concurrency: 4, perSecond: 1000 } },
  });
  const started = clock.now();
  await bench.run(rows, { count: 120 });
  // Six pages: four concurrently, then one every 2 s.
  expect(clock.now() - started).toBeGreaterThanOrEqual(2 * 2_000);
});

test("requests identify themselves by our own name, with the operator's contact, the source's language and no browser's name", async () => {
  const { rows } = await live({ status: 404, body: "" }, { contact: "https://ops.example/bot" });
  await bench.run(rows, { count: 20 });
  for (const { headers } of bench.calls) {
    expect(headers["user-agent"]).toMatch(/^Winnow\/\d[\w.-]+ \(\+https:\/\/ops\.example\/bot\)$/);
    expect(headers["accept-language"]).toBeTruthy();
    expect(headers.accept).toBeTruthy();
  }
});

test("a live site gets two concurrent requests and one per second unless the operator sets more", async () => {
  const { rows, clock } = await live({ status: 404, body: "" });
  const started = clock.now();
  await bench.run(rows, { count: 80 });
  // robots.txt and four pages: two concurrently, then one every second.
  expect(clock.now() - started).toBeGreaterThanOrEqual(2_000);
});

test("a rule has its line number", () => {
  const rules = readRobots(
    new URL("https://x.example/robots.txt"),
    "User-agent: *\nDisallow: /a\nAllow: /a/b\nCrawl-delay: 3",
  );
  expect(rules.about(new URL("https://x.example/a/c"))).toEqual({
    allowed: false,
    line: 2,
    text: "Disallow: /a",
    usage: [],
  });
  expect(rules.about(new URL("https://x.example/a/b"))).toEqual({
    allowed: true,
    line: 3,
    text: "Allow: /a/b",
    usage: [],
  });
  expect(rules.about(new URL("https://x.example/z"))).toEqual({ allowed: true, line: null, text: null, usage: [] });
  expect(rules.crawlDelay).toBe(3);
});

test("lines about the use of content are found, once each, and are no rules", () => {
  const lines = [
    "User-agent: *",
    "content-usage: bots=y, train-ai=n",
    "Allow: /",
    " License: https://x.example/l.xml ",
    "Content-Signal: search=yes",
    "Content-Signal: search=yes",
    "Licensee: no",
  ];
  const { usage, allowed } = readRobots(new URL("https://x.example/robots.txt"), lines.join("\n")).about(
    new URL("https://x.example/z"),
  );
  expect(allowed).toBe(true);
  expect(usage).toEqual([
    "content-usage: bots=y, train-ai=n",
    "License: https://x.example/l.xml",
    "Content-Signal: search=yes",
  ]);
});
