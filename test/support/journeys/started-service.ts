import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { freePort } from "../free-port.ts";
import { freshDatabase } from "../store/stores.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const program = join(root, "src/cli/launch.js");
const run = promisify(execFile);

/** A service as a person starts it. A journey knows nothing of it but what it prints and what its pages and mails show. */
export class StartedService {
  /** Everything printed since the last start. */
  printed = "";
  readonly env: Record<string, string>;
  #child: ChildProcess | undefined;

  /** Where a hosted customer finds it. */
  get address(): string {
    return `http://127.0.0.1:${this.env.PORT}/`;
  }

  private constructor(env: Record<string, string>) {
    this.env = env;
  }

  static async start(dialect: "sqlite" | "postgres", settings: Record<string, string> = {}): Promise<StartedService> {
    const service = new StartedService({
      PATH: process.env.PATH!,
      PORT: String(await freePort()),
      DATA_DIR: await mkdtemp(join(tmpdir(), "winnow-journey-")),
      ...(dialect === "postgres" && !settings.DATABASE_URL && { DATABASE_URL: await freshDatabase() }),
      ...settings,
    });
    onTestFinished(() => service.#end());
    await service.restart();
    return service;
  }

  /** Ends the process as an operator does, and starts the next one on what it left. */
  async restart(): Promise<void> {
    await this.#stop();
    this.printed = "";
    const child = spawn(process.execPath, [program, "serve"], { cwd: root, env: this.env });
    this.#child = child;
    const keep = (chunk: Buffer) => {
      this.printed += chunk;
    };
    await new Promise<void>((resolve, reject) => {
      child.once("exit", () => reject(new Error(`the service ended: ${this.printed}`)));
      child.stderr.on("data", keep);
      child.stdout.on("data", (chunk: Buffer) => {
        keep(chunk);
        if (this.printed.includes("Winnow is ready")) setImmediate(resolve);
      });
    });
  }

  /** Runs a line of a shell that was printed or copied from a page. */
  async shell(line: string): Promise<string> {
    return (await run("sh", ["-c", line], { cwd: root, env: this.env, maxBuffer: 2 ** 26 })).stdout;
  }

  /** Runs `npx winnow` beside the service, with its settings. */
  async winnow(...words: string[]): Promise<string> {
    return (await run(process.execPath, [program, ...words], { cwd: root, env: this.env })).stdout;
  }

  async #stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
  }

  async #end(): Promise<void> {
    await this.#stop();
    await rm(this.env.DATA_DIR!, { recursive: true, force: true });
  }
}
