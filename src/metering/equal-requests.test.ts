import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { outcome, request } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { factsFrom } from "../contract/answer-facts.ts";

const DAY_SECONDS = 86_400;

describeOnBothStores("an equal request", (fresh) => {
  const metered = useMetered(fresh);

  test("an equal request is found as long as its hold stands, however long ago it began, and for those that came just before its end", async () => {
    const { metering, newCaller, hold, clock } = metered;
    const caller = await newCaller();
    const running = await hold(caller, { question: "same", holdSeconds: 30 * DAY_SECONDS });
    clock.advance(8 * DAY_SECONDS * 1000);
    const ask = (question = "same") =>
      metering.admit(request(caller, { question, equalSince: clock.now() - 1_000, timeoutSeconds: 20 }));
    expect(await ask()).toEqual({ kind: "equal", no: Number(running.id) });
    expect((await ask("another")).kind).toBe("admitted");
    await metering.settle(running, outcome({ facts: factsFrom({ "x-results-end": "exhausted" }) }));
    expect(await ask()).toEqual({ kind: "equal", no: Number(running.id) });
    clock.advance(1_001);
    expect((await ask()).kind).toBe("admitted");
  });
});
