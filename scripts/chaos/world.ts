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
import { type Cluster, startCluster } from "../../test/support/store/postgres-cluster.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";
import { startFlags } from "../start-flags.ts";
import { until } from "../support/until.ts";
import { startBalancer } from "./balancer.ts";

const program = fileURLToPath(new URL("service-process.ts", import.meta.url));
const worker = fileURLToPath(new URL("worker-process.ts", import.meta.url));
const open = { points: 1e12, once: true, ten_second: 1e9, minutely: 1e9, hourly: 1e9, daily: 1e9, monthly: 1e9 };

export interface ServiceProcess {
  port: number;
  url: string;
  child: ChildProcess;
}

/** Three processes of the service behind HAProxy, with one PostgreSQL and one website. */
export class World {
  readonly processes: ServiceProcess[] = [];
  readonly cluster: Cluster;
  readonly site: Site;
  readonly #folder: string;
  readonly #environment: Record<string, string>;
  readonly #sources: string;
  key = "";
  url = "";
  #balancer: ChildProcess | null = null;

  constructor(cluster: Cluster, site: Site, folder: string, sources: string, environment: Record<string, string>) {
    this.cluster = cluster;
    this.site = site;
    this.#folder = folder;
    this.#sources = sources;
    this.#environment = environment;
  }

  get databaseUrl(): string {
    return this.#environment.DATABASE_URL!;
  }

  async start(port: number, over: Record<string, string> = {}): Promise<ServiceProcess> {
    const child = await this.#run([...startFlags, program], { PORT: String(port), ...over });
    return { port, url: `http://127.0.0.1:${port}`, child };
  }

  /** A process that runs jobs and serves no requests. */
  startWorker(): Promise<ChildProcess> {
    return this.#run([worker]);
  }

  async #run(words: string[], over: Record<string, string> = {}): Promise<ChildProcess> {
    const child = spawn(process.execPath, [...words, this.#sources], {
      env: { ...process.env, ...this.#environment, ...over },
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface(child.stdout!)) if (line.startsWith("ready")) break;
    child.stdout!.resume();
    return child;
  }

  async startAll(count: number): Promise<void> {
    const ports = await Promise.all(Array.from({ length: count }, freePort));
    this.processes.push(await this.start(ports[0]!));
    this.processes.push(...(await Promise.all(ports.slice(1).map((port) => this.start(port)))));
    this.key = await this.createKey("chaos");
    await this.#startBalancer(ports);
  }

  /** One process without a balancer. */
  async startOne(): Promise<void> {
    this.processes.push(await this.start(await freePort()));
    this.key = await this.createKey("chaos");
    this.url = this.processes[0]!.url;
  }

  /** The key of a new account. */
  createKey(name: string, over: Record<string, string> = {}): Promise<string> {
    return withAccounts(readConfig({ ...this.#environment, ...over }), async ({ accounts }) => {
      const account = await accounts.createAccount({ email: `${name}@people.example` });
      return (await accounts.createKey(account.id, { name })).secret;
    });
  }

  async #startBalancer(ports: number[]): Promise<void> {
    const { url, child } = await startBalancer(this.#folder, ports);
    this.#balancer = child;
    this.url = url;
    await until(async () => (await fetch(`${url}/health/ready`).catch(() => null))?.status === 200);
  }

  /** Stops a process with SIGTERM and starts its replacement once it has ended. */
  async replace(at: number): Promise<void> {
    const { child, port } = this.processes[at]!;
    const gone = exited(child);
    child.kill("SIGTERM");
    await gone;
    this.processes[at] = await this.start(port);
    await until(async () => (await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null))?.status === 200);
  }

  async close(): Promise<void> {
    this.#balancer?.kill("SIGKILL");
    for (const { child } of this.processes) child.kill("SIGKILL");
    await this.site.close();
    await this.cluster.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

export const exited = (child: ChildProcess): Promise<unknown> =>
  new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.once("exit", resolve) : resolve(null),
  );

export async function openWorld(over: Record<string, string> = {}, source = toySource("toy")): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-chaos-"));
  const [cluster, site, sources] = await Promise.all([
    startCluster({ fsync: true }),
    openSite(20),
    sourcesFolder({ toy: source }),
  ]);
  const plansFile = join(folder, "plans.json");
  await writeFile(plansFile, JSON.stringify({ free: open, growth: open }));
  return new World(cluster, site, folder, sources, {
    DATABASE_URL: cluster.url("postgres"),
    DATA_DIR: folder,
    PLANS_FILE: plansFile,
    AUTH_SECRET: "a secret of the chaos runs alone, long enough",
    LOG_LEVEL: "silent",
    SHUTDOWN_GRACE: "5",
    WINNOW_TOY_ORIGIN: site.origin,
    WINNOW_TOY_CONCURRENCY: "24",
    WINNOW_TOY_PER_SECOND: "10000",
    ...over,
  });
}

/** The website that every process reads. It returns one of two pages after a delay, and tracks its concurrent requests. */
async function openSite(tookMs: number) {
  let inFlight = 0;
  let max = 0;
  const arrived: number[] = [];
  const pageOf = (number: string) =>
    JSON.stringify({ things: Array.from({ length: 10 }, (_, at) => ({ id: `${number}-${at}`, name: `thing ${at}` })) });
  const pages = new Map(["1", "2"].map((number) => [number, pageOf(number)]));
  const server = createServer((request, response) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    arrived.push(performance.now());
    inFlight++;
    max = Math.max(max, inFlight);
    response.once("close", () => inFlight--);
    const page = pages.get(new URLSearchParams(request.url!.split("?")[1]).get("page") ?? "1");
    setTimeout(() => response.writeHead(200, { "content-type": "application/json" }).end(page), site.tookMs);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const site = {
    tookMs,
    /** When each page was requested. */
    arrived,
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

type Site = Awaited<ReturnType<typeof openSite>>;
