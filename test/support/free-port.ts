import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Below the ports that systems give to whoever asks for any (Linux: from 32768). */
const [FIRST, COUNT] = [20_000, 12_000];
let next = randomInt(COUNT);

/** A port that nobody else is given, so that a service can stop and start there again. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (next++ % COUNT);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
