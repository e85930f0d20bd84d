import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Target } from "./load.ts";

const program = fileURLToPath(new URL("open-loop-process.ts", import.meta.url));

export interface OpenLoopAnswer {
  /** 0 where none came. */
  status: number;
  /** Since the bytes of the request were handed to the kernel. */
  ms: number;
  /** Of those, what the service says of itself (`x-execution-time`); 0 where it did not answer. */
  insideMs: number;
  /** When it was answered, since the load began. */
  at: number;
  /** Of our own errors; null where the balancer answered by itself. */
  code: string | null;
}

export interface OpenLoopResult {
  answers: OpenLoopAnswer[];
  /** Calls that found no connection: they did not happen. */
  unsent: number;
  /** Seconds until the last answer. */
  lasted: number;
  /** How late the process that made the load was itself, at most. */
  latestMs: number;
  /** What it used of a processor: taken from the service, where they share one. */
  generatorMs: number;
}

/** Calls that come at a rate whatever becomes of those before them, made in a process of their own; tells when the last was sent. */
export async function openLoop(
  { url, key }: Target,
  { perSecond, seconds, timeout = 20 }: { perSecond: number; seconds: number; timeout?: number },
  onSent: () => void = () => {},
): Promise<OpenLoopResult> {
  const { hostname, port } = new URL(url);
  const order = {
    host: hostname,
    port: Number(port),
    head: `POST /api/toy/things HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\naccess-token: ${key}\r\n`,
    body: JSON.stringify({ shelf: "top", count: 5, timeout }),
    perSecond,
    seconds,
    // Fewer than the balancer takes: what it has not taken waits with it.
    mostConnections: 8_000,
  };
  const child = spawn(process.execPath, [program, JSON.stringify(order)], { stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => {
    if (output === "") onSent();
    output += chunk;
  });
  await once(child, "close");
  const { told, ...rest } = JSON.parse(output.slice(output.indexOf("\n"))) as {
    told: Array<[number, number, number, number, string | null]>;
  } & Omit<OpenLoopResult, "answers">;
  return { ...rest, answers: told.map(([status, ms, insideMs, at, code]) => ({ status, ms, insideMs, at, code })) };
}
