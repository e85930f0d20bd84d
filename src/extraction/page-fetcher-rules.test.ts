import { describe, expect, test } from "vitest";
import { createState, fetching, ORIGIN, raw, turn } from "../../test/support/extraction/fetching.ts";
import { SimulatedClock } from "../base/clock.ts";
import { AskAgain, Blocked, NotResponding, Unreadable } from "../contract/errors.ts";
import { Page } from "../contract/page.ts";
import type { Answer, SiteRequest } from "../contract/site.ts";
import { seeded } from "../source-kit/stand-in/seeded.ts";
import { createRecorder } from "./recording/recorder.ts";
import { LeaseLost } from "./retry.ts";
import { type Route, RouteRotation } from "./routes/route-rotation.ts";
import type { Exchange } from "./transport/transport.ts";

describe("one page", () => {
  test("one page is read, counted and reported, with its time and bytes", async () => {
    const { read, through, stats, seen, clock, sent } = fetching(async () => {
      clock.advance(120);
      return raw();
    });
    expect(await through(read())).toBe("page");
    expect(stats).toEqual({ pages: 1, records: 0, retries: 0, bytes: 4 });
    expect(seen.exchanges).toEqual([
      { source: "toy", operation: "/api/toy/rows", route: "given", outcome: "ok", ms: 120, bytes: 4 },
    ]);
    expect(seen.readings).toMatchObject([{ caller: "me", unreadable: null, keptAs: null }]);
    expect(seen.steps.map(({ name, from, to, failure }) => [name, to - from, failure])).toEqual([
      ["page", 120, null],
      ["parse", 0, null],
    ]);
    expect(sent[0]!.patienceMs).toBe(0.6 * 60_000);
    expect(sent[0]!.signal.aborted).toBe(false);
  });

  test("a page that is not understood is kept and reported, and not retried", async () => {
    const { read, through, seen, sent } = fetching(() => raw());
    const unreadable = (answer: Answer) => {
      throw new Unreadable(`no ${answer.text()}`);
    };
    expect(await through(read({}, unreadable))).toMatchObject({ code: "unreadable" });
    expect(seen.readings).toMatchObject([{ unreadable: "unreadable response: no page", keptAs: "kept" }]);
    expect(seen.steps.at(-1)).toMatchObject({ name: "parse", failure: "unreadable" });
    expect([sent.length, seen.exchanges[0]!.outcome]).toEqual([1, "ok"]);
  });

  test("a page that a reader retries is kept too; a block is not; a bug in the reader propagates, and is not the route's fault", async () => {
    const odd = fetching(() => raw());
    const shell = () => {
      throw new AskAgain("a shell", new Unreadable("shell"));
    };
    expect(await odd.through(odd.read({}, shell))).toMatchObject({ name: "Unreadable" });
    expect([odd.sent.length, odd.seen.readings.length, odd.stats.retries]).toEqual([4, 4, 3]);
    const wall = fetching(() => raw());
    const blocked = () => {
      throw new Blocked("wall");
    };
    expect(await wall.through(wall.read({}, blocked))).toMatchObject({ name: "Blocked" });
    expect([wall.sent.length, wall.seen.readings.length]).toEqual([1, 0]);
    const broken = fetching(() => raw());
    const fault = () => {
      throw new TypeError("a fault");
    };
    expect(await broken.through(broken.read({}, fault))).toBeInstanceOf(TypeError);
    expect([broken.sent.length, broken.seen.steps.at(-1)!.failure]).toEqual([1, "stopped"]);
    expect(broken.state.routes.report()).toMatchObject([{ name: "given", cooling: false }]);
  });

  test("a wall with status 200 does not raise the pace that a 429 has lowered; a page does", async () => {
    const permitsAfter = async (reader: () => unknown) => {
      const { state, read, through } = fetching((_, nth) => raw(nth === 1 ? 429 : 200));
      for (let nth = 0; nth < 100; nth++) await through(read({}, reader));
      return state.limiter().permits;
    };
    const wall = () => {
      throw new Blocked("wall");
    };
    const [afterPages, afterWalls] = [await permitsAfter(() => "page"), await permitsAfter(wall)];
    expect(afterWalls).toBe(Math.floor(afterPages / 2));
  });

  test("a page of records is checked for empty columns; other pages are not", async () => {
    const { read, through } = fetching(() => raw());
    const page = (row: object) => Page.of([row], () => ({ "@type": "ToyRow", ...row }));
    expect(await through(read({}, () => page({ id: "1" })))).toMatchObject({ code: "unreadable" });
    expect(await through(read({}, () => ({ page: page({ id: "1" }) })))).toMatchObject({ code: "unreadable" });
    expect(await through(read({}, () => page({ id: "1", name: "n" })))).toBeInstanceOf(Page);
    expect(await through(read({}, () => page({ "@type": "Other", id: "1" })))).toBeInstanceOf(Page);
    expect(await through(read({}, () => null))).toBeNull();
    expect(await through(read({}, () => ({ records: "none" })))).toEqual({ records: "none" });
  });
});

