import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../test/support/store/postgres-cluster.ts";
import { percentile } from "../support/percentile.ts";
import { until } from "../support/until.ts";
import type { Row } from "./experiments.ts";
import { exited, type ServiceProcess, type World } from "./world.ts";

const ROUNDS = 60;
/** Jobs of the hostile account on a site that does not respond. */
const SLOW_JOBS = 60;
const HANGING_WEBHOOKS = 20;

interface Latencies {
  jobs: number[];
  webhooks: number[];
}

/** Responds at `/well/…`, and never at `/hang/…`. Reports when something arrives at a path. */
async function openReceiver() {
  const arrived = new Map<string, number>();
  const server = createServer((request, response) => {
    arrived.set(request.url!, performance.now());
    request.resume();
    if (!request.url!.startsWith("/hang")) response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

type Receiver = Awaited<ReturnType<typeof openReceiver>>;

async function ask(url: string, key: string, method: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method,
    headers: { "access-token": key, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer.json() as Promise<any>;
}

/** Runs one job after the other, each with its own webhook; measures the time to its records and to the webhook. */
async function measure(processes: ServiceProcess[], key: string, receiver: Receiver): Promise<Latencies> {
  const found: Latencies = { jobs: [], webhooks: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const { url } = processes[round % processes.length]!;
    const path = `/well/${crypto.randomUUID()}`;
    const startedAt = performance.now();
    await ask(
      `${url}/api/toy/things`,
      key,
      "POST",
      { shelf: "top", count: 20 },
      {
        prefer: "respond-async, wait=120",
        "webhook-url": `${receiver.url}${path}`,
      },
    );
    found.jobs.push(performance.now() - startedAt);
    await until(() => receiver.arrived.has(path), 2);
    found.webhooks.push(receiver.arrived.get(path)! - startedAt);
  }
  return found;
}

/** Starts jobs on an unresponsive site and webhooks to unresponsive receivers, as many as one account may have. */
async function attack(processes: ServiceProcess[], key: string, receiver: Receiver): Promise<void> {
  const { url } = processes[0]!;
  for (let at = 0; at < HANGING_WEBHOOKS; at++) {
    await ask(`${url}/webhooks`, key, "POST", { url: `${receiver.url}/hang/${at}`, events: ["job.succeeded"] });
  }
  const background = { prefer: "respond-async" };
  for (let at = 0; at < 10; at++) {
    await ask(`${url}/api/toy/things`, key, "POST", { shelf: "top", count: 20 }, background);
  }
  await until(() => [...receiver.arrived.keys()].filter((path) => path.startsWith("/hang")).length >= 10, 20);
  for (let at = 0; at < SLOW_JOBS; at++) {
    await ask(`${url}/api/slow/things`, key, "POST", { shelf: "top", count: 20, timeout: 300 }, background);
  }
}

const p99 = (all: number[]): number => percentile(all, 0.99);

async function compare(
  name: string,
  processes: ServiceProcess[],
  { polite, hostile }: { polite: string; hostile: string },
): Promise<Row[]> {
  const receiver = await openReceiver();
  try {
    await measure(processes, polite, receiver);
    const quiet = await measure(processes, polite, receiver);
    await attack(processes, hostile, receiver);
    const attacked = await measure(processes, polite, receiver);
    return (["jobs", "webhooks"] as const).map((what) => ({
      test: `${name}: ${what} of an account beside a hostile one`,
      promised: "p99 at most twice its quiet value",
      measured: `p99 ${p99(attacked[what]).toFixed(0)} ms, quiet ${p99(quiet[what]).toFixed(0)} ms; p50 ${percentile(attacked[what], 0.5).toFixed(0)} and ${percentile(quiet[what], 0.5).toFixed(0)} ms`,
      holds: p99(attacked[what]) <= 2 * p99(quiet[what]),
    }));
  } finally {
    await receiver.close();
  }
}

/** Two accounts, one of them hostile, on SQLite with one process and on PostgreSQL with two. */
export async function hostileAccount(world: World): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-hostile-"));
  const both = { WINNOW_PRIVATE_HOSTS: "127.0.0.1" };
  const stores = [
    { name: "SQLite, one process", count: 1, over: { ...both, DATABASE_URL: "", DATA_DIR: folder } },
    { name: "PostgreSQL, two processes", count: 2, over: both },
  ];
  const rows: Row[] = [];
  try {
    for (const { name, count, over } of stores) {
      const polite = await world.createKey(`polite${count}`, over);
      const hostile = await world.createKey(`hostile${count}`, over);
      // Other processes of the world would take these jobs as well.
      for (const { child } of world.processes) child.kill("SIGSTOP");
      const processes: ServiceProcess[] = [];
      try {
        for (let at = 0; at < count; at++) processes.push(await world.start(await freePort(), over));
        rows.push(...(await compare(name, processes, { polite, hostile })));
      } finally {
        for (const { child } of processes) {
          const gone = exited(child);
          child.kill("SIGKILL");
          await gone;
        }
        for (const { child } of world.processes) child.kill("SIGCONT");
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
}
