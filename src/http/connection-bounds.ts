import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { isLoopbackAddress } from "../loopback.ts";
import { networkOf } from "../network-of.ts";

/** Of all connections, what one network may hold: the rest is for others, however many it opens. */
const SHARE_OF_A_NETWORK = 0.25;

/** How many are open, in all and by network. */
export class ConnectionCount {
  readonly #most: number;
  readonly #byNetwork = new Map<string, number>();
  readonly #proxies = new Set<string>();
  #open = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** A peer that speaks for many, such as a load balancer, has no share: it may hold them all. */
  trust(address: string): void {
    this.#proxies.add(networkOf(address));
  }

  /** What to call when it is over, or null where there is no room. */
  enter(address: string): (() => void) | null {
    const network = networkOf(address);
    const held = this.#byNetwork.get(network) ?? 0;
    const share = Math.max(1, Math.floor(this.#most * SHARE_OF_A_NETWORK));
    const isMany = isLoopbackAddress(address) || this.#proxies.has(network);
    if (this.#open >= this.#most || (!isMany && held >= share)) return null;
    this.#open++;
    this.#byNetwork.set(network, held + 1);
    return () => {
      this.#open--;
      const left = this.#byNetwork.get(network)! - 1;
      if (left > 0) this.#byNetwork.set(network, left);
      else this.#byNetwork.delete(network);
    };
  }
}

/** Closes connections beyond the bound as they come: idle ones cost memory, and nobody may have them all. */
export function registerConnectionBounds(server: FastifyInstance, most: number): void {
  const count = new ConnectionCount(most);
  server.server.on("connection", (socket: Socket) => {
    const leave = count.enter(socket.remoteAddress ?? "");
    if (leave) socket.once("close", leave);
    else socket.destroy();
  });
  server.addHook("onRequest", async ({ ip, raw: { socket } }) => {
    const peer = socket.remoteAddress;
    // Fastify took another address for the caller's: TRUST_PROXY names this one.
    if (peer !== undefined && ip !== peer) count.trust(peer);
  });
}
