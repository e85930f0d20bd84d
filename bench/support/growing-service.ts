import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sourcesFolder } from "../../test/support/toy-folder.ts";
import { endlessSource } from "./endless-source.ts";

const root = join(import.meta.dirname, "../..");
const limits = { ten_second: 1e7, minutely: 1e7, hourly: 1e7, daily: 1e8, monthly: 1e8 };

/** The service over SQLite in a process of its own, with sources that have things without end. */
export class GrowingService {
  readonly dataDir = mkdtempSync(join(tmpdir(), "winnow-growth-"));
  readonly #sources: number;
  #folder = "";
  #child: ChildProcess | undefined;
  address = "";
  key = "";

  constructor(sources = 1) {
    this.#sources = sources;
  }

  get database(): string {
    return join(this.dataDir, "winnow.db");
  }

  /** Milliseconds until it answers. */
  async start(): Promise<number> {
    const names = Array.from({ length: this.#sources }, (_, at) => `endless${at}`);
    this.#folder ||= await sourcesFolder(Object.fromEntries(names.map((name) => [name, endlessSource(name)])));
    const plans = join(this.dataDir, "plans.json");
    writeFileSync(plans, JSON.stringify({ growth: { points: 1e12, once: false, ...limits } }));
    const env = {
      ...process.env,
      PORT: "0",
      DATA_DIR: this.dataDir,
      DATABASE_URL: "",
      LOG_LEVEL: "warn",
      PLANS_FILE: plans,
    };
    const began = performance.now();
    const child = spawn(process.execPath, [join(root, "scripts/chaos/service-process.ts"), this.#folder], {
      cwd: root,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const [, address] = /^ready (\S+)/.exec(line) ?? [];
      if (!address) continue;
      this.address = address;
      break;
    }
    child.stdout.resume();
    await fetch(`${this.address}/health`);
    const took = performance.now() - began;
    this.key ||= await this.#createKey(env);
    return took;
  }

  async #createKey(env: NodeJS.ProcessEnv): Promise<string> {
    const words = ["keys", "create", "--email", "growth@people.example", "--plan", "growth"];
    const made = spawn(process.execPath, [join(root, "src/cli/winnow.ts"), ...words], { cwd: root, env });
    let printed = "";
    for await (const chunk of made.stdout) printed += chunk;
    return printed.trim();
  }

  ask(path: string, body?: object, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.address + path, {
      method: body ? "POST" : "GET",
      headers: { "access-token": this.key, "content-type": "application/json", ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** From here on `mostMemory` counts. */
  watchMemory(): void {
    writeFileSync(`/proc/${this.#child!.pid}/clear_refs`, "5");
  }

  /** The most memory that the process held since then, in MB. */
  mostMemory(): number {
    const status = readFileSync(`/proc/${this.#child!.pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024;
  }

  async stop(): Promise<void> {
    if (!this.#child || this.#child.exitCode !== null) return;
    const ended = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await ended;
  }

  async close(): Promise<void> {
    await this.stop();
    for (const folder of [this.dataDir, this.#folder]) rmSync(folder, { recursive: true, force: true });
  }
}
