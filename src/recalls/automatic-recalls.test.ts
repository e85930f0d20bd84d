import { beforeAll, expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome } from "../../test/support/metering/requests.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import type { Caller } from "../accounts/types.ts";
import { createIncidentStore } from "../health/incident-store.ts";
import type { ChangeKind } from "../health/values/judge.ts";
import { toySource } from "../source-testing/toy-source.ts";
import { createAutomaticRecalls } from "./automatic-recalls.ts";
import { createRecalls, type Recalls } from "./recalls.ts";

const HOUR = 3_600_000;
const [operation] = toySource().operations;
const endpoint = operation!.path;

describeOnDrawnStores("with RECALLS=automatic", (fresh) => {
  const metered = useMetered(fresh, openPlan(1_000));
  let recalls: Recalls;
  let recallEnded: () => Promise<void>;
  let words = 0;

  beforeAll(() => {
    const { db } = metered.store;
    const { findIncident } = createIncidentStore(db);
    recalls = createRecalls({ db, clock: metered.clock, operation: () => operation });
    const given = { db, clock: metered.clock, recalls, findIncident, log: { info() {} } };
    recallEnded = createAutomaticRecalls({ ...given, isAutomatic: true });
  });

  async function call(caller: Caller, keyword: string, times: number): Promise<string> {
    metered.clock.advance(30_000);
    const hold = await metered.hold(caller, { endpoint, params: { keyword, count: 8 } });
    const records = Array.from({ length: 8 }, (_, id) => ({ id, price: (3 + id) * times }));
    const answer = { status: 200, headers: {}, body: Buffer.from(JSON.stringify(records)) };
    await metered.metering.settle(hold, outcome({ cost: 10, results: 8, answer, durable: true }));
    return hold.requestId;
  }

  /** A wrong call between two good ones, and the open incident about it. */
  async function spoilt(measure: ChangeKind = "scale") {
    metered.clock.advance(3 * HOUR);
    const caller = await metered.newCaller();
    const keyword = `lamp ${words++}`;
    await call(caller, keyword, 1);
    const first_seen = metered.clock.now() + 1;
    const details = { measure, before: 6, after: 600, first_seen, last_well: first_seen };
    const wrong = await call(caller, keyword, 100);
    const about = { source: "toys", operation: endpoint, kind: "drift" as const, field: "price", blocking: false };
    const store = createIncidentStore(metered.store.db);
    const no = (await store.openIncident({ ...about, details, reason: "price: 6 -> 600." }, metered.clock.now()))!;
    await call(caller, keyword, 1);
    return { no, wrong, store, close: () => store.closeIncident(no, metered.clock.now()) };
  }
  const named = async (incident: number) =>
    metered.store.db
      .selectFrom("recall_items")
      .innerJoin("recalls", "recalls.no", "recall_items.recall_no")
      .where("incident_no", "=", incident)
      .select(["request_id", "created_by"])
      .execute();

  test("an incident is recalled once, when it is over", async () => {
    const { no, wrong, close } = await spoilt();
    await recallEnded();
    expect(await named(no)).toEqual([]);
    await close();
    for (let times = 0; times < 2; times++) await recallEnded();
    expect(await named(no)).toEqual([{ request_id: wrong, created_by: "automatic" }]);
  });

  test.each<ChangeKind>(["absurd", "factor", "emptied", "words"])(
    "a change that a shop makes by itself, such as %s, is left to the operator",
    async (measure) => {
      const { no, close } = await spoilt(measure);
      await close();
      await recallEnded();
      expect(await named(no)).toEqual([]);
    },
  );

  test("a false alarm, which an operator has accepted, recalls nothing", async () => {
    const { no, store, close } = await spoilt();
    await store.acceptIncident(no);
    await close();
    await recallEnded();
    expect(await named(no)).toEqual([]);
  });

  test("a recall that an operator has withdrawn is not made again", async () => {
    const { no, close } = await spoilt();
    await close();
    await recallEnded();
    await recalls.withdraw(no, "operator");
    await recallEnded();
    expect(await named(no)).toEqual([]);
  });

  test("an incident that ended more than a day ago is left to the operator", async () => {
    const { no, close } = await spoilt();
    await close();
    metered.clock.advance(25 * HOUR);
    await recallEnded();
    expect(await named(no)).toEqual([]);
  });
});