describe("failures", () => {
  test("failures are retried after 100, 300 and 900 ms, and then reported", async () => {
    const at: number[] = [];
    const { read, through, stats, clock, seen } = fetching(() => {
      at.push(clock.now());
      return raw(500);
    });
    const started = clock.now();
    expect(await through(read())).toMatchObject({ code: "not_responding" });
    expect(at.map((time) => time - started)).toEqual([0, 100, 400, 1_300]);
    expect(stats).toMatchObject({ retries: 3, pages: 4 });
    expect(seen.exchanges.map(({ outcome }) => outcome)).toEqual(Array(4).fill("not_responding"));
    expect(seen.steps.filter(({ name }) => name === "page").map(({ failure }) => failure)).toEqual(
      Array(4).fill("not_responding"),
    );
  });

  test("failures are forgotten after a success: attempts count per page", async () => {
    const { read, through, sent } = fetching((_exchange, nth) => (nth % 4 === 0 ? raw() : raw(500)));
    expect([await through(read()), await through(read())]).toEqual(["page", "page"]);
    expect(sent).toHaveLength(8);
  });

  test("a lost lease is retried as often as any, and is not the fault of the route or the origin", async () => {
    const { read, through, state, sent, seen } = fetching(() => Promise.reject(new LeaseLost()));
    expect(await through(read())).toBeInstanceOf(LeaseLost);
    expect(sent).toHaveLength(4);
    expect(state.routes.report()).toMatchObject([{ name: "given", cooling: false }]);
    expect(seen.exchanges[0]!.outcome).toBe("unavailable");
  });

  test("a blocked route rests, and recovers after a page", async () => {
    const { read, through, state } = fetching((_exchange, nth) => raw(nth === 1 ? 403 : 200));
    expect(await through(read())).toMatchObject({ code: "blocked" });
    expect(state.routes.report()).toMatchObject([{ name: "given", cooling: true }]);
    expect(await through(read())).toBe("page");
    expect(state.routes.report()).toMatchObject([{ name: "given", cooling: false }]);
  });

  test("a wall on a later page is asked again once, on the same route if there is no other; one on the first page is not", async () => {
    const walls = (...nths: number[]) => fetching((_exchange, nth) => raw(nths.includes(nth) ? 403 : 200));
    const passing = walls(2);
    for (let page = 0; page < 3; page++) expect(await passing.through(passing.read())).toBe("page");
    expect([passing.sent.length, passing.stats.retries]).toEqual([4, 1]);
    const lasting = walls(2, 3);
    await lasting.through(lasting.read());
    expect(await lasting.through(lasting.read())).toMatchObject({ code: "blocked" });
    expect(lasting.sent).toHaveLength(3);
    const first = walls(1);
    expect(await first.through(first.read())).toMatchObject({ code: "blocked" });
    expect(first.sent).toHaveLength(1);
  });

  test.each([
    [10, 0.271, 0.118],
    [30, 0.657, 0.42],
  ])(
    "at %i %% of passing walls, calls of three pages are lost as often as their first page is, and hardly more",
    async (percent, before, after) => {
      const draws = seeded(`walls ${percent}`);
      let lost = 0;
      for (let call = 0; call < 300; call++) {
        const { read, through } = fetching(() => raw(draws.chance(percent / 100) ? 403 : 200));
        for (let page = 0; page < 3; page++) {
          if ((await through(read())) === "page") continue;
          lost++;
          break;
        }
      }
      expect(lost / 300).toBeLessThan((before + after) / 2);
      expect(Math.abs(lost / 300 - after)).toBeLessThan(0.06);
    },
  );

  test("the next route has as many attempts as the first, and the run stays with it", async () => {
    const clock = new SimulatedClock();
    const sent: string[] = [];
    const way = (name: string): Route => ({
      name,
      transport: {
        async send() {
          sent.push(name);
          if (name === "first" || sent.length < 8) throw new NotResponding("cut");
          return raw();
        },
        close: async () => {},
      },
    });
    const state = createState(clock, { transport: way("unused").transport });
    state.routes = new RouteRotation([[way("first")], [way("second")]], clock);
    const { read, through, stats } = fetching(() => raw(), { clock, ready: state });
    expect([await through(read()), await through(read())]).toEqual(["page", "page"]);
    expect(sent.join(" ")).toBe("first first first first second second second second second");
    expect(stats.retries).toBe(7);
  });

  test("a wait beyond the deadline is reported with its time; a final failure is reported unchanged, and the route does not rest", async () => {
    const late = fetching(() => raw(429, "", { "retry-after": "90" }));
    expect(await late.through(late.read())).toMatchObject({ code: "asked_to_wait", headers: { "retry-after": "90" } });
    const lost = fetching(() => Promise.reject(new Unreadable("too large")));
    expect(await lost.through(lost.read())).toMatchObject({ code: "unreadable" });
    expect(lost.state.routes.report()).toMatchObject([{ name: "given", cooling: false }]);
  });

  test("after a throttle the origin gets no requests for as long as it requested", async () => {
    const at: number[] = [];
    const { read, through, clock } = fetching((_exchange, nth) => {
      at.push(clock.now());
      return nth === 1 ? raw(429, "", { "retry-after": "2" }) : raw();
    });
    expect(await through(read())).toBe("page");
    expect(at[1]! - at[0]!).toBeGreaterThanOrEqual(2_000);
    expect(at[1]! - at[0]!).toBeLessThan(2_200);
  });
});

