import { Agent, request } from "node:http";
import pg from "pg";
import { installTools } from "../scripts/support/install-tools.ts";
import { onPostgres } from "../scripts/support/on-stores.ts";
import { percentile } from "../scripts/support/percentile.ts";
import { processorMs, residentMb } from "../scripts/support/process-figures.ts";
import { StartedService } from "./support/started-service.ts";
import type { Suite, Table } from "./support/suite.ts";

const SECONDS = Number(process.env.BENCH_SECONDS ?? 30);
/** Requests in flight, each on its own connection. */
const AT_ONCE = 32;
const ONE_AT_A_TIME = 400;
const path = "/api/nlretail/products/search";
const body = JSON.stringify({ keyword: "koffiezetapparaat", count: 20 });

type Target = { max: number } | { min: number };

export default {
  name: "service",
  async run(): Promise<Table[]> {
    const sqlite = await measureService(StartedService, "", SECONDS);
    const postgres = await onPostgres(true, ({ url }) => measureService(StartedService, url, SECONDS));
    return [table(sqlite, postgres)];
  },
} satisfies Suite;

/** Pace, latency and memory of a service. `rest`: seconds without calls before memory is measured again. */
export async function measureService(Service: typeof StartedService, databaseUrl: string, seconds: number, rest = 0) {
  const service = await Service.start(databaseUrl);
  try {
    await service.end();
    const start = await service.begin();
    await new Promise((resolve) => setTimeout(resolve, 3000));
    const atRest = residentMb(service.pid);
    const headers = { "content-type": "application/json", "access-token": service.key };
    await requestsPerSecond(service.port, headers, 3000);
    const commitsBefore = await commitsOf(databaseUrl);
    const cpuBefore = processorMs([service.pid]);
    const perSecond = await requestsPerSecond(service.port, headers, seconds * 1000);
    const requests = perSecond * seconds;
    // Milliseconds of CPU time per request, of the service alone.
    const processor = (processorMs([service.pid]) - cpuBefore) / requests;
    const commits = databaseUrl === "" ? null : ((await commitsOf(databaseUrl))! - commitsBefore!) / requests;
    const afterLoad = residentMb(service.pid);
    const { p50, p99 } = await oneAtATime(service.port, headers);
    await new Promise((resolve) => setTimeout(resolve, rest * 1000));
    const rested = residentMb(service.pid);
    return { perSecond, processor, p50, p99, atRest, afterLoad, rested, start, commits };
  } finally {
    await service.close();
  }
}

export type Measured = Awaited<ReturnType<typeof measureService>>;

async function commitsOf(databaseUrl: string): Promise<number | null> {
  if (databaseUrl === "") return null;
  const client = new pg.Client(databaseUrl);
  await client.connect();
  // Backends report their statistics with a delay of up to a second.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { rows } = await client.query("select xact_commit from pg_stat_database where datname = current_database()");
  await client.end();
  return Number(rows[0].xact_commit);
}

/** Requests per second over some time; all must return 200. */
async function requestsPerSecond(port: number, headers: Record<string, string>, ms: number): Promise<number> {
  installTools(import.meta.dirname);
  const { default: autocannon } = await import("autocannon");
  const url = `http://127.0.0.1:${port}${path}`;
  const options = { url, method: "POST", headers, body, connections: AT_ONCE, duration: ms / 1000 } as const;
  const { duration, errors, non2xx, ...figures } = await autocannon(options);
  if (errors + non2xx > 0) throw new Error(`${errors} requests without a response, ${non2xx} refused`);
  return figures["2xx"] / duration;
}

async function oneAtATime(port: number, headers: Record<string, string>): Promise<{ p50: number; p99: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const taken: number[] = [];
  for (let count = 0; count < ONE_AT_A_TIME; count++) {
    const began = performance.now();
    await new Promise<void>((resolve, reject) => {
      const asked = request({ port, path, method: "POST", headers, agent }, (answer) => {
        answer
          .resume()
          .once("end", () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`))));
      });
      asked.once("error", reject).end(body);
    });
    taken.push(performance.now() - began);
  }
  agent.destroy();
  return { p50: percentile(taken, 0.5), p99: percentile(taken, 0.99) };
}

function table(sqlite: Measured, postgres: Measured): Table {
  const row = (what: string, measured: number, target: Target | null, peer = "") => [
    what,
    measured,
    target === null ? "" : says(measured, target),
    peer,
  ];
  return {
    title: "The service as `npm start` runs it, on a site that answers a constant",
    columns: ["", "measured", "target", "recorded peer (15 November 2026, the same kind of machine)"],
    rows: [
      row(
        `requests a second, ${AT_ONCE} at once, SQLite`,
        sqlite.perSecond,
        null,
        "FastAPI 41, Go without metering 199",
      ),
      row(
        `requests a second, ${AT_ONCE} at once, PostgreSQL`,
        postgres.perSecond,
        { min: 0.8 * sqlite.perSecond },
        "FastAPI 41",
      ),
      row("commits a request, PostgreSQL", postgres.commits!, { max: 2 }),
      row("one at a time, SQLite, ms", sqlite.p50, null, "FastAPI 25"),
      row("its 99th percentile, of the median", sqlite.p99 / sqlite.p50, { max: 3 }),
      row("one at a time, PostgreSQL, ms", postgres.p50, null, "FastAPI 25"),
      row("its 99th percentile, of the median", postgres.p99 / postgres.p50, { max: 3 }),
      row("memory at rest, MB", sqlite.atRest, { max: 160 }),
      row(`memory after ${SECONDS} s of that load, MB`, sqlite.afterLoad, { max: 300 }, "Go 104"),
      row("start to first answer on an existing store, ms", sqlite.start, { max: 1000 }),
      [
        "processor time a request, SQLite / PostgreSQL, ms",
        `${sqlite.processor.toFixed(2)} / ${postgres.processor.toFixed(2)}`,
        "",
        "",
      ],
    ],
    notes: ["Service, site and load are three processes on the two processors of one machine."],
  };
}

const says = (measured: number, target: Target): string =>
  "max" in target
    ? `≤ ${shown(target.max)}: ${measured <= target.max ? "met" : "NOT MET"}`
    : `≥ ${shown(target.min)}: ${measured >= target.min ? "met" : "NOT MET"}`;

const shown = (value: number) => (value >= 10 ? value.toFixed(0) : String(value));
