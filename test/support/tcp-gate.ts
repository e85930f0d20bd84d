import { connect, createServer, type Socket } from "node:net";

/** A connection to a server that can be cut, closed and frozen: what networks do to a database. */
export interface TcpGate extends AsyncDisposable {
  /** The server's address through the gate. */
  url: string;
  /** Ends every connection and refuses new ones, like a restarting server. */
  close(): void;
  /** Nothing passes and nothing ends, as with a server that has gone silent. */
  freeze(): void;
  open(): void;
  /** Ends every connection; new ones lead to another server. */
  moveTo(url: string): void;
}

export async function openTcpGate(url: string): Promise<TcpGate> {
  let target = new URL(url);
  const pairs = new Set<[Socket, Socket]>();
  let state: "open" | "closed" | "frozen" = "open";
  const server = createServer((inner) => {
    if (state === "closed") return void inner.destroy();
    const outer = connect(Number(target.port), target.hostname);
    const pair: [Socket, Socket] = [inner, outer];
    pairs.add(pair);
    for (const [one, other] of [pair, pair.toReversed() as [Socket, Socket]]) {
      one.on("data", (bytes) => void other.write(bytes));
      one.on("error", () => {});
      one.on("close", () => {
        other.destroy();
        pairs.delete(pair);
      });
      if (state === "frozen") one.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const each = (act: (socket: Socket) => void) => {
    for (const pair of pairs) for (const socket of pair) act(socket);
  };
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    close() {
      state = "closed";
      each((socket) => socket.destroy());
    },
    freeze() {
      state = "frozen";
      each((socket) => socket.pause());
    },
    open() {
      state = "open";
      each((socket) => socket.resume());
    },
    moveTo(other) {
      target = new URL(other);
      each((socket) => socket.destroy());
    },
    async [Symbol.asyncDispose]() {
      each((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