describe("the breaker", () => {
  const failing = async (error: () => Error, requests: (at: number) => Partial<SiteRequest>, runs = 3) => {
    const run = fetching(() => Promise.reject(error()));
    for (let at = 0; at < runs; at++) await run.through(run.read(requests(at)));
    return run;
  };
  const coded = (code: string) => () => new NotResponding("x", Object.assign(new Error("x"), { code }));

  test.each(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"])(
    "opens after ten connections that failed with %s, whatever was requested",
    async (code) => {
      const { state, sent } = await failing(coded(code), () => ({}));
      expect([state.anyBreakerOpen(), sent.length]).toEqual([true, 10]);
    },
  );

  test("does not open for one request that is cut repeatedly", async () => {
    const { state, sent } = await failing(coded("ECONNRESET"), () => ({}), 4);
    expect([state.anyBreakerOpen(), sent.length]).toEqual([false, 16]);
  });

  test.each<[string, (at: number) => Partial<SiteRequest>]>([
    ["path", (at) => ({ path: `/${at}` })],
    ["body", (at) => ({ method: "POST", body: `${at}` })],
    ["last of 4,096 letters", (at) => ({ path: `/${"x".repeat(4_096 - "GET site /".length - 1)}${at}` })],
  ])("distinguishes requests by their %s", async (_what, requests) => {
    const { state } = await failing(coded("ECONNRESET"), requests, 10);
    expect(state.anyBreakerOpen()).toBe(true);
  });

  test("ignores differences after 4,096 letters", async () => {
    const path = `/${"x".repeat(4_096 - "GET site /".length)}`;
    const { state } = await failing(coded("ECONNRESET"), (at) => ({ path: path + at }), 4);
    expect(state.anyBreakerOpen()).toBe(false);
  });

  test("reports when the source is available again, and nothing is sent meanwhile", async () => {
    const { read, through, sent, state } = await failing(coded("ECONNREFUSED"), () => ({}));
    expect(await through(read())).toMatchObject({ name: "BreakerOpen", headers: { "retry-after": "5" } });
    expect([sent.length, state.limiter().inFlight]).toEqual([10, 0]);
  });

  test("does not end a run that has returned records, nor reject a canary", async () => {
    const begun = await failing(coded("ECONNREFUSED"), () => ({}));
    begun.stats.records = 1;
    await begun.through(begun.read());
    expect(begun.sent.length).toBeGreaterThan(10);
    const { state, clock } = await failing(coded("ECONNREFUSED"), () => ({}));
    const canary = fetching(() => raw(), { call: { probe: true }, ready: state, clock });
    expect(await canary.through(canary.read())).toMatchObject({ name: expect.not.stringContaining("BreakerOpen") });
    expect(state.anyBreakerOpen()).toBe(true);
  });

  test("whose probe was cancelled admits the next run", async () => {
    const run = await failing(coded("ECONNREFUSED"), () => ({}));
    run.clock.advance(60_000);
    const { breakerOf, routes } = run.state;
    const breaker = breakerOf(ORIGIN, routes.pick()!);
    const leaving = new AbortController();
    const waits = run.fetcher.read({ path: "/" }, () => null, leaving.signal).catch((error: Error) => error.message);
    leaving.abort(new Error("left"));
    expect(await waits).toBe("left");
    await turn();
    expect(breaker.admits("me")).toBe(true);
  });
});

