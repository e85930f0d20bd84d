import { Worker } from "node:worker_threads";
import { toError } from "../base/thrown.ts";

/** V8's young generation for a thread that only runs statements: by default it grows to 48 MB before it is collected. */
const LIMITS = { maxYoungGenerationSizeMb: 6 };

/** A worker thread that replies to its messages in order. It keeps the process alive only while a reply is due. */
export class OrderedWorker<Message, Answer> {
  readonly #worker: Worker;
  readonly #waiting: Array<{ resolve(answer: Answer): void; reject(error: Error): void }> = [];
  #broken: Error | null = null;

  constructor(module: URL, { closed, ...workerData }: { closed: string; [given: string]: unknown }) {
    this.#worker = new Worker(module, { workerData, resourceLimits: LIMITS });
    this.#worker.unref();
    this.#worker.on("message", (answer: Answer) => {
      const asked = this.#waiting.shift();
      if (this.#waiting.length === 0) this.#worker.unref();
      asked?.resolve(answer);
    });
    this.#worker.on("error", (error) => this.#fail(toError(error)));
    this.#worker.on("exit", () => this.#fail(new Error(closed)));
  }

  #fail(error: Error): void {
    this.#broken ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#broken);
  }

  async ask(message: Message): Promise<Answer> {
    if (this.#broken) throw this.#broken;
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage(message);
    });
  }

  /** Tells the thread to close, and waits until it has ended: its end is the answer. */
  async close(): Promise<void> {
    await this.ask("close" as Message).catch(() => {});
  }
}
