import { setTimeout as sleep } from "node:timers/promises";
import { systemClock as clock } from "../../../src/base/clock.ts";
import type { StoreSettings } from "../../../src/store/open-store.ts";
import { openDrill } from "./open-drill.ts";

export interface DueFigures {
  schedules: number;
  /** Succeeded runs. More than schedules would mean a duplicate. */
  runs: number;
  /** Milliseconds from the due time to the start of the work. */
  delays: number[];
}

/** Schedules that all come due at the same moment, run by one process. */
export async function dueSchedules(settings: StoreSettings, schedules: number): Promise<DueFigures> {
  const { store, jobs, caller, entry, close } = await openDrill(settings, 8);
  try {
    for (let at = 0; at < schedules; at += 1) {
      await jobs.schedules.create({
        entry,
        caller,
        name: `${at}`,
        request: { name: `thing-${at}`, count: 3, timeout: 60 },
        // Once a year, so that no run follows the measured one.
        cron: "0 0 1 1 *",
        timeZone: "UTC",
        options: {},
        ignoreFields: [],
        track: [],
        rules: [],
        monthlyBudget: null,
        webhook: null,
      });
    }
    const due = clock.now() + 500;
    await store.db.updateTable("schedules").set({ next_at: due }).execute();
    jobs.start();
    const rows = () =>
      store.db
        .selectFrom("jobs")
        .where("account_id", "=", caller.account.id)
        .where("schedule_id", "is not", null)
        .select(["status", "started_at"])
        .execute();
    const succeeded = async () => (await rows()).filter(({ status }) => status === "succeeded").length;
    while ((await succeeded()) < schedules) await sleep(50);
    // Another round, to catch runs that should not exist.
    await jobs.sweep();
    const ran = await rows();
    return {
      schedules,
      runs: ran.length,
      delays: ran.map(({ started_at }) => started_at! - due).sort((a, b) => a - b),
    };
  } finally {
    await close();
  }
}
