import { setTimeout as sleep } from "node:timers/promises";
import { inFolder, onStores } from "../scripts/support/on-stores.ts";
import type { StoreSettings } from "../src/store/open-store.ts";
import { openDrill } from "../test/drills/jobs/open-drill.ts";
import type { Suite, Table } from "./support/suite.ts";

const JOBS = 2_000;
const QUEUED = 100_000;
const MAX_ITEMS = 10_000;
const MB = 1024 * 1024;

export default {
  name: "jobs",
  async run(): Promise<Table[]> {
    const rows: Table["rows"] = [];
    await onStores({ fsync: true }, async (name, settings) => {
      rows.push([name, await jobsPerSecond(settings)]);
    });
    return [
      {
        title: "Jobs with empty work, by one process",
        columns: ["store", "jobs a second"],
        rows,
        notes: [
          `${JOBS} items of a batch, 8 at once: each admitted, held, run on a source that asks no site, settled and kept`,
        ],
      },
      await inFolder((dataDir) => memoryOfQueue({ dataDir, url: "" })),
    ];
  },
} satisfies Suite;

const names = (count: number) => Array.from({ length: count }, (_, at) => `thing-${at}`);

async function jobsPerSecond(settings: StoreSettings): Promise<number> {
  const { jobs, caller, submitBatch, close } = await openDrill(settings, 8);
  try {
    const id = await submitBatch(names(JOBS));
    const startedAt = performance.now();
    jobs.start();
    while ((await jobs.batches.find(caller, id))!.status !== "finished") await sleep(20);
    return JOBS / ((performance.now() - startedAt) / 1000);
  } finally {
    await close();
  }
}

/** Memory of the queue: jobs wait in the store, not in the process. */
async function memoryOfQueue(settings: StoreSettings): Promise<Table> {
  const { jobs, submitBatch, close } = await openDrill(settings, 0);
  const memory = () => {
    globalThis.gc?.();
    return process.memoryUsage().rss / MB;
  };
  try {
    const submit = () => submitBatch(names(MAX_ITEMS));
    await submit();
    await jobs.sweep();
    const before = memory();
    for (let queued = MAX_ITEMS; queued < QUEUED; queued += MAX_ITEMS) await submit();
    jobs.start();
    await jobs.sweep();
    const after = memory();
    return {
      title: `Memory of a process with ${QUEUED.toLocaleString("en-US")} queued jobs, on SQLite`,
      columns: ["queued jobs", "resident memory, MB"],
      rows: [
        [MAX_ITEMS.toLocaleString("en-US"), before],
        [QUEUED.toLocaleString("en-US"), after],
      ],
    };
  } finally {
    await close();
  }
}
