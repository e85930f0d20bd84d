import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { useJobs } from "../../../test/support/jobs/use-jobs.ts";
import { useSchedules } from "../../../test/support/jobs/use-schedules.ts";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import { createIncidentStore } from "../../health/incident-store.ts";
import { createRecallRounds } from "../../recalls/recall-rounds.ts";
import { createRecalls } from "../../recalls/recalls.ts";
import { packBody } from "../../store/packing.ts";
import { rewriteRun } from "./recalled-run.ts";

describeOnDrawnStores("a schedule whose run is recalled", (fresh) => {
  const bench = useJobs(fresh);
  const { submission, nextRun, changes } = useSchedules(bench);
  const things = (times: number) =>
    Array.from({ length: 6 }, (_, nth) => ({ id: `t${nth}`, name: `thing ${nth}`, price: (nth + 2) * times }));

  /** A schedule that ran well and then with prices a hundred times as high, of which the second is recalled. */
  async function recalledRun() {
    const { db } = bench.store;
    const process = await bench.process();
    const caller = await bench.newCaller("free");
    const name = randomUUID();
    const list = (records: object[]) => bench.counting.shelves.set(name, records as never);
    list(things(1));
    const { id } = await process.schedules.create(submission(caller, name));
    await nextRun(process, caller, id);
    const first_seen = bench.clock.now() + 1;
    list(things(100));
    await nextRun(process, caller, id);
    const [operation] = bench.counting.source.operations;
    const incidents = createIncidentStore(db);
    const details = { measure: "scale" as const, before: 4, after: 400, first_seen, last_well: first_seen };
    const about = { source: bench.counting.source.name, operation: operation!.path, kind: "drift" as const };
    const incident = { ...about, field: "price", blocking: false, reason: "price: 4 -> 400.", details };
    const no = (await incidents.openIncident(incident, bench.clock.now()))!;
    const recalls = createRecalls({ db, clock: bench.clock, operation: () => operation });
    const plan = await recalls.plan((await incidents.findIncident(no))!);
    const own = plan.affected.filter(({ account_id }) => account_id === caller.account.id);
    expect(own).toMatchObject([{ records: 6 }]);
    const { recall } = await recalls.create({ ...plan, affected: own }, { by: "test" });
    const { round } = createRecallRounds({
      db,
      clock: bench.clock,
      metering: bench.metering,
      publish: async () => {},
      rewriteRun: (run) => rewriteRun(db, run),
    });
    await round();
    /** What the next run reports, if the list has these prices. */
    async function changesOf(records: object[]): Promise<unknown[]> {
      const known = (await changes(process, (await process.schedules.find(caller, id))!)).length;
      list(records);
      const view = await nextRun(process, caller, id);
      const found = await changes(process, view);
      await incidents.closeIncident(no, bench.clock.now());
      return found.slice(0, found.length - known).map((change) => change.slice(1));
    }
    return { recall, round, changesOf, request_id: own[0]!.request_id, no, recalls };
  }

  test("a schedule whose run is recalled is compared with the values from before, so that the way back is no change", async () => {
    const { changesOf } = await recalledRun();
    const [first, ...others] = things(1);
    expect(await changesOf([{ ...first, price: 3 }, ...others])).toEqual([["t0", { price: { old: 2, new: 3 } }]]);
  });

  test("a schedule whose run is recalled is compared with the corrected values once they are known", async () => {
    const { recall, round, changesOf } = await recalledRun();
    const corrected = things(1).map((thing) => (thing.id === "t1" ? { ...thing, price: 2.5 } : thing));
    await bench.store.db
      .updateTable("recall_items")
      .set({ corrected: Buffer.from(await packBody(Buffer.from(JSON.stringify(corrected)))), corrected_at: 1 })
      .where("recall_no", "=", recall.no)
      .execute();
    await bench.store.db.updateTable("recalls").set({ finished_at: null }).where("no", "=", recall.no).execute();
    for (let times = 0; times < 2; times++) await round();
    expect(await changesOf(things(1))).toEqual([["t1", { price: { old: 2.5, new: 3 } }]]);
  });

  test("a schedule whose run is recalled is compared with what it delivered if the recall is withdrawn", async () => {
    const { recalls, no, round, changesOf } = await recalledRun();
    await recalls.withdraw(no, "test");
    await round();
    expect(await changesOf(things(100))).toEqual([]);
  });
});
