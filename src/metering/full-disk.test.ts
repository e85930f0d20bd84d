import { sql } from "kysely";
import { expect, test } from "vitest";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { SimulatedClock } from "../base/clock.ts";
import { createMetering } from "./metering.ts";

describeOnBothStores("a store that can be read but not written, as on a full disk", (fresh) => {
  test("a store that can be read but not written, as on a full disk is not ready, and is ready again once it can be written to", async () => {
    const store = await fresh.open();
    const clock = new SimulatedClock();
    const metering = createMetering({ store, clock, plans: openPlan(1_000) });
    const run = (statement: string) => sql.raw(statement).execute(store.db);
    const isReady = () => {
      clock.advance(10_000);
      return metering.isReady();
    };
    try {
      expect(await isReady()).toBe(true);
      // Neither server can be told that its disk is full, so the error is raised at the write itself.
      if (store.dialect === "postgres") {
        await run(`create function full_disk() returns trigger language plpgsql as
          $$ begin raise exception using errcode = 'disk_full'; end $$`);
        await run("create trigger full_disk before update on store_facts for each row execute function full_disk()");
      } else {
        await run(
          "create trigger full_disk before update on store_facts begin select raise(abort, 'database or disk is full'); end",
        );
      }
      expect(await isReady()).toBe(false);
      expect(await store.db.selectFrom("people").select("id").execute()).toEqual([]);
      await run(store.dialect === "postgres" ? "drop trigger full_disk on store_facts" : "drop trigger full_disk");
      expect(await isReady()).toBe(true);
    } finally {
      await metering.close();
    }
  });
});
