import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("probe-process.ts", import.meta.url));

/** Runs probes in a separate process: the load generator's own delays would distort them. */
export function startProbe(urls: string[]): { stop(): Promise<number[]> } {
  const child = spawn(process.execPath, [program, ...urls], { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  return {
    async stop() {
      child.stdin.end();
      await once(child, "close");
      return JSON.parse(output) as number[];
    },
  };
}
