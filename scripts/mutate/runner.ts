import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

export interface Ask {
  /** Files whose text is another than at the last question. */
  changed: string[];
  tests: string[];
}

export interface Answer {
  /** The first test file that failed. */
  failedIn: string | null;
  /** Its first words. */
  why: string | null;
  tookMs: number;
}

export type Outcome = Answer | "stuck";

/** A process that keeps Vitest loaded; ended and begun anew when a mutant has it stuck. */
export class Runner {
  #root: string;
  #env: Record<string, string>;
  #child: ChildProcess | null = null;

  constructor(root: string, env: Record<string, string>) {
    this.#root = root;
    this.#env = env;
  }

  async run(ask: Ask, limitMs: number): Promise<Outcome> {
    this.#child ??= await this.#start();
    const child = this.#child;
    return new Promise<Outcome>((resolve) => {
      const settle = (outcome: Outcome) => {
        clearTimeout(timer);
        child.off("message", settle);
        child.off("exit", onExit);
        if (outcome === "stuck") this.close();
        resolve(outcome);
      };
      const onExit = () => settle("stuck");
      const timer = setTimeout(() => settle("stuck"), limitMs);
      child.on("message", settle);
      child.once("exit", onExit);
      child.send(ask);
    });
  }

  /** With all that it started: they are one group. */
  close(): void {
    const pid = this.#child?.pid;
    this.#child = null;
    if (!pid) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // Gone already.
    }
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(join(this.#root, "scripts/mutate/runner-process.ts"), {
      cwd: this.#root,
      env: { ...process.env, ...this.#env },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      detached: true,
    });
    await new Promise<void>((resolve, reject) => {
      child.once("message", () => resolve());
      child.once("exit", (code) => reject(new Error(`the test runner ended with ${code}`)));
    });
    return child;
  }
}
