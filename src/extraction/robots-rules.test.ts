import { describe, expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { Governor } from "./governor/governor.ts";
import { memorySites } from "./governor/site-store.ts";
import { honouredRobots, noRobots, type RobotsDeps, readRobots } from "./robots.ts";
import type { Exchange, RawAnswer, Transport } from "./transport/transport.ts";

const ORIGIN = "https://site.example";
const PAGE = new URL(`${ORIGIN}/rows`);
const rules = (text: string, headers: Record<string, string> = {}): RawAnswer => raw(200, text, headers);
const raw = (
  status: number,
  text = "",
  headers: Record<string, string> = {},
  setCookies: string[] = [],
): RawAnswer => ({ status, headers, setCookies, body: Buffer.from(text) });

/** The same with the real limits of an origin. */
function governed(...answers: RawAnswer[]) {
  const clock = new SimulatedClock();
  const sites = memorySites(() => clock.now());
  const governor = new Governor(ORIGIN, () => ({ concurrency: 2, perSecond: null }), sites, clock);
  const acquire: RobotsDeps["acquire"] = (_origin, signal, deadline) =>
    governor.acquire("robots.txt", signal, { deadline, hasBegun: true });
  return { ...siteAt({ clock, acquire }, answers), sites };
}

/** A site without a network: its responses in order, then the last again and again. */
const site = (...answers: Array<RawAnswer | Error>) => siteAt({ clock: new SimulatedClock() }, answers);

function siteAt(
  { clock, acquire }: { clock: SimulatedClock; acquire?: RobotsDeps["acquire"] },
  answers: Array<RawAnswer | Error>,
) {
  const sent: Exchange[] = [];
  const permits: string[] = [];
  const way = (): Transport => ({
    async send(exchange) {
      sent.push(exchange);
      const next = answers.length > 1 ? answers.shift()! : answers[0]!;
      if (next instanceof Error) throw next;
      return next;
    },
    close: async () => {},
  });
  const robots = honouredRobots({
    clock,
    headers: { "user-agent": "Winnow", accept: "*/*" },
    acquire:
      acquire ??
      (async (origin) => {
        permits.push(`taken at ${origin}`);
        return { release: ({ kind }) => void permits.push(`back, ${kind}`) };
      }),
  });
  const transport = way();
  const said = (by = transport) =>
    robots.permit(PAGE, by).then(
      () => "allowed",
      (error: { name: string }) => error.name,
    );
  return { clock, sent, permits, robots, transport, way, said };
}

test("concurrent callers share one request for it, sent as a page with its own permit", async () => {
  const { sent, permits, said } = site(rules("User-agent: *\nDisallow: /rows"));
  expect(await Promise.all([said(), said(), said()])).toEqual(["WinnowError", "WinnowError", "WinnowError"]);
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ method: "GET", body: null, as: "page", maxBytes: 512 * 1024 });
  expect(sent[0]!.url.href).toBe(`${ORIGIN}/robots.txt`);
  expect(sent[0]!.headers).toEqual({
    "user-agent": "Winnow",
    accept: "text/plain",
    "accept-encoding": "gzip, deflate, br, zstd",
  });
  expect(permits).toEqual([`taken at ${ORIGIN}`, "back, failed"]);
});

test("it is kept for a day, then requested again", async () => {
  const { sent, clock, said } = site(rules(""));
  await said();
  clock.advance(24 * 3600_000 - 1);
  await said();
  expect(sent).toHaveLength(1);
  clock.advance(1);
  await said();
  expect(sent).toHaveLength(2);
});

