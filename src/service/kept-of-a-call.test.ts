import { expect, test } from "vitest";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { thrownCode, useService } from "../../test/support/service/use-service.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { placesInStore } from "../../test/support/trace/search-store.ts";
import { Unreadable } from "../contract/errors.ts";
import { newCallState, type OperationCall } from "./operation-call.ts";

/** `test/calls-without-trace.test.ts` asks a whole service that is killed. */
describeOnDrawnStores("a call that leaves no trace", (fresh) => {
  const bench = useService(openPlan(1_000), undefined, fresh);
  const silent = (over: Partial<OperationCall> = {}) => ({
    ...over,
    state: { ...newCallState(bench.clock.now()), retention: "none" as const },
  });

  test("a call that leaves no trace is charged, and stores none of its words, whether it succeeds, fails or is a lookup", async () => {
    const caller = await bench.newCaller();
    const service = bench.service();
    const asked = bench.call(caller, { name: "Zweihorn", ...silent({ options: { idempotency_key: "Zweihorn" } }) });
    await service.run(asked);
    expect([asked.state.charged, asked.state.facts?.resultsEnd]).toEqual([3, "count"]);
    bench.counting.shelves.set("Zweihorn-2", new Unreadable("Zweihorn", "Zweihorn"));
    expect(await thrownCode(() => service.run(bench.call(caller, { name: "Zweihorn-2", ...silent() })))).toBe(
      "unreadable",
    );
    await service.run(bench.call(caller, { entry: bench.names, name: "Zweihorn-3", ...silent() }));
    // Answers are written in order: those of the calls before would be there.
    await service.run(bench.call(caller, { name: "usual" }));
    await expect.poll(() => placesInStore(bench.store, "usual-0")).toEqual(["answers.body"]);
    expect(bench.logged.splice(0)).toEqual(["a call failed"]);
    expect(await placesInStore(bench.store, "Zweihorn")).toEqual([]);
  });
});

describeOnDrawnStores("the Idempotency-Key of a call that leaves no trace", (fresh) => {
  const bench = useService(openPlan(1_000), undefined, fresh);

  test("charges once, frees itself after a failure, and never gives an answer again", async () => {
    const caller = await bench.newCaller();
    const service = bench.service();
    const run = (name: string) =>
      thrownCode(() =>
        service.run(
          bench.call(caller, {
            name,
            options: { idempotency_key: "one" },
            state: { ...newCallState(bench.clock.now()), retention: "none" },
          }),
        ),
      );
    expect(await run("none")).toBe("no_such_thing");
    expect([await run("toy"), await run("toy"), await run("other")]).toEqual([
      "none",
      "result_not_kept",
      "idempotency_mismatch",
    ]);
    expect(await bench.pointsOf(caller)).toBe(997);
    bench.clock.advance(86_400_001);
    expect(await run("toy")).toBe("none");
  });
});
