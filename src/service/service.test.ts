import { describe, expect, test } from "vitest";
import { recordsIn, thrownCode, useService } from "../../test/support/service/use-service.ts";
import { WinnowError } from "../contract/errors.ts";
import { perResults } from "../contract/price.ts";
import { limits } from "../limits/limits.ts";
import type { AdmissionRequest, Metering } from "../metering/types.ts";
import { createLookupCache } from "./lookup-cache.ts";
import { HandedOver, newCallState } from "./operation-call.ts";
import type { ServiceDependencies } from "./service.ts";

describe("the service", () => {
  const bench = useService();
  const { call, clock, things, names, counting, pointsOf, lastRow } = bench;
  const lookups = () => createLookupCache({ db: bench.store.db, clock, originOf: () => "https://counting.example" });
  /** The real metering, recording its calls. */
  function noted() {
    const admitted: AdmissionRequest[] = [];
    let peeks = 0;
    const metering: Metering = {
      ...bench.metering,
      admit(request) {
        admitted.push(request);
        return bench.metering.admit(request);
      },
      settle: (...settled) => bench.metering.settle(...settled),
      peek(caller) {
        peeks++;
        return bench.metering.peek(caller);
      },
    };
    return { metering, admitted, peeks: () => peeks };
  }

  describe("identification", () => {
    const asked = (found: Awaited<ReturnType<ServiceDependencies["accounts"]["lookUpKey"]>>, address = "192.0.2.7") =>
      bench
        .service({ accounts: { ownerOf: async () => null, lookUpKey: async () => found } })
        .identify("wnw_secret", address);

    test.each(["key_invalid", "key_revoked", "key_expired"] as const)(
      "a key that is %s is rejected as such",
      async (code) => {
        expect(await thrownCode(() => asked(code))).toBe(code);
      },
    );

    test("too many wrong keys from a network are throttled", async () => {
      await expect(asked({ retryAfter: 17 })).rejects.toMatchObject({
        code: "rate_limited",
        headers: { "retry-after": "17" },
        detail: "Rate limit exceeded: too many wrong keys from this network.",
      });
    });

    test("a key restricted to networks works only there", async () => {
      const caller = await bench.newCaller();
      const bound = { ...caller, key: { ...caller.key, networks: ["192.0.2.0/24"] } };
      expect(await asked(bound)).toBe(bound);
      expect(await thrownCode(() => asked(bound, "198.51.100.1"))).toBe("network_forbidden");
      expect(await asked(caller, "198.51.100.1")).toBe(caller);
    });

    test("a key of another source is forbidden, and its own is not", async () => {
      const caller = await bench.newCaller();
      const bound = (sources: string[]) => ({ ...caller, key: { ...caller.key, sources } });
      const { permit } = bench.service();
      permit(bound(["counting"]), things, "http");
      expect(() => permit(bound(["stays"]), things, "http")).toThrow(
        expect.objectContaining({ code: "source_forbidden" }),
      );
    });
  });

  describe("a body", () => {
    const bodyOf = (bytes: number) => {
      const around = Buffer.byteLength(JSON.stringify({ name: "x", count: 1, more: "" }));
      return Buffer.from(JSON.stringify({ name: "x", count: 1, more: "y".repeat(bytes - around) }));
    };

    test("a body of a mebibyte is read, of one byte more is not", () => {
      const { readBody } = bench.service();
      expect(limits.callBody.max).toBe(1_048_576);
      expect(readBody(things, bodyOf(limits.callBody.max), "application/json", () => {})).toMatchObject({
        name: "x",
        count: 1,
      });
      expect(() => readBody(things, bodyOf(limits.callBody.max + 1), "application/json")).toThrow(
        expect.objectContaining({ code: "body_too_large" }),
      );
    });

    test("a body is checked against the operation's own rules", () => {
      const check = () => {
        throw new WinnowError("bad_request", "a rule");
      };
      const ruled = { ...things, operation: { ...things.operation, check } };
      expect(() => bench.service().readBody(ruled, bodyOf(100), "application/json", () => {})).toThrow("a rule");
    });
  });

  describe("what a call can cost", () => {
    test.each([
      [{ count: 1 }, undefined, 3],
      [{ count: 10 }, undefined, 3],
      [{ count: 11 }, undefined, 6],
      [{ count: 100 }, 10, 3],
      [{ count: 5 }, 100, 3],
      [{}, undefined, 3],
    ])("%j if the site returns at most %s: %i", (request, maxResults, cost) => {
      const entry = { ...things, operation: { ...things.operation, ...(maxResults && { maxResults }) } };
      expect(bench.service().costOf(entry, request)).toBe(cost);
    });

    test("what a call can cost is never more than a ledger can hold", () => {
      const price = perResults({ credits: 2 ** 52, results: 1 });
      const entry = { ...things, operation: { ...things.operation, price } };
      const { costOf } = bench.service();
      expect([costOf(entry, { count: 1 }), costOf(entry, { count: 3 })]).toEqual([2 ** 52, Number.MAX_SAFE_INTEGER]);
    });

    test("a lookup at a stand-in is free for pickers; nothing else is", () => {
      const onStandIn = bench.service({ isStandIn: (source) => source === "counting" });
      expect([onStandIn.isFreeToPickers(names), onStandIn.isFreeToPickers(things)]).toEqual([true, false]);
      expect(bench.service({ isStandIn: () => false }).isFreeToPickers(names)).toBe(false);
      expect(bench.service().isFreeToPickers(names)).toBe(false);
    });

    test("what a call can cost is quoted as zero if it is free or its response is cached", async () => {
      const caller = await bench.newCaller();
      const service = bench.service({ lookups: lookups() });
      const asked = call(caller, { entry: names, name: "quoted" });
      expect(await service.quote(asked)).toBe(2);
      expect(await service.quote({ ...asked, isFree: true })).toBe(0);
      await service.run(asked);
      expect(await service.quote(asked)).toBe(0);
      expect(await bench.service().quote(asked)).toBe(2);
    });
  });

  describe("a dry run", () => {
    test("reports the maximum cost and the balance, and holds and counts nothing", async () => {
      const caller = await bench.newCaller("free", 6);
      const asked = call(caller, { count: 20, options: { max_cost: 6 } });
      expect(await bench.service().dryRun(asked)).toEqual({ max_cost: 6, points: 6, windows: asked.state.windows });
      expect(asked.state).toMatchObject({ points: 6, kind: "dry_run", windows: expect.any(Array) });
      expect(await lastRow(caller)).toBeUndefined();
    });

    test("rejects what the call would be rejected for", async () => {
      const caller = await bench.newCaller("free", 5);
      const { dryRun } = bench.service();
      expect(await thrownCode(() => dryRun(call(caller, { count: 20 })))).toBe("not_enough_points");
      expect(await thrownCode(() => dryRun(call(caller, { count: 10, options: { max_cost: 2 } })))).toBe(
        "over_max_cost",
      );
      expect(await thrownCode(() => dryRun(call(caller, { count: 10, options: { max_cost: 0 } })))).toBe(
        "over_max_cost",
      );
      expect(await thrownCode(() => dryRun(call(caller, { count: 10 })))).toBe("none");
      await expect(dryRun(call(caller, { count: 10, options: { max_cost: 2 } }))).rejects.toMatchObject({
        detail: "The request could cost 3 points; x-max-cost allows 2.",
      });
    });

    test("a dry run is over the limit if a window is full, in the window's own words", async () => {
      const caller = await bench.newCaller();
      const windowOf = (usage: number) =>
        ({ name: "hourly", limit: 9, usage, resets_at: clock.now() + 5_000 }) as const;
      const peeking = (usage: number) =>
        bench.service({
          metering: { ...noted().metering, peek: async () => ({ points: 9, windows: [windowOf(usage)] }) },
        });
      expect(await thrownCode(() => peeking(8).dryRun(call(caller)))).toBe("none");
      await expect(peeking(9).dryRun(call(caller))).rejects.toMatchObject({
        code: "rate_limited",
        headers: { "retry-after": "5" },
      });
    });
  });

  describe("the quota of a key", () => {
    test("the quota of a key is queried once by concurrent calls, again later, and not if already known", async () => {
      const caller = await bench.newCaller("free", 7);
      const { metering, peeks } = noted();
      const { readQuota } = bench.service({ metering });
      const states = [newCallState(clock.now()), newCallState(clock.now())];
      await Promise.all(states.map((state) => readQuota(caller, state)));
      expect(peeks()).toBe(1);
      expect(states.map(({ points }) => points)).toEqual([7, 7]);
      expect(states[0]!.windows).toHaveLength(5);
      await readQuota(caller, states[0]!);
      expect(peeks()).toBe(1);
      await readQuota(caller, newCallState(clock.now()));
      expect(peeks()).toBe(2);
    });

    test("fills in only what is missing", async () => {
      const caller = await bench.newCaller("free", 7);
      const { readQuota } = bench.service();
      const halves = [
        { ...newCallState(clock.now()), points: 3 },
        { ...newCallState(clock.now()), windows: [] },
      ];
      for (const half of halves) await readQuota(caller, half);
      expect(halves[0]).toMatchObject({ points: 3, windows: expect.objectContaining({ length: 5 }) });
      expect(halves[1]).toMatchObject({ points: 7, windows: [] });
    });

    test("the quota of a key is left open if the ledger is unavailable", async () => {
      const caller = await bench.newCaller();
      const metering = { ...noted().metering, peek: () => Promise.reject(new Error("down")) };
      const state = newCallState(clock.now());
      await bench.service({ metering }).readQuota(caller, state);
      expect(state).toMatchObject({ points: null, windows: null });
    });
  });

  describe("a run", () => {
    test("a run is admitted with its details, charged for its records, and reports the remaining points", async () => {
      const caller = await bench.newCaller("free", 100);
      const { metering, admitted } = noted();
      const asked = call(caller, { name: "told", count: 12, entryPoint: "mcp" });
      const result = await bench.service({ metering }).run(asked);
      expect(admitted).toEqual([
        {
          requestId: asked.state.requestId,
          caller,
          endpoint: "/api/counting/things",
          source: "counting",
          entryPoint: "mcp",
          maxCost: 6,
          timeoutSeconds: 300,
          params: asked.request,
          idempotency: null,
          retention: "usual",
          question: expect.any(String),
          equalSince: null,
          tags: null,
        },
      ]);
      expect(result).toMatchObject({ count: 12, resultId: asked.state.requestId, stats: { records: 12 } });
      expect(recordsIn(result.body)).toHaveLength(12);
      expect(asked.state).toMatchObject({ kind: "admitted", points: 94, charged: 6, replayed: false });
      expect(asked.state.facts).toMatchObject({ resultsEnd: "count", age: null });
      expect(asked.state.timeline.steps.map(({ name }) => name)).toEqual(["queue", "admission", "settle"]);
      expect(await lastRow(caller)).toMatchObject({ cost: 6, response_status_code: 200, response_count: 12 });
    });

    test("a run that is free, or above its caller's limit, charges nothing", async () => {
      const caller = await bench.newCaller("free", 100);
      const { metering, admitted } = noted();
      const service = bench.service({ metering });
      await service.run(call(caller, { isFree: true }));
      expect(admitted[0]!.maxCost).toBe(0);
      expect(await thrownCode(() => service.run(call(caller, { options: { max_cost: 2 } })))).toBe("over_max_cost");
      expect(admitted).toHaveLength(1);
      await service.run(call(caller, { options: { max_cost: 3 } }));
      expect(await pointsOf(caller)).toBe(97);
    });

    test("with the key of an earlier one returns that response and charges nothing", async () => {
      const caller = await bench.newCaller("free", 100);
      const service = bench.service();
      const first = call(caller, { options: { idempotency_key: "once" }, name: "again" });
      const again = call(caller, { options: { idempotency_key: "once" }, name: "again" });
      const { body } = await service.run(first);
      const runs = counting.runs.get("again");
      const replayed = await service.run(again);
      expect(Buffer.from(replayed.body)).toEqual(Buffer.from(body));
      expect(replayed).toMatchObject({ count: 5, resultId: first.state.requestId });
      expect(replayed.stats).toEqual({ pages: 0, records: 0, retries: 0, bytes: 0 });
      expect(again.state).toMatchObject({ kind: "replayed", replayed: true, charged: 0, points: 97 });
      expect(again.state.facts).toEqual(first.state.facts);
      expect(counting.runs.get("again")).toBe(runs);
      const streamed = await Array.fromAsync(
        service.stream(call(caller, { options: { idempotency_key: "once" }, name: "again" })),
      );
      expect(streamed).toEqual(recordsIn(body));
      // The same key with another body, or at another operation, is a mistake.
      expect(
        await thrownCode(() => service.run(call(caller, { options: { idempotency_key: "once" }, name: "other" }))),
      ).toBe("idempotency_mismatch");
      expect(
        await thrownCode(() =>
          service.run(call(caller, { options: { idempotency_key: "once" }, name: "again", entry: names })),
        ),
      ).toBe("idempotency_mismatch");
      expect(await pointsOf(caller)).toBe(97);
    });

    test("a run that fails is charged nothing, and is in the history with its error", async () => {
      const caller = await bench.newCaller("free", 100);
      const asked = call(caller, { name: "none" });
      await expect(bench.service().run(asked)).rejects.toMatchObject({ status: 412 });
      expect(asked.state).toMatchObject({ kind: "admitted", points: 100, charged: 0 });
      expect(await lastRow(caller)).toMatchObject({ cost: 0, response_status_code: 412, response_count: 0 });
      expect((await lastRow(caller))!.response_error_text).toContain("no such things");
      expect(bench.logged).toEqual([]);
    });

    test("a run that fails for an internal error reports one, and the operator gets the details", async () => {
      const caller = await bench.newCaller("free", 100);
      counting.shelves.set("broken", new TypeError("x is not a function"));
      expect(await thrownCode(() => bench.service().run(call(caller, { name: "broken" })))).toBe("internal");
      expect(await lastRow(caller)).toMatchObject({ cost: 0, response_status_code: 500 });
      expect(bench.logged.splice(0)).toHaveLength(1);
    });

    test("whose client has disconnected is charged nothing, and is recorded only in the history", async () => {
      const caller = await bench.newCaller("free", 100);
      const disconnect = new AbortController();
      const latch = counting.holdNextRun("left");
      const running = thrownCode(() =>
        bench.service().run(call(caller, { name: "left", disconnect: disconnect.signal })),
      );
      await latch.reached;
      disconnect.abort();
      latch.open();
      expect(await running).not.toBe("none");
      expect(await lastRow(caller)).toMatchObject({
        cost: 0,
        response_status_code: 499,
        response_error_text: "Client disconnected before the answer.",
      });
      expect(bench.logged).toEqual([]);
    });

    test("a run that was handed over is not settled here", async () => {
      const caller = await bench.newCaller("free", 100);
      const disconnect = new AbortController();
      const latch = counting.holdNextRun("handed");
      const running = thrownCode(() =>
        bench.service().run(call(caller, { name: "handed", disconnect: disconnect.signal })),
      );
      await latch.reached;
      disconnect.abort(new HandedOver());
      latch.open();
      expect(await running).toBe("HandedOver: the run belongs to another worker");
      // The other worker settles its hold.
      expect(await pointsOf(caller)).toBe(97);
    });

    test("a run that was admitted before is run under its hold", async () => {
      const caller = await bench.newCaller("free", 100);
      const service = bench.service();
      const asked = call(caller, { name: "later", background: { holdSeconds: 900 } });
      const hold = await service.admit(asked);
      if ("body" in hold) throw new Error("it was never run");
      expect(hold.expiresAt - hold.startedAt).toBeGreaterThanOrEqual(900_000);
      expect(await pointsOf(caller)).toBe(97);
      expect((await service.runHeld(asked, hold)).count).toBe(5);
      expect(asked.state).toMatchObject({ charged: 3, points: 97 });
    });

    test("reports its progress", async () => {
      const progress: number[] = [];
      const onProgress = ({ records }: { records: number }) => void progress.push(records);
      await bench.service().run(call(await bench.newCaller(), { onProgress, count: 3 }));
      expect(progress.at(-1)).toBe(3);
    });
  });
});
