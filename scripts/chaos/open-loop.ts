import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Target } from "./load.ts";

const program = fileURLToPath(new URL("open-loop-process.ts", import.meta.url));

export interface OpenLoopAnswer {
  /** 0 without a response. */
  status: number;
  /** Milliseconds since the request's bytes were handed to the kernel. */
  ms: number;
  /** Milliseconds of these that the service reports (`x-execution-time`); 0 without a response. */
  insideMs: number;
  /** Time of the response since the load started. */
  at: number;
  /** Code of a Winnow error; null if the balancer itself responded. */
  code: string | null;
}

export interface OpenLoopResult {
  answers: OpenLoopAnswer[];
  /** Calls that found no connection and were not made. */
  unsent: number;
  /** Seconds until the last response. */
  lasted: number;
  /** The longest delay of the load generator itself. */
  latestMs: number;
  /** CPU time of the load generator, taken from the service if they share a CPU. */
  generatorMs: number;
}

/** Makes calls at a fixed rate, independent of earlier ones, in a separate process. Reports when the last was sent. */
export function openLoop(
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
    // Fewer than the balancer accepts; the rest would wait in its backlog.
    maxConnections: 8_000,
  };
  const child = fork(program, [JSON.stringify(order)]);
  return new Promise((resolve, reject) => {
    child.on("message", (message: "sent" | OpenLoopResult) => (message === "sent" ? onSent() : resolve(message)));
    child.once("exit", (code) => reject(new Error(`the load generator ended with ${code}`)));
  });
}
