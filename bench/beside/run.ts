import { Agent, request } from "node:http";
import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { percentile } from "../../scripts/support/percentile.ts";
import { processorMs, residentMb } from "../../scripts/support/process-figures.ts";
import { startCluster } from "../../test/support/store/postgres-cluster.ts";
import { requestsPerSecond } from "../support/load.ts";
import type { StartedService } from "../support/started-service.ts";
import { asMarkdown, median } from "../support/suite.ts";

/**
 * `npm run beside -- [--rounds 3] [--seconds 20] [--rest 120] <tree>...`: pace, latency and memory of installed checkouts,
 * this one included, in turn on both stores. The trees serve the same constant pages; each is measured alone.
 */
const words = process.argv.slice(2);
const option = (name: string, usual: number): number => {
  const at = words.indexOf(`--${name}`);
  return at < 0 ? usual : Number(words.splice(at, 2)[1]);
};
const rounds = option("rounds", 3);
const seconds = option("seconds", 20);
/** Seconds without calls before memory is measured again. */
const rest = option("rest", 0);
const here = join(import.meta.dirname, "../..");
const trees = [...words.map((word) => resolve(word)), here];

const path = "/api/nlretail/products/search";
const body = JSON.stringify({ keyword: "koffiezetapparaat", count: 20 });
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

interface Figures {
  perSecond: number;
  processor: number;
  p50: number;
  atRest: number;
  afterLoad: number;
  rested: number;
}

async function measure(tree: string, databaseUrl: string): Promise<Figures> {
  const module = pathToFileURL(join(tree, "bench/support/started-service.ts")).href;
  const { StartedService: Service } = (await import(module)) as { StartedService: typeof StartedService };
  const service = await Service.start(databaseUrl);
  try {
    await service.end();
    await service.begin();
    await pause(3000);
    const atRest = residentMb(service.pid);
    const headers = { "content-type": "application/json", "access-token": service.key };
    const load = { port: service.port, path, headers, body, atOnce: 32 };
    await requestsPerSecond(load, 3000);
    const before = processorMs([service.pid]);
    const perSecond = await requestsPerSecond(load, seconds * 1000);
    const processor = (processorMs([service.pid]) - before) / (perSecond * seconds);
    const afterLoad = residentMb(service.pid);
    const p50 = await oneAtATime(service.port, headers);
    await pause(rest * 1000);
    return { perSecond, processor, p50, atRest, afterLoad, rested: residentMb(service.pid) };
  } finally {
    await service.close();
  }
}

async function oneAtATime(port: number, headers: Record<string, string>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const taken: number[] = [];
  for (let count = 0; count < 300; count++) {
    const began = performance.now();
    await new Promise<void>((done, fail) => {
      request({ port, path, method: "POST", headers, agent }, (answer) => answer.resume().once("end", done))
        .once("error", fail)
        .end(body);
    });
    taken.push(performance.now() - began);
  }
  agent.destroy();
  return percentile(taken, 0.5);
}

const figures = new Map<string, Figures[]>();
for (let round = 1; round <= rounds; round++) {
  for (const store of ["SQLite", "PostgreSQL"]) {
    for (const tree of trees) {
      const cluster = store === "SQLite" ? null : await startCluster({ fsync: true });
      try {
        const name = `${tree === here ? "this" : tree}, ${store}`;
        const measured = await measure(tree, cluster?.url("postgres") ?? "");
        figures.set(name, [...(figures.get(name) ?? []), measured]);
        console.log(`round ${round}, ${name}, load ${loadavg()[0]!.toFixed(1)}: ${JSON.stringify(measured)}`);
      } finally {
        await cluster?.stop();
      }
    }
  }
}

const columns: Array<keyof Figures> = ["perSecond", "processor", "p50", "atRest", "afterLoad", "rested"];
const units = [
  "requests a second",
  "processor ms a request",
  "p50, ms",
  "at rest, MB",
  "after load, MB",
  `${rest} s later, MB`,
];
console.log(
  asMarkdown({
    title: `Medians of ${rounds} rounds of ${seconds} s, 32 at once, on ${cpus().length} × ${cpus()[0]?.model}`,
    columns: ["", ...units],
    rows: [...figures].map(([name, list]) => [name, ...columns.map((key) => median(list.map((one) => one[key])))]),
  }),
);
process.exit();
