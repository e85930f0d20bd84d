import { Command } from "commander";
import { vi } from "vitest";
import { registerFor } from "../../../src/cli/command-groups.ts";
import { groups } from "../../../src/cli/commands.ts";

/** Runs a command in this process, for tests of what it does rather than of how a process ends. Returns its output. */
export async function runHere(words: string[], among = groups): Promise<string> {
  const program = new Command().exitOverride();
  await registerFor(program, among, words);
  const printed: string[] = [];
  const stdout = vi.spyOn(process.stdout, "write").mockImplementation((text, ...rest) => {
    printed.push(String(text));
    (rest.at(-1) as (() => void) | undefined)?.();
    return true;
  });
  try {
    await program.parseAsync(words, { from: "user" });
  } finally {
    stdout.mockRestore();
  }
  return printed.join("");
}
