import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface Load {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** Used in turn, repeatedly. */
  bodies: readonly string[];
  /** Requests in flight, each on its own connection. */
  atOnce: number;
}

/**
 * Requests per second over some time; all must return 200. Request bytes are built once, and only the length of a response
 * is read: the load shares the machine with the service it measures.
 */
export async function requestsPerSecond({ port, path, headers, bodies, atOnce }: Load, ms: number): Promise<number> {
  const requests = bodies.map((body) => {
    const lines = Object.entries({ host: "127.0.0.1", ...headers, "content-length": Buffer.byteLength(body) });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    return Buffer.from(`POST ${path} HTTP/1.1\r\n${head}\r\n${body}`);
  });
  let nth = 0;
  const next = () => requests[nth++ % requests.length]!;
  const sockets = await Promise.all(Array.from({ length: atOnce }, () => opened(port)));
  const began = performance.now();
  const counts = await Promise.all(sockets.map((socket) => askUntil(socket, next, began + ms)));
  const seconds = (performance.now() - began) / 1000;
  for (const socket of sockets) socket.destroy();
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

async function opened(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return socket;
}

const askUntil = (socket: Socket, next: () => Buffer, end: number) =>
  new Promise<number>((resolve, reject) => {
    let done = 0;
    /** Bytes of the response still to come. */
    let left = 0;
    socket.on("error", reject);
    socket.on("data", (chunk: Buffer) => {
      if (left === 0) {
        const head = chunk.toString("latin1", 0, chunk.indexOf("\r\n\r\n"));
        const length = /content-length: (\d+)/i.exec(head);
        if (!head.startsWith("HTTP/1.1 200 ") || !length) return reject(new Error(head));
        left = head.length + 4 + Number(length[1]);
      }
      left -= chunk.length;
      if (left > 0) return;
      done++;
      if (performance.now() < end) socket.write(next());
      else resolve(done);
    });
    socket.write(next());
  });
