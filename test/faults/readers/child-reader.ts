import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A process that reads over and over: it takes a JSON line for each reading, and returns one. */
export class ChildReader implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #last: Promise<unknown> = Promise.resolve();

  constructor(command: string, args: string[], env: Record<string, string> = {}) {
    this.#child = spawn(command, args, {
      env: { PATH: process.env.PATH!, HOME: process.env.HOME ?? "/", ...env },
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#lines = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
  }

  /** One after the other. */
  read<T>(wanted: object): Promise<T> {
    const answer = this.#last.then(async () => {
      this.#child.stdin!.write(`${JSON.stringify(wanted)}\n`);
      const { value, done } = await this.#lines.next();
      if (done) throw new Error("the reader ended");
      return JSON.parse(value) as T;
    });
    this.#last = answer.catch(() => {});
    return answer;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.stdin!.end();
    await ended;
  }
}
