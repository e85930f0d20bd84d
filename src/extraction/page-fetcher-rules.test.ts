import { afterEach, describe, expect, test } from "vitest";
import { SimulatedClock } from "../clock.ts";
import { AskAgain, Blocked, NotResponding, Unreadable } from "../contract/errors.ts";
import type { Answer, SiteRequest } from "../contract/site.ts";
import { localPermitStore } from "./governor/permit-store.ts";
import { PageFetcher } from "./page-fetcher.ts";
import { LeaseLost } from "./retry.ts";
import { type Route, RouteRotation } from "./routes/route-rotation.ts";
import { openSourceState, type SourceState, type SourceStateOptions } from "./source-state.ts";
import { toySource } from "./testing/toy-source.ts";
import type { Exchange, RawAnswer, Transport } from "./transport/transport.ts";
import type { ExchangeReport, ExtractionRequest, ReadingReport, RunStep } from "./types.ts";
import type { UnreadableResponses } from "./unreadable-responses.ts";

const ORIGIN = "https://toy.example";
const turn = () => new Promise((resolve) => setImmediate(resolve));
const raw = (status = 200, text = "page", headers: Record<string, string> = {}): RawAnswer => ({
  ...{ status, headers, setCookies: [], body: Buffer.from(text) },
});
type Behaviour = (exchange: Exchange, nth: number) => RawAnswer | Promise<RawAnswer>;

let open: SourceState[] = [];
afterEach(async () => {
  for (const state of open) await state.close();
  open = [];
});

function stateOf(clock: SimulatedClock, over: Partial<SourceStateOptions> = {}): SourceState {
  const source = toySource();
  const state = openSourceState({
    ...{ source, originOf: () => ORIGIN, isStandIn: true, routes: "direct", robots: "ignore", settings: {} },
    ...{ politeness: { concurrency: 4, perSecond: 10 }, identity: { "user-agent": "Winnow" }, privateHosts: [], clock },
    permitStore: localPermitStore(() => clock.now()),
    unreadableResponses: { keep: () => "kept" } as unknown as UnreadableResponses,
    ...over,
  });
  open.push(state);
  return state;
}

/** A run over one way out that does as the test says; time passes when the test says so. */
function fetching(
  behave: Behaviour,
  {
    asked = {} as Partial<ExtractionRequest>,
    state: over = {} as Partial<SourceStateOptions>,
    timeoutMs = 60_000,
    chance = 0,
    clock = new SimulatedClock(),
    ready = null as SourceState | null,
  } = {},
) {
  const sent: Exchange[] = [];
  const transport: Transport = {
    async send(exchange) {
      sent.push(exchange);
      const answer = await behave(exchange, sent.length);
      exchange.onBytes(answer.body.length);
      return answer;
    },
    close: async () => {},
  };
  const source = toySource();
  const state = ready ?? stateOf(clock, { transport, ...over });
  const stats = { pages: 0, records: 0, retries: 0, bytes: 0 };
  const seen = { exchanges: [] as ExchangeReport[], readings: [] as ReadingReport[], steps: [] as RunStep[] };
  const fetcher = new PageFetcher({
    asked: {
      ...{ source, operation: source.operations[0], request: {}, requestId: "r", caller: "me" },
      ...{ disconnect: new AbortController().signal, onStep: (step) => void seen.steps.push(step) },
      ...asked,
    },
    ...{ state, clock, random: () => chance, deadline: clock.now() + timeoutMs, stats },
    observer: {
      exchange: (report) => void seen.exchanges.push(report),
      reading: (report) => void seen.readings.push(report),
    },
  });
  const stop = new AbortController();
  const read = (request: Partial<SiteRequest> = {}, reader: (answer: Answer) => unknown = (answer) => answer.text()) =>
    fetcher.read({ path: "/rows", ...request }, reader, stop.signal);
  /** Lets time pass in small steps until it is done. */
  const through = async <T>(work: Promise<T>): Promise<T | Error> => {
    let done = false;
    const outcome = work
      .catch((error: Error) => error)
      .finally(() => {
        done = true;
      });
    for (let step = 0; !done && step < 2_000; step++) {
      await turn();
      if (!done) clock.advance(50);
    }
    return outcome;
  };
  return { clock, sent, state, stats, seen, fetcher, read, through, stop };
}

