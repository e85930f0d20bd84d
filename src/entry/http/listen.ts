import { type AddressInfo, createServer, type ListenOptions, type Server } from "node:net";
import type { FastifyInstance, FastifyListenOptions } from "fastify";

/**
 * Connections that the kernel queues until the process accepts them, as many as it allows. A burst behind a load balancer
 * overflows Node's default of 511: the kernel drops the rest silently, and callers hear nothing for seconds.
 */
const ACCEPT_QUEUE = 4_096;

/**
 * Node accepts one connection per listening socket in each turn of its event loop (libuv 1.52), however many wait: a busy
 * process accepts a hundred a second, and it cannot reject a call on a connection that it has not accepted. So several
 * sockets listen on the port, and a turn accepts one from each.
 */
const SOCKETS = 32;

/** Listens. Returns a function that closes all sockets but the server's own, which closes with the server. */
export async function listen(server: FastifyInstance, { port, host }: { port: number; host: string }) {
  if (process.platform !== "linux") {
    await server.listen({ port, host, backlog: ACCEPT_QUEUE });
    return () => {};
  }
  // Listens exclusively first: a port that another program uses must be an error, not shared with it.
  await closed(await listening({ port, host, exclusive: true }));
  const shared = { host, backlog: ACCEPT_QUEUE, reusePort: true };
  await server.listen({ port, ...shared } as FastifyListenOptions);
  const others: Server[] = [];
  for (const { address, port: taken } of server.addresses() as AddressInfo[]) {
    for (let nth = 1; nth < SOCKETS; nth++) {
      const other = await listening({ ...shared, host: address, port: taken });
      others.push(other.on("connection", (socket) => server.server.emit("connection", socket)));
    }
  }
  return () => {
    for (const other of others) other.close();
  };
}

const listening = (options: ListenOptions) =>
  new Promise<Server>((resolve, reject) => {
    // Like Node's HTTP server: data is sent immediately, without waiting 40 ms for more.
    const server = createServer({ noDelay: true });
    server.once("error", reject).listen(options, () => resolve(server.off("error", reject)));
  });

const closed = (server: Server) => new Promise((resolve) => server.close(resolve));
