import { type AddressInfo, createServer, type ListenOptions, type Server } from "node:net";
import type { FastifyInstance, FastifyListenOptions } from "fastify";

/**
 * Connections that the kernel keeps for us until we take them, as many as it allows. In Node's own 511 a burst behind a
 * balancer finds no place: the kernel drops it in silence, and the caller learns nothing for seconds.
 */
const ACCEPT_QUEUE = 4_096;

/**
 * Node takes one connection of a listening socket in each turn of its event loop (libuv 1.52), however many wait: a busy
 * process takes a hundred a second, and what it has not taken it cannot refuse. So the port has several sockets, and a
 * turn takes one of each.
 */
const SOCKETS = 32;

/** Listens; returns what ends it for all sockets but the server's own, which ends with the server. */
export async function listen(server: FastifyInstance, { port, host }: { port: number; host: string }) {
  if (process.platform !== "linux") {
    await server.listen({ port, host, backlog: ACCEPT_QUEUE });
    return () => {};
  }
  // Alone first: a port that somebody has is an error, as ever, and not shared with him.
  await endOf(await listening({ port, host, exclusive: true }));
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
    // As Node's HTTP server has it: what is written goes out, and does not wait 40 ms for more.
    const server = createServer({ noDelay: true });
    server.once("error", reject).listen(options, () => resolve(server.off("error", reject)));
  });

const endOf = (server: Server) => new Promise((resolve) => server.close(resolve));
