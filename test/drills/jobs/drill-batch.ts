import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Seeded } from "../../../src/contract/seeded.ts";
import type { StoreSettings } from "../../../src/store/open-store.ts";
import { type KillFigures, killDrill } from "./kill-drill.ts";
import { openDrill } from "./open-drill.ts";

const program = fileURLToPath(new URL("./working-process.ts", import.meta.url));
const compiled = fileURLToPath(new URL("../../../node_modules/.cache/winnow-compiled", import.meta.url));

export interface DrillSize {
  items: number;
  processes: number;
  kills: number;
  /** Whether the submitting process takes over from a killed one; otherwise a new process replaces it. */
  takesOver?: boolean;
}

/** A batch of slow items on processes that are killed, on one store. */
export async function drillBatch(settings: StoreSettings, random: Seeded, size: DrillSize): Promise<KillFigures> {
  const { takesOver = false } = size;
  const { store, jobs, caller, entry, close } = await openDrill(settings, takesOver ? 4 : 0);
  try {
    const requests = Array.from({ length: size.items }, (_, at) => ({ name: `slow-${at}`, count: 3, timeout: 60 }));
    const { id } = await jobs.batches.submit({
      entry,
      caller,
      requests,
      maxCost: null,
      waitHours: 24,
      invalid: [],
      idempotencyKey: null,
    });
    return await killDrill({
      ...size,
      store,
      batchId: id,
      random,
      pause: () => sleep(20),
      ...(takesOver && { takeOver: jobs.start }),
      spawn: () =>
        spawn(process.execPath, [program, JSON.stringify(settings), "4"], {
          stdio: ["ignore", "ignore", "inherit"],
          // Later processes start in half the time.
          env: { ...process.env, NODE_COMPILE_CACHE: compiled },
        }),
    });
  } finally {
    await close();
  }
}
