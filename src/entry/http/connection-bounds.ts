import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { descriptorLimit } from "../../base/descriptor-limit.ts";
import { addressNetwork, isLoopbackAddress } from "../../base/network/addresses.ts";
import { limits } from "../../limits/limits.ts";
import { Shares, shareOf } from "../../limits/shares.ts";

const ALL = "all networks";

/** Open connections, in total and by network. */
export class ConnectionCount {
  readonly #all: Shares;
  readonly #networks: Shares;
  readonly #proxies = new Set<string>();

  constructor(max: number = limits.connections.max) {
    this.#all = new Shares(max);
    this.#networks = new Shares(shareOf(max, limits.networkConnections.max));
  }

  /** A peer that serves many clients, such as a load balancer, is not limited to a share: it may hold all connections. */
  trust(address: string): void {
    this.#proxies.add(addressNetwork(address));
  }

  /** Returns a function to call when the connection closes, or null if there is no room and none can be made. */
  enter(address: string, makeRoom: () => boolean = () => false): (() => void) | null {
    const network = addressNetwork(address);
    const isMany = isLoopbackAddress(address) || this.#proxies.has(network);
    const leaveNetwork = this.#networks.enter(isMany ? [] : [network]);
    const leaveAll = leaveNetwork && (this.#all.enter([ALL]) ?? (makeRoom() ? this.#all.enter([ALL]) : null));
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
  Math.max(1, Math.min(limits.connections.max, Math.floor((descriptors - OWN_DESCRIPTORS) / 2)));

/**
 * Connections on which the service waits for the client: for its first or next request, or for the rest of a body. The one
 * that has waited longest comes first.
 */
class WaitingConnections {
  readonly #leaving = new Map<Socket, () => void>();

  add(socket: Socket, leave: () => void): void {
    this.#leaving.set(socket, leave);
  }

  remove(socket: Socket): void {
    this.#leaving.delete(socket);
  }

  /** Closes the one that has waited longest. False if there is none. */
  closeOldest = (): boolean => {
    const [oldest] = this.#leaving;
    if (!oldest) return false;
    const [socket, leave] = oldest;
    this.remove(socket);
    leave();
    socket.destroy();
    return true;
  };
}

/**
 * Bounds open connections, which cost memory and descriptors: no network may hold them all, and if all are in use, one that
 * waits for its client makes room for the next.
 */
export function registerConnectionBounds(
  server: FastifyInstance,
  max: number = connectionsWithin(descriptorLimit()),
): void {
  const count = new ConnectionCount(max);
  const waiting = new WaitingConnections();
  const open = new Map<Socket, { leave: () => void; requests: number }>();
  server.server.on("connection", (socket: Socket) => {
    const leave = count.enter(socket.remoteAddress ?? "", waiting.closeOldest);
    if (!leave) return void socket.destroy();
    open.set(socket, { leave, requests: 0 });
    waiting.add(socket, leave);
    socket.once("close", () => {
      open.delete(socket);
      waiting.remove(socket);
      leave();
    });
  });
  server.server.on("request", (request, response) => {
    const { socket } = request;
    const connection = open.get(socket);
    if (!connection) return;
    connection.requests += 1;
    if (hasBody(request)) request.once("end", () => waiting.remove(socket));
    else waiting.remove(socket);
    response.once("close", () => {
      connection.requests -= 1;
      if (connection.requests === 0 && open.has(socket)) waiting.add(socket, connection.leave);
    });
  });
  server.addHook("onRequest", async ({ ip, raw: { socket } }) => {
    const peer = socket.remoteAddress;
    // Fastify took another address for the caller's, so TRUST_PROXY names this one.
    if (peer !== undefined && ip !== peer) count.trust(peer);
  });
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
