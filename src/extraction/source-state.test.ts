import { describe, expect, test } from "vitest";
import { createState, ORIGIN, raw, turn } from "../../test/support/extraction/fetching.ts";
import { SimulatedClock } from "../base/clock.ts";
import { toySource } from "../source-testing/toy-source.ts";
import { memorySites } from "./governor/site-store.ts";

describe("the state of a source", () => {
  const clock = new SimulatedClock();
  const transport = { send: async () => raw(), close: async () => {} };

  test("origins and settings are the manifest's; unknown ones are internal errors", () => {
    const source = toySource({ settings: { city: { description: "", default: "Riga" } } } as never);
    const state = createState(clock, { source, transport, settings: {} });
    expect([state.originOf("site"), state.setting("city")]).toEqual([ORIGIN, "Riga"]);
    expect(createState(clock, { source, transport, settings: { city: "Oslo" } }).setting("city")).toBe("Oslo");
    expect(() => state.originOf("api")).toThrow('toy has no origin "api"');
    expect(() => state.setting("town")).toThrow('toy has no setting "town"');
  });

  test("a response has at most 32 MB unless the manifest says otherwise, and requests carry our own name", () => {
    const state = createState(clock, { transport });
    expect([state.manifest.maxBytes, state.manifest.headers["user-agent"]]).toEqual([32 * 1024 * 1024, "Winnow"]);
    const small = createState(clock, {
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
    expect(createState(clock, { transport }).manifest.mayFetch(new URL(url))).toBe(may);
  });

  test("there is one breaker per origin and route, one guard per operation, and limits add up", async () => {
    const state = createState(clock, { transport });
    const [one, other] = [
      { name: "one", transport },
      { name: "other", transport },
    ];
    expect(state.breakerOf(ORIGIN, one)).toBe(state.breakerOf(ORIGIN, one));
    expect(state.breakerOf(ORIGIN, one)).not.toBe(state.breakerOf(ORIGIN, other));
    const [operation] = toySource().operations;
    expect(state.coverageOf(operation)).toBe(state.coverageOf(operation));
    expect(state.limiter()).toEqual({ permits: 0, pace: 1, inFlight: 0, waiting: 0, stalled: false });
    const permits = await Promise.all(
      [ORIGIN, "https://b.example"].map((origin) =>
        state.governorOf(origin).acquire("x", new AbortController().signal),
      ),
    );
    expect(state.limiter()).toEqual({ permits: 8, pace: 1, inFlight: 2, waiting: 0, stalled: false });
    for (const permit of permits) permit.release({ kind: "failed" });
  });

  test("calls that nobody at the site is granted for ten seconds are logged and reported", async () => {
    const logged: unknown[] = [];
    const stalls: object[] = [];
    const clock = new SimulatedClock();
    const state = createState(clock, {
      transport,
      siteStore: { ...memorySites(() => clock.now()), isShared: true, ask: () => Promise.reject(new Error("away")) },
      log: { warn: (details: object) => void logged.push(details) },
      observer: { siteStall: (stall: object) => void stalls.push(stall) },
    });
    const leave = new AbortController();
    const waits = state.governorOf(ORIGIN).acquire("x", leave.signal);
    for (let second = 0; second < 11; second++) {
      await turn();
      clock.advance(1_000);
    }
    expect(stalls).toEqual([{ source: "toy" }]);
    expect(logged).toEqual([{ source: "toy", origin: ORIGIN, waiting: 1 }]);
    leave.abort();
    await expect(waits).rejects.toThrow();
  });

  test("cookies are kept across runs, but not at a stand-in", async () => {
    const clock = new SimulatedClock();
    const transport = { send: async () => raw(), close: async () => {} };
    const jarFor = (isStandIn: boolean) => {
      const state = createState(clock, { transport, isStandIn });
      const route = state.routes.pick()!;
      return [state.jarFor(route)?.("nl") ?? null, state.jarFor(route)?.("nl") ?? null];
    };
    const [first, second] = jarFor(false);
    expect(first).not.toBeNull();
    expect(second).toBe(first);
    expect(jarFor(true)).toEqual([null, null]);
  });
});
