import { fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Requests /health of each address ten times a second over its own connection, until it is stopped; returns milliseconds. In
 * a separate process: the load generator's own delays would distort them.
 */
export async function startProbe(urls: string[]): Promise<{ stop(): Promise<number[]> }> {
  const child = fork(import.meta.filename, urls);
  // Work that ends before the first request would show no delay.
  await once(child, "message");
  return {
    async stop() {
      child.send("stop");
      const [took] = await once(child, "message");
      return took as number[];
    },
  };
}

async function probe(urls: string[]): Promise<number[]> {
  try {
    // Measures the service, not its own wait for a CPU that the load uses.
    setPriority(constants.priority.PRIORITY_HIGH);
  } catch {
    // Only root may raise priority; otherwise it measures both.
  }
  let isOver = false;
  process.once("message", () => {
    isOver = true;
  });
  const took: number[] = [];
  const follow = async (url: string) => {
    const { hostname, port, host } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    await once(socket, "connect");
    while (!isOver) {
      const startedAt = performance.now();
      socket.write(`GET /health HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
      await once(socket, "data");
      took.push(performance.now() - startedAt);
      await sleep(100);
    }
  };
  const all = urls.map(follow);
  process.send!("ready");
  await Promise.all(all);
  return took;
}

if (import.meta.main) process.send!(await probe(process.argv.slice(2)), () => process.exit(0));
