import { connect, type Socket } from "node:net";

/** A client that requests an address, reads nothing, and requests it again when it loses the connection. */
class UnreadReader {
  readonly #url: URL;
  readonly #from: string;
  #socket: Socket | null = null;
  #isEnded = false;
  opened = 0;

  constructor(url: URL, from: string) {
    this.#url = url;
    this.#from = from;
    this.#open();
  }

  #open(): void {
    if (this.#isEnded) return;
    this.opened += 1;
    const { port, hostname: host, pathname } = this.#url;
    const socket = connect({ port: Number(port), host, localAddress: this.#from }).pause();
    this.#socket = socket;
    socket.on("error", () => {}).once("close", () => setTimeout(() => this.#open(), 200).unref());
    socket.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\n\r\n`);
    // A paused client would not notice that the service has closed the connection; what it sends is refused then.
    const alive = setInterval(() => socket.write("\r\n"), 5_000);
    socket.once("close", () => clearInterval(alive));
  }

  /** Ends, and resolves with the status that the service had sent, if any arrived. */
  async end(): Promise<number | null> {
    this.#isEnded = true;
    const socket = this.#socket!;
    const status = new Promise<number | null>((resolve) => {
      socket.once("data", (bytes) => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(String(bytes))?.[1] ?? 0)));
      socket.once("close", () => resolve(null));
      setTimeout(() => resolve(null), 1_000);
    });
    socket.resume();
    const answered = await status;
    socket.destroy();
    return answered;
  }
}

/** Readers of these links, from as many networks of this machine. */
export function openReaders(urls: string[], { readers, networks }: { readers: number; networks: number }) {
  const open = Array.from(
    { length: readers },
    (_, nth) =>
      new UnreadReader(
        new URL(urls[nth % urls.length]!),
        `127.0.${1 + Math.floor(nth / networks / 250)}.${1 + (nth % networks)}`,
      ),
  );
  return {
    opened: () => open.reduce((sum, reader) => sum + reader.opened, 0),
    /** How many of them ended with each status. */
    async end(): Promise<Record<string, number>> {
      const statuses: Record<string, number> = {};
      for (const status of await Promise.all(open.map((reader) => reader.end()))) {
        const name = status === null ? "closed" : String(status);
        statuses[name] = (statuses[name] ?? 0) + 1;
      }
      return statuses;
    },
  };
}
