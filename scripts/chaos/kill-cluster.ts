import type { ChildProcess } from "node:child_process";
import { Winnow } from "../../client/src/index.ts";
import type { Seeded } from "../../src/source-kit/stand-in/seeded.ts";
import { openStore, whileOpen } from "../../src/store/open-store.ts";
import { checkBatch } from "../../test/drills/jobs/kill-drill.ts";
import { exited, openWorld, type World } from "./world.ts";

interface Size {
  items: number;
  kills: number;
  random: Seeded;
}

const APIS = 3;
const WORKERS = 2;
const RECORDS = 3;
/** How long the site takes per page, so that there is work to interrupt. */
const PAGE_MS = 300;

/**
 * A batch, submitted and watched through HAProxy, on three API processes and two workers with one PostgreSQL. Every few
 * seconds one of the five is killed with -9 and restarted. Afterwards the records are read over HTTP and the database is
 * checked.
 */
export async function killCluster({ items, kills, random }: Size): Promise<string> {
  const startedAt = performance.now();
  const world = await openWorld();
  const workers: ChildProcess[] = [];
  try {
    world.site.tookMs = PAGE_MS;
    await world.startAll(APIS);
    for (let at = 0; at < WORKERS; at += 1) workers.push(await world.startWorker());
    const { batches } = new Winnow({ url: world.url, key: world.key, maxRetries: 20 });
    const requests = Array.from({ length: items }, (_, at) => ({ shelf: `shelf-${at}`, count: RECORDS }));
    const { id } = await batches.submit("toy/things" as string, requests);
    const starting = new Map<number, Promise<void>>();
    let killed = 0;
    let batch = await batches.get(id);
    for (let again = performance.now(); batch.status !== "finished"; batch = await batches.get(id)) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const at = random.int(0, APIS + WORKERS - 1);
      if (killed >= kills || performance.now() < again || starting.has(at)) continue;
      // Not awaited: two or three of the five may be down at the same time.
      starting.set(
        at,
        killOne(world, workers, at).finally(() => starting.delete(at)),
      );
      killed += 1;
      again = performance.now() + random.int(1_000, 4_000);
    }
    await Promise.all(starting.values());
    const retried = await retryLost(batches, id);
    const lines = new Map<number, number>();
    for await (const { "@line": line } of batches.records(id)) lines.set(line, (lines.get(line) ?? 0) + 1);
    const wrong = requests.filter((_, at) => lines.get(at + 1) !== RECORDS).length;
    if (wrong > 0 || lines.size !== items) throw new Error(`${wrong} lines do not have their records once`);
    const tries = await whileOpen(await openStore({ dataDir: "", url: world.databaseUrl }), (store) =>
      checkBatch(store, id, items),
    );
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    return `PostgreSQL: ${items} items on ${APIS} processes of the API behind HAProxy and ${WORKERS} workers, killed ${killed} times, ${tries - items} tries lost with a worker, ${retried} items three times and run again by the caller; records and charges there once each, nothing left open (${seconds} s)`;
  } finally {
    for (const child of workers) child.kill("SIGKILL");
    await world.close();
  }
}

/**
 * A job whose worker dies three times is considered the cause, and fails free of charge. Here that can happen by chance, so
 * its caller retries it, as the error advises.
 */
async function retryLost(batches: Winnow["batches"], id: string): Promise<number> {
  const failures = await batches.failures(id);
  const others = failures.filter(({ error }) => error?.code !== "worker_lost");
  if (others.length > 0) throw new Error(`failed otherwise: ${JSON.stringify(others.slice(0, 3))}`);
  if (failures.length === 0) return 0;
  await batches.retry(id);
  while ((await batches.get(id)).status !== "finished") await new Promise((resolve) => setTimeout(resolve, 200));
  return failures.length + (await retryLost(batches, id));
}

/** Kills one of the five. Another replaces it while the rest keep running. */
async function killOne(world: World, workers: ChildProcess[], at: number): Promise<void> {
  const child = at < APIS ? world.processes[at]!.child : workers[at - APIS]!;
  const gone = exited(child);
  child.kill("SIGKILL");
  await gone;
  if (at < APIS) world.processes[at] = await world.start(world.processes[at]!.port);
  else workers[at - APIS] = await world.startWorker();
}