describe("cancelling", () => {
  test("ends the exchange, releases its permit and is reported as the deadline", async () => {
    const { read, stop, state, seen, fetcher } = fetching(() => new Promise(() => {}));
    const reading = read().catch((error: Error) => error.message);
    await turn();
    expect([state.limiter().inFlight, fetcher.isQueued]).toEqual([1, false]);
    stop.abort(new Error("gone"));
    expect(await reading).toBe("gone");
    await turn();
    expect([state.limiter().inFlight, state.anyBreakerOpen()]).toEqual([0, false]);
    expect(seen.exchanges.map(({ outcome }) => outcome)).toEqual(["deadline"]);
    await expect(read()).rejects.toThrow("gone");
  });

  test("while waiting for a permit: the call leaves the queue", async () => {
    const one = { politeness: { concurrency: 1, perSecond: 10 } };
    const { read, fetcher, state, clock, seen, stop } = fetching(() => new Promise(() => {}), { state: one });
    const held = await state.governorOf(ORIGIN).acquire("other", new AbortController().signal);
    const reading = read().catch((error: Error) => error.message);
    await turn();
    expect([fetcher.isQueued, state.limiter().waiting]).toEqual([true, 1]);
    clock.advance(40);
    stop.abort(new Error("left"));
    expect(await reading).toBe("left");
    expect([fetcher.isQueued, state.limiter().waiting]).toEqual([false, 0]);
    expect(seen.steps).toMatchObject([{ name: "permit", failure: "stopped" }]);
    held.release({ kind: "failed" });
  });

  test("during the pause between two attempts", async () => {
    const { read, stop, sent } = fetching(() => raw(500));
    const reading = read().catch((error: Error) => error.message);
    await turn();
    stop.abort(new Error("left"));
    expect([await reading, sent.length]).toEqual(["left", 1]);
  });
});

describe("at a live site", () => {
  const live = (perSecond: number) => ({ isStandIn: false, politeness: { concurrency: 4, perSecond } });
  const between = async (perSecond: number) => {
    const at: number[] = [];
    const { read, through, clock } = fetching(
      () => {
        at.push(clock.now());
        return raw();
      },
      { state: live(perSecond) },
    );
    for (let page = 0; page < 2; page++) await through(read());
    return at[1]! - at[0]!;
  };

  test("the pages of a run are spaced by the rate", async () => {
    // The test's clock advances in steps of 50 ms.
    expect(await between(1)).toBe(1_050);
    expect(await between(0.1)).toBe(10_400);
  });
});

test("a response with validators is revalidated if it may be kept; a recording requests it in full", async () => {
  const answers = (exchange: Exchange) =>
    exchange.headers["if-none-match"] === '"1"' ? raw(304, "") : raw(200, "page", { etag: '"1"' });
  const plain = fetching(answers);
  for (const _ of [1, 2]) expect(await plain.through(plain.read())).toBe("page");
  expect(plain.sent.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, undefined]);
  const lasting = fetching(answers);
  for (const _ of [1, 2]) expect(await lasting.through(lasting.read({ lasting: true }))).toBe("page");
  expect(lasting.sent.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"1"']);
  const recorded = fetching(answers, {
    call: { recorder: createRecorder({ source: "toy", operation: "rows", request: {}, origins: {} }, () => 0) },
  });
  for (const _ of [1, 2]) await recorded.through(recorded.read({ lasting: true }));
  expect(recorded.sent.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, undefined]);
});

test("a run whose values are watched revalidates, and notes the page as if it had been sent again", async () => {
  const about = { source: "toy", operation: "rows", request: {}, origins: {} };
  const recorder = createRecorder(about, () => 0);
  const { read, through, sent } = fetching(
    (exchange) => (exchange.headers["if-none-match"] === '"1"' ? raw(304, "") : raw(200, "page", { etag: '"1"' })),
    { recorder },
  );
  for (const _ of [1, 2]) expect(await through(read({ lasting: true }))).toBe("page");
  expect(sent.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"1"']);
  const noted = recorder.recording().exchanges.map(({ status, body }) => [status, Buffer.from(body).toString()]);
  expect(noted).toEqual([
    [200, "page"],
    [200, "page"],
  ]);
});

test("a new response replaces the kept one, and is revalidated in turn", async () => {
  let version = 1;
  const { read, through, sent } = fetching((exchange) =>
    exchange.headers["if-none-match"] === `"${version}"`
      ? raw(304, "")
      : raw(200, `page ${version}`, { etag: `"${version}"` }),
  );
  const ask = () => through(read({ lasting: true }));
  expect([await ask(), await ask()]).toEqual(["page 1", "page 1"]);
  version = 2;
  expect([await ask(), await ask()]).toEqual(["page 2", "page 2"]);
  expect(sent.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"1"', '"1"', '"2"']);
});
