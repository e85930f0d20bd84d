import { type ChildProcess, execFileSync, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFlags } from "../../scripts/start-flags.ts";
import { isWell, until } from "../../scripts/support/until.ts";
import { freePort } from "../../test/support/free-port.ts";

const root = join(import.meta.dirname, "../..");
const program = join(root, "src/cli/launch.js");
const free = { ten_second: 5, minutely: 20, hourly: 200, daily: 1_000, monthly: 5_000 };
const limits = { ten_second: 1e7, minutely: 1e7, hourly: 1e7, daily: 1e8, monthly: 1e8 };

/** The service as `npm start` runs it, in a separate process, calling a site with a constant response. */
export class StartedService {
  readonly folder = mkdtempSync(join(tmpdir(), "winnow-bench-"));
  readonly #site: ChildProcess;
  readonly #env: NodeJS.ProcessEnv;
  #service: ChildProcess | undefined;
  port = 0;
  key = "";

  private constructor(site: ChildProcess, sitePort: number, databaseUrl: string) {
    this.#site = site;
    const plans = join(this.folder, "plans.json");
    writeFileSync(
      plans,
      JSON.stringify({ growth: { points: 1e9, once: false, ...limits }, free: { points: 1_000, once: true, ...free } }),
    );
    this.#env = {
      ...process.env,
      DATA_DIR: this.folder,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: "warn",
      PLANS_FILE: plans,
      WINNOW_NLRETAIL_ORIGIN: `http://127.0.0.1:${sitePort}`,
      WINNOW_NLRETAIL_CONCURRENCY: "64",
      WINNOW_NLRETAIL_PER_SECOND: "10000",
    };
  }

  static async start(databaseUrl = ""): Promise<StartedService> {
    const site = fork(join(import.meta.dirname, "constant-site-server.ts"));
    const [{ port }] = (await once(site, "message")) as [{ port: number }];
    const service = new StartedService(site, port, databaseUrl);
    await service.begin();
    service.key = service.createKey("bench@people.example", "growth");
    return service;
  }

  createKey(email: string, plan: string): string {
    const words = ["keys", "create", "--email", email, "--plan", plan];
    return execFileSync(process.execPath, [program, ...words], { cwd: root, env: this.#env })
      .toString()
      .trim();
  }

  /** Milliseconds from the start of the process to its first response. */
  async begin(): Promise<number> {
    this.port ||= await freePort();
    const began = performance.now();
    const service = spawn(
      process.execPath,
      [
        ...(process.env.BENCH_PROFILE ? ["--cpu-prof", `--cpu-prof-dir=${process.env.BENCH_PROFILE}`] : []),
        ...startFlags,
        program,
        "serve",
      ],
      { cwd: root, env: { ...this.#env, PORT: String(this.port) } },
    );
    this.#service = service;
    service.stderr.pipe(process.stderr);
    service.stdout.resume();
    await until(() => {
      if (service.exitCode !== null) throw new Error("the service has ended");
      return isWell(`http://127.0.0.1:${this.port}/health`);
    }, 5);
    return performance.now() - began;
  }

  async end(): Promise<void> {
    if (!this.#service) return;
    const ended = once(this.#service, "exit");
    this.#service.kill("SIGTERM");
    await ended;
  }

  get pid(): number {
    return this.#service!.pid!;
  }

  /** Ends without waiting for what it serves. */
  kill(): void {
    this.#service?.kill("SIGKILL");
    this.#site.disconnect();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await this.end();
    this.#site.disconnect();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
