import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { readConfig } from "../../src/app/config.ts";
import { withAccounts } from "../../src/app/open-accounts.ts";
import { freePort } from "../../test/support/free-port.ts";
import { startCluster } from "../../test/support/store/postgres-cluster.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";
import { startFlags } from "../start-flags.ts";
import { isWell, until } from "../support/until.ts";
import { startBalancer } from "./balancer.ts";

const program = fileURLToPath(new URL("service-process.ts", import.meta.url));
const worker = fileURLToPath(new URL("worker-process.ts", import.meta.url));
const open = { points: 1e12, once: true, ten_second: 1e9, minutely: 1e9, hourly: 1e9, daily: 1e9, monthly: 1e9 };

interface ServiceProcess {
  port: number;
  url: string;
  child: ChildProcess;
}

export const exited = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.once("exit", resolve) : resolve(null),
  );

/** Three processes of the service behind HAProxy, with one PostgreSQL and one website. */
export async function openWorld() {
  const folder = await mkdtemp(join(tmpdir(), "winnow-chaos-"));
  const [cluster, site, sources] = await Promise.all([
    startCluster({ fsync: true }),
    openSite(20),
    sourcesFolder({ toy: toySource("toy") }),
  ]);
  const plansFile = join(folder, "plans.json");
  await writeFile(plansFile, JSON.stringify({ free: open, growth: open }));
  const databaseUrl = cluster.url("postgres");
  const environment: Record<string, string> = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PLANS_FILE: plansFile,
    AUTH_SECRET: "a secret of the chaos runs alone, long enough",
    LOG_LEVEL: "silent",
    SHUTDOWN_GRACE: "5",
    WINNOW_TOY_ORIGIN: site.origin,
    WINNOW_TOY_CONCURRENCY: "24",
    WINNOW_TOY_PER_SECOND: "10000",
  };
  let balancer: ChildProcess | null = null;

  async function run(words: string[], over: Record<string, string> = {}): Promise<ChildProcess> {
    const child = spawn(process.execPath, [...words, sources], {
      env: { ...process.env, ...environment, ...over },
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface(child.stdout!)) if (line.startsWith("ready")) break;
    child.stdout!.resume();
    return child;
  }

  async function start(port: number): Promise<ServiceProcess> {
    const child = await run([...startFlags, program], { PORT: String(port) });
    return { port, url: `http://127.0.0.1:${port}`, child };
  }

  /** The key of a new account. */
  const createKey = (name: string): Promise<string> =>
    withAccounts(readConfig(environment), async ({ accounts }) => {
      const account = await accounts.createAccount({ email: `${name}@people.example` });
      return (await accounts.createKey(account.id, { name })).secret;
    });

  const world = {
    processes: [] as ServiceProcess[],
    cluster,
    site,
    databaseUrl,
    key: "",
    url: "",
    start,
    createKey,

    /** A process that runs jobs and serves no requests. */
    startWorker: () => run([worker]),

    async startAll(count: number): Promise<void> {
      const ports = await Promise.all(Array.from({ length: count }, freePort));
      world.processes.push(await start(ports[0]!));
      world.processes.push(...(await Promise.all(ports.slice(1).map((port) => start(port)))));
      world.key = await createKey("chaos");
      ({ url: world.url, child: balancer } = await startBalancer(folder, ports));
      await isReady(world.url);
    },

    /** One process without a balancer. */
    async startOne(): Promise<void> {
      world.processes.push(await start(await freePort()));
      world.key = await createKey("chaos");
      world.url = world.processes[0]!.url;
    },

    /** Stops a process with SIGTERM and starts its replacement once it has ended. */
    async replace(at: number): Promise<void> {
      const { child, port } = world.processes[at]!;
      const gone = exited(child);
      child.kill("SIGTERM");
      await gone;
      world.processes[at] = await start(port);
      await isReady(world.processes[at].url);
    },

    async close(): Promise<void> {
      balancer?.kill("SIGKILL");
      for (const { child } of world.processes) child.kill("SIGKILL");
      await site.close();
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return world;
}

export type World = Awaited<ReturnType<typeof openWorld>>;

const isReady = (url: string): Promise<number> => until(() => isWell(`${url}/health/ready`));

/** The website that every process reads. It returns one of two pages after a delay, and tracks its concurrent requests. */
async function openSite(tookMs: number) {
  let inFlight = 0;
  let max = 0;
  const pageOf = (number: string) =>
    JSON.stringify({ things: Array.from({ length: 10 }, (_, at) => ({ id: `${number}-${at}`, name: `thing ${at}` })) });
  const pages = new Map(["1", "2"].map((number) => [number, pageOf(number)]));
  const server = createServer((request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    inFlight++;
    max = Math.max(max, inFlight);
    response.once("close", () => inFlight--);
    const page = pages.get(new URLSearchParams(request.url!.split("?")[1]).get("page") ?? "1");
    setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end(page), site.tookMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const site = {
    tookMs,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    inFlight: () => inFlight,
    /** The most concurrent requests since the last call. */
    takeMost() {
      const seen = max;
      max = inFlight;
      return seen;
    },
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
  return site;
}
