import { Console } from "node:console";
import { Readable, Writable } from "node:stream";
import { vi } from "vitest";
import { groups } from "../../../src/cli/commands.ts";
import { runCommand } from "../../../src/cli/run-command.ts";
import type { Ended } from "./run-winnow.ts";

/** One at a time, because the environment and the output are shared. */
let last: Promise<unknown> = Promise.resolve();

interface Around {
  /** Text on stdin. */
  input?: string;
  /** The terminal's width if a person reads the output; otherwise it goes to pipes. */
  columns?: number;
}

/**
 * Runs the command line in this process, from its arguments to its exit code, with only the given environment. Starting a
 * process is most of the time of `startWinnow`, and mutants do not reach it.
 */
export function endHere(words: string[], env: Record<string, string>, around: Around = {}): Promise<Ended> {
  const ended = last.then(() => runAlone(words, env, around));
  last = ended.catch(() => {});
  return ended;
}

async function runAlone(words: string[], env: Record<string, string>, around: Around): Promise<Ended> {
  const printed = { stdout: "", stderr: "" };
  const into = (name: "stdout" | "stderr") =>
    vi.spyOn(process[name], "write").mockImplementation((text, ...rest) => {
      printed[name] += String(text);
      (rest.at(-1) as (() => void) | undefined)?.();
      return true;
    });
  const writers = [into("stdout"), into("stderr")];
  const line = (name: "stdout" | "stderr") =>
    new Writable({ write: (text, _encoding, done) => void process[name].write(String(text), () => done()) });
  vi.stubGlobal("console", new Console({ stdout: line("stdout"), stderr: line("stderr") }));
  const listening = (["SIGINT", "SIGTERM"] as const).map((name) => [name, process.listeners(name)] as const);
  const environment = process.env;
  process.env = { ...env };
  const putBack = [
    ...(["stdout", "stderr"] as const).flatMap((name) => [
      put(process[name], "isTTY", around.columns !== undefined),
      put(process[name], "columns", around.columns),
    ]),
    put(process, "stdin", Readable.from(around.input === undefined ? [] : [around.input])),
  ];
  try {
    return { code: await runCommand(words, groups), ...printed };
  } finally {
    process.env = environment;
    for (const back of putBack) back();
    for (const [name, before] of listening) {
      for (const listener of process.listeners(name)) if (!before.includes(listener)) process.off(name, listener);
    }
    vi.unstubAllGlobals();
    for (const writer of writers) writer.mockRestore();
  }
}

/** Replaces a property of the process; returns a function that restores it. */
function put(owner: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  return () => {
    if (before) Object.defineProperty(owner, name, before);
    else Reflect.deleteProperty(owner, name);
  };
}
