import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Seeded } from "../../../src/source-kit/stand-in/seeded.ts";
import type { StoreSettings } from "../../../src/store/open-store.ts";
import { openAround, openReceiver } from "./drill-around.ts";
import { type KillDrill, type KillFigures, killDrill } from "./kill-drill.ts";
import { openDrill } from "./open-drill.ts";

const program = fileURLToPath(new URL("./working-process.ts", import.meta.url));
const compiled = fileURLToPath(new URL("../../../node_modules/.cache/winnow-compiled", import.meta.url));

export interface DrillSize
  extends Pick<KillDrill, "items" | "processes" | "kills" | "stops" | "restarts">,
    Partial<Pick<KillDrill, "restart">> {
  /** Whether the submitting process takes over from a killed one; otherwise a new process replaces it. */
  takesOver?: boolean;
  /** Watches that come due one a second. */
  watches?: number;
}

export interface DrillFigures extends KillFigures {
  /** Items that reached their deadline and kept what they had. */
  partial: number;
  /** Skipped lines. */
  skipped: number;
  /** Events that arrived again, with the same id. */
  repeated: number;
}

/** One item in this many reaches its deadline half-way, and one line in this many is skipped. */
const [PARTIAL, SKIPPED] = [10, 7];

/** A batch of slow items with all that may follow from one, on processes that are killed, on one store. */
export async function drillBatch(settings: StoreSettings, random: Seeded, size: DrillSize): Promise<DrillFigures> {
  const { takesOver = false, watches = 2, items } = size;
  const drill = await openDrill(settings, takesOver ? 4 : 0);
  const { store, jobs, caller, entry, close } = drill;
  const receiver = await openReceiver();
  try {
    const granted = (
      await store.db
        .selectFrom("balances")
        .where("account_id", "=", caller.account.id)
        .selectAll()
        .executeTakeFirstOrThrow()
    ).points;
    const around = await openAround(drill, receiver, watches);
    const requests = Array.from({ length: items }, (_, at) =>
      at % PARTIAL === 0
        ? { name: `slow-${at}`, count: 200, timeout: 1 }
        : { name: `slow-${at}`, count: 3, timeout: 60 },
    );
    const skipped = Array.from({ length: Math.floor(items / SKIPPED) }, (_, at) => (at + 1) * SKIPPED);
    const { id } = await jobs.batches.submit({
      entry,
      caller,
      requests,
      options: { partial: "keep" },
      waitHours: 24,
      invalid: skipped.map((line) => ({
        line,
        faults: [{ type: "missing", loc: ["body", "name"], msg: "Field required" }],
      })),
      idempotencyKey: null,
      destination: around.destination,
    });
    const figures = await killDrill({
      ...size,
      store,
      batchId: id,
      random,
      pause: () => sleep(20),
      isDone: () => around.isDone(items),
      ...(takesOver && { takeOver: jobs.start }),
      spawn: () =>
        spawn(process.execPath, [program, JSON.stringify(settings), "4"], {
          stdio: ["ignore", "ignore", "inherit"],
          // Later processes start in half the time.
          env: { ...process.env, NODE_COMPILE_CACHE: compiled },
        }),
    });
    const missing = (await jobs.batches.missing((await jobs.batches.find(caller, id))!)).map(({ line }) => line);
    if (String(missing) !== String(skipped)) throw new Error(`without records are ${missing} instead of ${skipped}`);
    return { ...figures, skipped: skipped.length, ...(await around.check(id, granted)) };
  } finally {
    await close();
    await receiver.close();
  }
}
