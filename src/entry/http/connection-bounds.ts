import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { descriptorLimit } from "../../base/descriptor-limit.ts";
import { isLoopbackAddress, networkOf } from "../../base/network/addresses.ts";
import { limits } from "../../limits/limits.ts";
import { Shares, shareOf } from "../../limits/shares.ts";

const ALL = "all networks";

/** Open connections, in total and by network. */
export class ConnectionCount {
  readonly #all: Shares;
  readonly #networks: Shares;
  readonly #proxies = new Set<string>();

  constructor(most: number = limits.connections.most) {
    this.#all = new Shares(most);
    this.#networks = new Shares(shareOf(most, limits.networkConnections.most));
  }

  /** A peer that serves many clients, such as a load balancer, is not limited to a share: it may hold all connections. */
  trust(address: string): void {
    this.#proxies.add(networkOf(address));
  }

  /** Returns a function to call when the connection closes, or null if there is no room. */
  enter(address: string): (() => void) | null {
    const network = networkOf(address);
    const isMany = isLoopbackAddress(address) || this.#proxies.has(network);
    const leaveNetwork = this.#networks.enter(isMany ? [] : [network]);
    const leaveAll = leaveNetwork && this.#all.enter([ALL]);
    if (!leaveAll) {
      leaveNetwork?.();
      return null;
    }
    return () => {
      leaveNetwork();
      leaveAll();
    };
  }
}

/** Listening sockets, files, database connections and the runtime's own. */
const OWN_DESCRIPTORS = 128;

/** Fewer than the process's descriptors: half of those it does not need itself are for fetching from sites. */
export const connectionsWithin = (descriptors: number): number =>
  Math.max(1, Math.min(limits.connections.most, Math.floor((descriptors - OWN_DESCRIPTORS) / 2)));

/** Closes connections beyond the limit as they arrive: idle ones cost memory, and no network may hold them all. */
export function registerConnectionBounds(
  server: FastifyInstance,
  most: number = connectionsWithin(descriptorLimit()),
): void {
  const count = new ConnectionCount(most);
  server.server.on("connection", (socket: Socket) => {
    const leave = count.enter(socket.remoteAddress ?? "");
    if (leave) socket.once("close", leave);
    else socket.destroy();
  });
  server.addHook("onRequest", async ({ ip, raw: { socket } }) => {
    const peer = socket.remoteAddress;
    // Fastify took another address for the caller's, so TRUST_PROXY names this one.
    if (peer !== undefined && ip !== peer) count.trust(peer);
  });
}
