import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { asLine } from "./as-line.ts";

export interface Ask {
  file: string;
  /** By name. All others run: a test may have the mutant's own words in its name. */
  skip: string[];
  /** 0 is none. */
  mutant: number;
  /** Whether to tell which mutants each test came by. */
  record: boolean;
}

export interface Answer {
  failed: { test: string; why: string } | null;
  /** All that failed: a recording goes on after the first. */
  failing: string[];
  tests: Record<string, { tookMs: number; hits: number[] }>;
  /** Met outside of any one test, or in a program that a test started. */
  hitsOfAll: number[];
  tookMs: number;
  /** Of the processor, in the process that runs the tests. */
  cpuMs: number;
}

export type Outcome = Answer | "stuck";

interface Session {
  child: ChildProcess;
  socket: Socket;
  lines: AsyncIterator<string>;
}

/** A process that keeps Vitest and its worker loaded; ended and begun anew when a mutant has it stuck. */
export class Runner {
  #root: string;
  #env: Record<string, string>;
  #server: Server;
  #socketPath: string;
  #errorsPath: string;
  #say: (line: string) => void;
  #session: Session | null = null;
  #closed = Promise.withResolvers<"stuck">();
  #isClosed = false;
  asked = 0;
  /** All that was spent so far. */
  cpuMs = 0;

  constructor(root: string, name: string, env: Record<string, string>, say: (line: string) => void) {
    this.#root = root;
    this.#say = say;
    this.#env = env;
    this.#socketPath = join(root, `../${name}.sock`);
    this.#errorsPath = join(root, `../${name}.err`);
    this.#server = createServer().listen(this.#socketPath);
  }

  async run(ask: Ask, limitMs: number): Promise<Outcome> {
    if (this.#isClosed) return "stuck";
    // Once more where it did not start (a machine that stood still, for instance); then only this question is lost.
    this.#session ??= (await this.#start()) ?? (await this.#start());
    if (!this.#session) return "stuck";
    this.asked++;
    const { socket, lines } = this.#session;
    socket.write(asLine({ ...ask, file: join(this.#root, ask.file) }));
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<"stuck">((resolve) => {
      timer = setTimeout(() => resolve("stuck"), limitMs);
    });
    const line = await Promise.race([lines.next(), tooLong, this.#closed.promise]);
    clearTimeout(timer);
    if (line !== "stuck" && !line.done) {
      const answer = JSON.parse(line.value) as Answer;
      this.cpuMs += answer.cpuMs;
      return answer;
    }
    this.renew();
    return "stuck";
  }

  /** The next question begins with a new process. With all that it started: they are one group. */
  renew(): void {
    const { child, socket } = this.#session ?? {};
    this.#session = null;
    socket?.destroy();
    if (!child?.pid) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // Gone already.
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#closed.resolve("stuck");
    this.renew();
    this.#server.close();
  }

  /** Null where the process ended instead, and says what its last words were. */
  async #start(): Promise<Session | null> {
    if (this.#isClosed) return null;
    const errors = openSync(this.#errorsPath, "w");
    const child = spawn(process.execPath, [join(this.#root, "scripts/mutate/runner-process.ts")], {
      cwd: this.#root,
      env: { ...process.env, ...this.#env, WINNOW_MUTATE_SOCKET: this.#socketPath },
      stdio: ["ignore", "ignore", errors],
      detached: true,
    });
    closeSync(errors);
    const connected = Promise.withResolvers<Socket>();
    this.#server.once("connection", connected.resolve);
    const ended = new Promise<string>((resolve) => {
      child.once("exit", (code, signal) => resolve(`ended with ${code ?? signal}`));
      child.once("error", ({ message }) => resolve(message));
    });
    const socket = await Promise.race([connected.promise, ended]);
    if (typeof socket === "string") {
      this.#server.off("connection", connected.resolve);
      const why = readFileSync(this.#errorsPath, "utf8").trim().slice(-2000);
      this.#say(`the test runner did not start: ${socket}${why && `: ${why}`}`);
      return null;
    }
    socket.on("error", () => {});
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    await lines.next();
    return { child, socket, lines };
  }
}
