import { createInterface } from "node:readline";
import { groups } from "../../../src/cli/commands.ts";
import { runCommand } from "../../../src/cli/run-command.ts";

/** Runs commands in one process, because starting one takes longer than most of them. See `child-reader.ts`. */
const tell = process.stdout.write.bind(process.stdout);
const printed = { stdout: "", stderr: "" };
for (const name of ["stdout", "stderr"] as const) {
  process[name].write = ((text: string | Uint8Array, ...rest: unknown[]) => {
    printed[name] += String(text);
    (rest.at(-1) as (() => void) | undefined)?.();
    return true;
  }) as typeof process.stdout.write;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { words, env } = JSON.parse(line) as { words: string[]; env: Record<string, string> };
  Object.assign(printed, { stdout: "", stderr: "" });
  Object.assign(process.env, env);
  const code = await runCommand(words, groups).catch((error: Error) => {
    printed.stderr += String(error.stack);
    return 70;
  });
  process.removeAllListeners("SIGINT").removeAllListeners("SIGTERM");
  tell(`${JSON.stringify({ code, ...printed })}\n`);
}
