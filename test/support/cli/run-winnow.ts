import { type ChildProcess, spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../../src/cli/launch.js", import.meta.url));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the command line as a separate process, with only the given environment. */
export function startWinnow(
  words: string[],
  env: Record<string, string>,
  input = "",
): ChildProcess & { ended: Promise<Ended> } {
  const child = spawn(process.execPath, [program, ...words], { env, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin!.on("error", () => {}).end(input);
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  const ended = Promise.all([code, text(child.stdout!).catch(() => ""), text(child.stderr!)]).then(
    ([code, stdout, stderr]) => ({
      code,
      stdout,
      stderr,
    }),
  );
  return Object.assign(child, { ended });
}