test("a 304 keeps the rules that it refers to; without any it means no rules", async () => {
  const { sent, clock, said } = site(rules("User-agent: *\nDisallow: /rows", { etag: '"1"' }), raw(304));
  expect(await said()).toBe("WinnowError");
  for (let day = 0; day < 2; day++) {
    clock.advance(24 * 3600_000);
    expect(await said()).toBe("WinnowError");
  }
  expect(sent.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"1"', '"1"']);
  expect(await site(raw(304)).said()).toBe("allowed");
});

describe("other content at its address", () => {
  test.each<[string, RawAnswer | Error, string, number | null]>([
    ["nothing (404)", raw(404), "allowed", null],
    ["nothing (410)", raw(410), "allowed", null],
    ["a status that is no page (204)", raw(204), "allowed", null],
    ["202", raw(202), "Blocked", 60_000],
    ["401", raw(401), "Blocked", 60_000],
    ["403", raw(403), "Blocked", 60_000],
    ["429 without one", raw(429), "Throttled", 60_000],
    ["503 without one", raw(503), "NotResponding", 10_000],
    ["500", raw(500), "NotResponding", 10_000],
    ["a page", rules(" \n<!DOCTYPE html>"), "Blocked", 60_000],
    ["a page without its type", rules("<HTML>"), "Blocked", 60_000],
    ["a head", rules("<head>"), "Blocked", 60_000],
    ["a script", rules("<script>"), "Blocked", 60_000],
    ["rules with a tag in them", rules("# <html>\nUser-agent: *\nAllow: /"), "allowed", null],
    ["a page under 404", raw(404, "<html>"), "allowed", null],
  ])("%s", async (_what, answer, name, patienceMs) => {
    const { said, sent, clock } = site(answer);
    expect(await said()).toBe(name);
    if (patienceMs === null) return;
    clock.advance(patienceMs - 1);
    expect(await said()).toBe(name);
    expect(sent).toHaveLength(1);
    clock.advance(1);
    expect(await said()).toBe(name);
    expect(sent).toHaveLength(2);
  });

  test("the browser waits for a wall or a page to pass, not for the rules", async () => {
    const { said, sent } = site(rules(""));
    await said();
    const isWall = sent[0]!.isWall!;
    expect([raw(202), raw(401), raw(403), raw(429), rules("<html>")].map(isWall)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect([rules("User-agent: *"), raw(404), raw(500), raw(503), raw(404, "<html>")].map(isWall)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });

  test("a block on one route does not apply to another; known rules apply to all", async () => {
    const { said, sent, way } = site(raw(403), rules("User-agent: *\nDisallow: /rows"));
    const [one, other] = [way(), way()];
    expect([await said(one), await said(one), await said(other), await said(one)]).toEqual([
      "Blocked",
      "Blocked",
      "WinnowError",
      "WinnowError",
    ]);
    expect(sent).toHaveLength(2);
  });
});

describe("redirects", () => {
  const to = (location: string, setCookies: string[] = []) => raw(301, "", { location }, setCookies);

  test("redirects are followed to the site's other name, with the cookies received", async () => {
    const forbidding = rules("User-agent: *\nDisallow: /");
    const { said, sent } = site(to("/rules", ["a=1"]), to("https://www.site.example/robots.txt"), forbidding);
    expect(await said()).toBe("allowed");
    expect(sent.map(({ url, headers }) => [url.href, headers.cookie])).toEqual([
      [`${ORIGIN}/robots.txt`, undefined],
      [`${ORIGIN}/rules`, "a=1"],
      ["https://www.site.example/robots.txt", undefined],
    ]);
  });

  test("five are followed, a sixth is a block, and so is one away from the site", async () => {
    const hops = (count: number) => Array.from({ length: count }, (_, at) => to(`/${at}`));
    const five = site(...hops(5), raw(404));
    expect([await five.said(), five.sent.length]).toEqual(["allowed", 6]);
    const six = site(...hops(6), raw(404));
    expect([await six.said(), six.sent.length]).toEqual(["Blocked", 6]);
    const away = site(to("https://other.example/robots.txt"), raw(404));
    expect([await away.said(), away.sent.length]).toEqual(["Blocked", 1]);
  });
});

test("the rejection names the rule, unless nobody wrote it", async () => {
  const { robots, transport } = site(rules("User-agent: *\n  Disallow: /rows  \r\n"));
  await expect(robots.permit(PAGE, transport)).rejects.toMatchObject({
    code: "blocked",
    detail: "blocked by the source: its robots.txt does not allow this page (line 2: Disallow: /rows)",
    message: `robots.txt of ${ORIGIN} does not allow /rows (line 2: Disallow: /rows)`,
  });
});

test.each([429, 503])("a time on %i pauses the whole origin, not only its rules", async (status) => {
  const { said, sent, clock, sites } = governed(raw(status, "", { "retry-after": "86400" }));
  expect(await said()).toBe("Throttled");
  expect(await said()).toBe("AskedToWait");
  expect(await sites.pauses()).toEqual(new Map([[ORIGIN, 900_000]]));
  clock.advance(870_000);
  expect([await said(), sent.length]).toEqual(["AskedToWait", 1]);
  clock.advance(30_000);
  expect([await said(), sent.length]).toEqual(["Throttled", 2]);
  await sites.resume(ORIGIN);
  expect([await said(), sent.length]).toEqual(["Throttled", 3]);
});

test.each([
  ["7", 7],
  ["0.5", 0.5],
  ["61", 60],
  ["86400", 60],
  ["9".repeat(400), 60],
  ["0", null],
  ["-5", null],
  ["soon", null],
])("a crawl delay of %s is %s s, at most a minute", (delay, seconds) => {
  expect(readRobots(PAGE, `User-agent: *\nCrawl-delay: ${delay}`).crawlDelay).toBe(seconds);
});

test("the crawl delay of an origin is known once its rules are", async () => {
  const { robots, transport } = site(rules("User-agent: *\nCrawl-delay: 7"));
  expect(robots.crawlDelayOf(ORIGIN)).toBeNull();
  await robots.rulesOf(ORIGIN, transport);
  expect([robots.crawlDelayOf(ORIGIN), robots.crawlDelayOf("https://other.example")]).toEqual([7, null]);
  const none = site(rules("User-agent: *\nDisallow:"));
  await none.robots.rulesOf(ORIGIN, none.transport);
  expect(none.robots.crawlDelayOf(ORIGIN)).toBeNull();
});

test("the wait for robots.txt has a timeout, after which the permit is released", async () => {
  const clock = new SimulatedClock();
  const permits: string[] = [];
  const robots = honouredRobots({
    clock,
    headers: {},
    acquire: async () => ({ release: () => void permits.push("back") }),
  });
  const hanging: Transport = {
    send: ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    close: async () => {},
  };
  const requested = robots.permit(PAGE, hanging).catch((error: Error) => error.name);
  await new Promise((resolve) => setImmediate(resolve));
  clock.advance(30_000);
  expect([await requested, permits]).toEqual(["NotResponding", ["back"]]);
});

test("if it is ignored, everything is allowed without a delay", async () => {
  const transport = {} as Transport;
  await noRobots.permit(PAGE, transport);
  expect((await noRobots.rulesOf(ORIGIN, transport)).about(PAGE)).toEqual({
    allowed: true,
    line: null,
    text: null,
    usage: [],
  });
  expect([(await noRobots.rulesOf(ORIGIN, transport)).crawlDelay, noRobots.crawlDelayOf(ORIGIN)]).toEqual([null, null]);
});

test.each(["\n", "\r\n", "\r"])("any line ending is accepted: %j", (end) => {
  const read = readRobots(new URL(`${ORIGIN}/robots.txt`), ["User-agent: *", "Disallow: /a", "Disallow: /b"].join(end));
  expect(read.about(new URL(`${ORIGIN}/b`))).toEqual({ allowed: false, line: 3, text: "Disallow: /b", usage: [] });
  expect(read.crawlDelay).toBeNull();
});

test("what robots.txt says is shown without controls of terminals or marks of direction, and in short", () => {
  const read = readRobots(PAGE, "Content-Usage: train-ai=n\u202e\u009b\nUser-agent: *\nDisallow: /rows");
  expect(read.about(PAGE)).toMatchObject({ text: "Disallow: /rows", usage: ["Content-Usage: train-ai=n"] });
  const long = readRobots(PAGE, `User-agent: *\nDisallow: ${PAGE.pathname} #\u001b[2J\u202e${"y".repeat(5_000)}`);
  const shown = long.about(PAGE).text!;
  expect([shown.length <= 300, /\p{Cc}|\u202e/u.test(shown)]).toEqual([true, false]);
});
