import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { openStore } from "../../../src/store/open-store.ts";
import { freePort } from "../../support/free-port.ts";

const PRICE = 3;
const SLOW_MS = 45_000;

interface Served {
  url: string;
  child: ChildProcess;
}

interface World {
  site: { tookMs: number };
  databaseUrl: string;
  processes: Served[];
  key: string;
  start(port: number): Promise<Served>;
  createKey(name: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * `kill -9` of one of two processes on PostgreSQL while this many calls wait for a slow site; each is then repeated at the
 * other process with its Idempotency-Key, after what `Retry-After` says. Returns how long that took. Throws
 * unless each was answered with 200 and paid once, and no hold is left.
 */
export async function killOneOfTwo(world: World, calls: number): Promise<string> {
  try {
    world.processes.push(await world.start(await freePort()), await world.start(await freePort()));
    world.key = await world.createKey("repeats");
    const [killed, other] = world.processes;
    world.site.tookMs = SLOW_MS;
    const shelves = Array.from({ length: calls }, (_, at) => `shelf-${at}`);
    const first = shelves.map((shelf) => post(world, killed!.url, shelf).catch(() => null));
    const store = await openStore({ dataDir: "", url: world.databaseUrl });
    try {
      const open = store.db.selectFrom("requests").where("ended_at", "is", null).select("no");
      // A busy machine queues some of them before their admission.
      for (const until = Date.now() + 20_000; Date.now() < until && (await open.execute()).length < calls; )
        await sleep(50);
      // Some renewals, as in the middle of a long call.
      await sleep(12_000);
      const gone = once(killed!.child, "exit");
      killed!.child.kill("SIGKILL");
      await gone;
      world.site.tookMs = 20;
      const seconds = await Promise.all(shelves.map((shelf) => repeat(world, other!.url, shelf)));
      await Promise.all(first);
      const paid = await store.db.selectFrom("requests").where("cost", ">", 0).select(["params", "cost"]).execute();
      const right = new Set(paid.map(({ params }) => params)).size === calls && paid.length === calls;
      if (!right || paid.some(({ cost }) => cost !== PRICE)) throw new Error(`paid: ${JSON.stringify(paid)}`);
      const { spent, held } = await store.db.selectFrom("api_keys").select(["spent", "held"]).executeTakeFirstOrThrow();
      if (spent !== calls * PRICE || held !== 0) throw new Error(`the key has spent ${spent} and holds ${held}`);
      const [least, most] = [Math.min(...seconds).toFixed(1), Math.max(...seconds).toFixed(1)];
      return `${calls} repeats answered ${least} to ${most} s after the kill, each paid once`;
    } finally {
      await store.close();
    }
  } finally {
    await world.close();
  }
}

const post = (world: World, url: string, shelf: string): Promise<Response> =>
  fetch(`${url}/api/toy/things`, {
    method: "POST",
    headers: { "access-token": world.key, "idempotency-key": shelf, "content-type": "application/json" },
    body: JSON.stringify({ shelf, count: 5 }),
  });

async function repeat(world: World, url: string, shelf: string): Promise<number> {
  const began = performance.now();
  for (;;) {
    const answer = await post(world, url, shelf);
    const text = await answer.text();
    if (answer.status === 200) return (performance.now() - began) / 1000;
    if (answer.status !== 409) throw new Error(`${shelf}: ${answer.status} ${text}`);
    await sleep(Number(answer.headers.get("retry-after")) * 1000);
  }
}
