import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";

export interface Serving {
  process: ChildProcess;
  address: string;
  /** Of an account of its own. */
  key: string;
  /** Of the same account; nothing is kept of its calls. */
  silentKey: string;
  log(): string;
}

/** Starts the whole service, with these sources, in a process of its own. */
export async function startServing(sources: string, env: Record<string, string>): Promise<Serving> {
  const child = fork(new URL("./serving-process.ts", import.meta.url), {
    env: { ...process.env, PORT: "0", TEST_SOURCES: sources, ...env },
    silent: true,
    execArgv: [],
  });
  let log = "";
  for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (chunk) => (log += chunk));
  const [ready] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(new Error(log))),
  ]);
  return { process: child, ...(ready as Pick<Serving, "address" | "key" | "silentKey">), log: () => log };
}
