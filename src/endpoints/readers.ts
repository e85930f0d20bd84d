import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { WinnowError } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";
import { Shares } from "../limits/shares.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** Responses that send stored records and files. */
    readers: Readers;
  }
}

const names = ["readersOfALink", "readersOfANetwork", "readersOfAnAccount", "readers"] as const;
type ReaderLimit = (typeof names)[number];

/** Who reads: the holder of each limit that applies. */
export type Holders = Partial<Record<ReaderLimit, string>>;

export const isReaderLimit = (name: string): name is ReaderLimit => names.some((one) => one === name);

interface Reader {
  socket: Socket | null;
  holders: Holders;
  leave(): void;
}

/**
 * Bounds how many read stored records and files at once: each reader keeps a part of what it reads in memory, and a
 * connection to the store busy. Clients that do not read make room for those that do, and whoever has most readers for
 * whoever has few: otherwise a few who read slowly would keep all others out.
 */
export class Readers {
  readonly #stalledSince: (socket: Socket) => number | null;
  readonly #shares = new Map(names.map((name) => [name, new Shares(limits[name].max)]));
  readonly #open = new Set<Reader>();

  /** `stalledSince` is when a client stopped reading its response; null if it reads. */
  constructor(stalledSince: (socket: Socket) => number | null) {
    this.#stalledSince = stalledSince;
  }

  /** Admits a response until it is closed. Throws 429 or 503 if a holder has as many as it may. */
  enter(response: ServerResponse, holders: Holders): void {
    const held = Object.entries(holders) as Array<[ReaderLimit, string]>;
    for (const [name, holder] of held) {
      if (this.#shares.get(name)!.hasRoom([holder]) || this.#closeStalled(name, holder)) continue;
      if (name !== "readers" || !this.#takeFromLargest(holders)) throw tooMany(name);
    }
    const leaves = held.map(([name, holder]) => this.#shares.get(name)!.enter([holder]));
    const reader: Reader = {
      socket: response.socket,
      holders,
      leave: () => {
        this.#open.delete(reader);
        for (const leave of leaves) leave?.();
      },
    };
    this.#open.add(reader);
    // More parts clean up after a stream than Node expects listeners.
    response.setMaxListeners(20).once("close", reader.leave);
  }

  /** Closes the holder's reader that stopped reading first. False if all of them read. */
  #closeStalled(name: ReaderLimit, holder: string): boolean {
    let [first, since] = [null as Reader | null, Number.POSITIVE_INFINITY];
    for (const reader of this.#open) {
      if (reader.holders[name] !== holder || !reader.socket) continue;
      const stalled = this.#stalledSince(reader.socket);
      if (stalled !== null && stalled < since) [first, since] = [reader, stalled];
    }
    return close(first);
  }

  /** Closes the oldest reader of the account that has most, or of the network that has most if it is the newcomer's. */
  #takeFromLargest(newcomer: Holders): boolean {
    let rivals = [...this.#open];
    for (const name of ["readersOfAnAccount", "readersOfANetwork"] as const) {
      // Those without an account count as one.
      const groups = Map.groupBy(rivals, ({ holders }) => holders[name]);
      const largest = [...groups.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
      rivals = groups.get(newcomer[name]) ?? [];
      if (largest.length > rivals.length + 1) return close(largest[0]);
    }
    return false;
  }
}

function close(reader: Reader | null | undefined): boolean {
  reader?.leave();
  reader?.socket?.destroy();
  return Boolean(reader);
}

function tooMany(name: ReaderLimit): WinnowError {
  const { per, max } = limits[name];
  const retry = { headers: { "retry-after": "2" } };
  return per === "process"
    ? new WinnowError("overloaded", "The service is sending as many files as it can. Nothing was charged.", retry)
    : new WinnowError("rate_limited", `At most ${max} files are sent to one ${per} at once.`, retry);
}
