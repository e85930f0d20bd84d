import { Console } from "node:console";
import { Writable } from "node:stream";
import { vi } from "vitest";
import { runCommand } from "../run-command.ts";
import type { Ended } from "./run-winnow.ts";

/** One after the other: there is one environment and one output. */
let last: Promise<unknown> = Promise.resolve();

/**
 * The command line in this process, from its words to its exit code, with the environment it is given and no other. Starting a
 * process is most of what `startWinnow` takes, and mutants do not reach there.
 */
export function endHere(words: string[], env: Record<string, string>): Promise<Ended> {
  const ended = last.then(() => runAlone(words, env));
  last = ended.catch(() => {});
  return ended;
}

async function runAlone(words: string[], env: Record<string, string>): Promise<Ended> {
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
  const listening = process.listeners("SIGINT");
  const environment = process.env;
  process.env = { ...env };
  try {
    return { code: await runCommand(words), ...printed };
  } finally {
    process.env = environment;
    for (const listener of process.listeners("SIGINT")) {
      if (!listening.includes(listener)) process.off("SIGINT", listener);
    }
    vi.unstubAllGlobals();
    for (const writer of writers) writer.mockRestore();
  }
}