describe("one page", () => {
  test("is read, counted and told, with its time and bytes", async () => {
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

  test("what is not understood is kept and told, and not asked for again", async () => {
    const { read, through, seen, sent } = fetching(() => raw());
    const unreadable = (answer: Answer) => {
      throw new Unreadable(`no ${answer.text()}`);
    };
    expect(await through(read({}, unreadable))).toMatchObject({ code: "unreadable" });
    expect(seen.readings).toMatchObject([{ unreadable: "unreadable answer: no page", keptAs: "kept" }]);
    expect(seen.steps.at(-1)).toMatchObject({ name: "parse", failure: "unreadable" });
    expect([sent.length, seen.exchanges[0]!.outcome]).toEqual([1, "ok"]);
  });

  test("what a reader asks again about is kept too; its block is not; a fault of the reader is its own", async () => {
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
  });

  test("a page of records is checked for empty columns; another page is not", async () => {
    const { read, through } = fetching(() => raw());
    expect(await through(read({}, () => ({ records: [{ id: "1" }] })))).toMatchObject({ code: "unreadable" });
    expect(await through(read({}, () => ({ records: [{ id: "1", name: "n" }] })))).toMatchObject({ records: [{}] });
    expect(await through(read({}, () => null))).toBeNull();
    expect(await through(read({}, () => ({ records: "none" })))).toEqual({ records: "none" });
  });
});

describe("failures", () => {
  test("are asked about again after 100, 300 and 900 ms, and then told", async () => {
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

  test("of which none is left after a success: tries are counted for each page", async () => {
    const { read, through, sent } = fetching((_exchange, nth) => (nth % 4 === 0 ? raw() : raw(500)));
    expect([await through(read()), await through(read())]).toEqual(["page", "page"]);
    expect(sent).toHaveLength(8);
  });

  test("a lost lease is asked again, as often as any, and is no fault of the route or the origin", async () => {
    const { read, through, state, sent, seen } = fetching(() => Promise.reject(new LeaseLost()));
    expect(await through(read())).toBeInstanceOf(LeaseLost);
    expect(sent).toHaveLength(4);
    expect(state.routes.report()).toEqual([{ name: "given", cooling: false }]);
    expect(seen.exchanges[0]!.outcome).toBe("unavailable");
  });

  test("a route that is blocked rests, and is well again after a page", async () => {
    const { read, through, state } = fetching((_exchange, nth) => raw(nth === 1 ? 403 : 200));
    expect(await through(read())).toMatchObject({ code: "blocked" });
    expect(state.routes.report()).toEqual([{ name: "given", cooling: true }]);
    expect(await through(read())).toBe("page");
    expect(state.routes.report()).toEqual([{ name: "given", cooling: false }]);
  });

  test("the next route has as many tries as the first, and the run stays with it", async () => {
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
    const state = stateOf(clock, { transport: way("unused").transport });
    state.routes = new RouteRotation([[way("first")], [way("second")]], clock);
    const { read, through, stats } = fetching(() => raw(), { clock, ready: state });
    expect([await through(read()), await through(read())]).toEqual(["page", "page"]);
    expect(sent.join(" ")).toBe("first first first first second second second second second");
    expect(stats.retries).toBe(7);
  });

  test("a wait beyond the deadline is told with its time; what gives up is told as it is, and the route does not rest", async () => {
    const late = fetching(() => raw(429, "", { "retry-after": "90" }));
    expect(await late.through(late.read())).toMatchObject({ code: "asked_to_wait", headers: { "retry-after": "90" } });
    const lost = fetching(() => Promise.reject(new Unreadable("too large")));
    expect(await lost.through(lost.read())).toMatchObject({ code: "unreadable" });
    expect(lost.state.routes.report()).toEqual([{ name: "given", cooling: false }]);
  });

  test("after a throttle the origin is left alone for as long as it asked", async () => {
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
    "opens after ten connections that failed with %s, whatever was asked for",
    async (code) => {
      const { state, sent } = await failing(coded(code), () => ({}));
      expect([state.anyBreakerOpen(), sent.length]).toEqual([true, 10]);
    },
  );

  test("does not open for one request that is cut again and again", async () => {
    const { state, sent } = await failing(coded("ECONNRESET"), () => ({}), 4);
    expect([state.anyBreakerOpen(), sent.length]).toEqual([false, 16]);
  });

  test.each<[string, (at: number) => Partial<SiteRequest>]>([
    ["path", (at) => ({ path: `/${at}` })],
    ["body", (at) => ({ method: "POST", body: `${at}` })],
  ])("tells requests apart by their %s", async (_what, requests) => {
    const { state } = await failing(coded("ECONNRESET"), requests, 10);
    expect(state.anyBreakerOpen()).toBe(true);
  });

  test("says when the source is asked again, and nothing is sent meanwhile", async () => {
    const { read, through, sent, state } = await failing(coded("ECONNREFUSED"), () => ({}));
    expect(await through(read())).toMatchObject({ name: "BreakerOpen", headers: { "retry-after": "5" } });
    expect([sent.length, state.limiter().inFlight]).toEqual([10, 0]);
  });

  test("that was asked by a run that was called off lets the next one try", async () => {
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

describe("calling off", () => {
  test("ends the exchange, gives its permit back and is told as the deadline", async () => {
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

  test("while waiting for a permit: it is queued, and leaves", async () => {
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

  test("while pausing between two tries", async () => {
    const { read, stop, sent } = fetching(() => raw(500));
    const reading = read().catch((error: Error) => error.message);
    await turn();
    stop.abort(new Error("left"));
    expect([await reading, sent.length]).toEqual(["left", 1]);
  });
});

describe("at a live site", () => {
  const live = (perSecond: number) => ({ isStandIn: false, politeness: { concurrency: 4, perSecond } });
  const between = async (perSecond: number, chance: number) => {
    const at: number[] = [];
    const { read, through, clock } = fetching(
      () => {
        at.push(clock.now());
        return raw();
      },
      { state: live(perSecond), chance },
    );
    for (let page = 0; page < 2; page++) await through(read());
    return at[1]! - at[0]!;
  };

  test("a second page waits for up to half of the time between two requests, and two seconds at the most", async () => {
    expect(await between(1, 0)).toBe(0);
    expect(await between(1, 0.5)).toBe(250);
    expect(await between(0.1, 0.5)).toBe(1_000);
  });

  test("cookies are kept over runs; at a stand-in they are not", async () => {
    const clock = new SimulatedClock();
    const transport = { send: async () => raw(), close: async () => {} };
    const jarFor = (isStandIn: boolean) => {
      const state = stateOf(clock, { transport, isStandIn });
      const route = state.routes.pick()!;
      return [state.jarFor(route)?.("nl") ?? null, state.jarFor(route)?.("nl") ?? null];
    };
    const [first, second] = jarFor(false);
    expect(first).not.toBeNull();
    expect(second).toBe(first);
    expect(jarFor(true)).toEqual([null, null]);
  });
});

describe("what outlives a run", () => {
  const clock = new SimulatedClock();
  const transport = { send: async () => raw(), close: async () => {} };

  test("origins and settings are the manifest's; others are a fault of ours", () => {
    const source = toySource({ settings: { city: { description: "", default: "Riga" } } } as never);
    const state = stateOf(clock, { source, transport, settings: {} });
    expect([state.originOf("site"), state.setting("city")]).toEqual([ORIGIN, "Riga"]);
    expect(stateOf(clock, { source, transport, settings: { city: "Oslo" } }).setting("city")).toBe("Oslo");
    expect(() => state.originOf("api")).toThrow('toy has no origin "api"');
    expect(() => state.setting("town")).toThrow('toy has no setting "town"');
  });

  test("an answer has 32 MB at most unless the manifest says otherwise, and our own name", () => {
    const state = stateOf(clock, { transport });
    expect([state.manifest.maxBytes, state.manifest.headers["user-agent"]]).toEqual([32 * 1024 * 1024, "Winnow"]);
    const small = stateOf(clock, {
      transport,
      source: toySource({ maxBytes: 5, headers: { "user-agent": "a browser" } }),
    });
    expect([small.manifest.maxBytes, small.manifest.headers["user-agent"]]).toEqual([5, "Winnow"]);
  });

  test.each([
    ["https://toy.example/x", true],
    ["https://www.toy.example/x", true],
    ["https://user@toy.example/x", false],
    ["https://:word@toy.example/x", false],
    ["http://toy.example/x", false],
    ["https://other.example/", false],
  ])("it may fetch %s: %s", (url, may) => {
    expect(stateOf(clock, { transport }).manifest.mayFetch(new URL(url))).toBe(may);
  });

  test("breakers are one for each origin and route, guards one for each operation, and limits add up", async () => {
    const state = stateOf(clock, { transport });
    const [one, other] = [
      { name: "one", transport },
      { name: "other", transport },
    ];
    expect(state.breakerOf(ORIGIN, one)).toBe(state.breakerOf(ORIGIN, one));
    expect(state.breakerOf(ORIGIN, one)).not.toBe(state.breakerOf(ORIGIN, other));
    const [operation] = toySource().operations;
    expect(state.coverageOf(operation)).toBe(state.coverageOf(operation));
    expect(state.limiter()).toEqual({ permits: 0, inFlight: 0, waiting: 0 });
    const permits = await Promise.all(
      [ORIGIN, "https://b.example"].map((origin) =>
        state.governorOf(origin).acquire("x", new AbortController().signal),
      ),
    );
    expect(state.limiter()).toEqual({ permits: 8, inFlight: 2, waiting: 0 });
    for (const permit of permits) permit.release({ kind: "failed" });
  });

  test("a stand-in is asked without a rate, and without a pause", () => {
    expect(stateOf(clock, { transport }).pauseMs).toBe(0);
    expect(stateOf(clock, { transport, isStandIn: false }).pauseMs).toBe(50);
  });
});

test("where a conditional answer may be kept it is; a recording asks in full", async () => {
  const answers = (exchange: Exchange) =>
    exchange.headers["if-none-match"] === '"1"' ? raw(304, "") : raw(200, "page", { etag: '"1"' });
  const plain = fetching(answers);
  for (const _ of [1, 2]) expect(await plain.through(plain.read())).toBe("page");
  expect(plain.sent.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, undefined]);
  const lasting = fetching(answers);
  for (const _ of [1, 2]) expect(await lasting.through(lasting.read({ lasting: true }))).toBe("page");
  expect(lasting.sent.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"1"']);
  const recorded = fetching(answers, { asked: { onExchange: () => {} } });
  for (const _ of [1, 2]) await recorded.through(recorded.read({ lasting: true }));
  expect(recorded.sent.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, undefined]);
});
