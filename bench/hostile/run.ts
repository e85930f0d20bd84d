/**
 * `npm run hostile [-- --accounts 10 --seconds 12 --only site+files]`: free accounts attack with hanging sites, receivers and
 * storage, with files and pages that take long, with a source whose reader never ends, and with readers of links that do not
 * read: with each alone, then with all, or with those of `--only`. All on 127.0.0.1. Prints what another account sees and the
 * service's memory, quiet and under each.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { chosen, options } from "../../scripts/support/options.ts";
import { percentile } from "../../scripts/support/percentile.ts";
import { residentMb } from "../../scripts/support/process-figures.ts";
import { until } from "../../scripts/support/until.ts";
import { StartedService } from "../support/started-service.ts";
import { asMarkdown } from "../support/suite.ts";
import { hostileAccount, type Means, means } from "./attack.ts";
import { clientOf } from "./client.ts";
import { endlessSource } from "./endless-source.ts";
import { startHangingServer } from "./hanging-server.ts";

const values = options({ accounts: 10, seconds: 12, only: "" });
const wanted = chosen(values.only, "+", means);
const combinations: Means[][] = values.only === "" ? [...means.map((one) => [one]), wanted] : [wanted];

Object.assign(process.env, {
  WINNOW_PRIVATE_HOSTS: "127.0.0.1",
  WINNOW_FAULTS: "bizbureau=hang",
  WINNOW_BIZBUREAU_ORIGIN: "stand-in",
  WINNOW_RURETAIL_ORIGIN: "stand-in",
  WINNOW_RURETAIL_PER_SECOND: "10000",
  WINNOW_RURETAIL_CONCURRENCY: "64",
});
const service = await StartedService.start(process.env.DATABASE_URL ?? "");
await service.end();
const folder = join(service.folder, "sources/endless");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "source.js"), endlessSource);
await service.begin();
const address = `http://127.0.0.1:${service.port}`;
const server = await startHangingServer();
const victim = clientOf(address, service.key, "127.0.0.2");

const kinds = ["health", "calls", "jobs", "webhooks", "files"] as const;
type Latencies = Record<(typeof kinds)[number], number[]>;

/** `/health`, one call, one job with a webhook, and its file after the other. */
async function measure(): Promise<Latencies> {
  const found: Latencies = { health: [], calls: [], jobs: [], webhooks: [], files: [] };
  const timed = async <T>(kind: keyof Latencies, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const done = await work();
    found[kind].push(performance.now() - began);
    return done;
  };
  const request = { query: "чайник", count: 20 };
  for (const end = performance.now() + values.seconds * 1_000; performance.now() < end; ) {
    await timed("health", async () => (await victim.send("GET", "/health")).arrayBuffer());
    await timed("calls", async () =>
      (await victim.send("POST", "/api/ruretail/products/search", request)).arrayBuffer(),
    );
    const path = `/well/${crypto.randomUUID()}`;
    const submittedAt = performance.now();
    const job = await timed("jobs", async () => {
      const headers = { prefer: "respond-async, wait=60", "webhook-url": `${server.address}${path}` };
      const answer = await victim.send("POST", "/api/ruretail/products/search", request, headers);
      await answer.arrayBuffer();
      return answer.headers.get("location")!;
    });
    await until(() => server.arrived.has(path), 2);
    found.webhooks.push(server.arrived.get(path)! - submittedAt);
    await timed("files", async () => (await victim.send("GET", `${job}/records?format=xlsx`)).arrayBuffer());
  }
  return found;
}

/** The 99th percentile, or the 95th of few samples. */
const high = (all: number[]): number => percentile(all, all.length < 100 ? 0.95 : 0.99);

type Hostile = Awaited<ReturnType<typeof hostileAccount>>;

async function underAttack(hostile: Hostile[], by: Means[]): Promise<Latencies> {
  const ending = new AbortController();
  const attacks = Promise.all(hostile.map((attack) => attack(by, ending.signal)));
  try {
    await sleep(2_000);
    return await measure();
  } finally {
    ending.abort();
    await attacks;
  }
}

try {
  const hostile: Hostile[] = [];
  for (let nth = 0; nth < values.accounts; nth++) {
    const key = service.createKey(`hostile${nth}@people.example`, "free");
    hostile.push(await hostileAccount(clientOf(address, key, `127.0.1.${1 + nth}`), server.address));
  }
  await measure();
  const quiet = await measure();
  const row = (name: string, found: Latencies): Array<string | number> => [
    name,
    ...kinds.flatMap((kind) => [
      percentile(found[kind], 0.5),
      high(found[kind]),
      high(found[kind]) / high(quiet[kind]),
    ]),
    found.calls.length,
    residentMb(service.pid),
    loadavg()[0]!,
  ];
  const rows = [row("quiet", quiet)];
  for (const by of combinations) {
    rows.push(row(by.join(" + "), await underAttack(hostile, by)));
    console.log(
      rows
        .at(-1)!
        .map((cell) => (typeof cell === "number" ? cell.toFixed(1) : cell))
        .join(" | "),
    );
  }
  rows.push(row("quiet again", await measure()));
  const columns = ["attack", ...kinds.flatMap((kind) => [`${kind} p50`, "high", "ratio"]), "rounds", "MB", "load"];
  const notes = [
    "ms; `high` is the 99th percentile, the 95th of fewer than 100 rounds; `ratio` compares it with quiet",
  ];
  console.log(asMarkdown({ title: `${hostile.length} hostile free accounts`, columns, rows, notes }));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  server.close();
  service.kill();
}
process.exit();
