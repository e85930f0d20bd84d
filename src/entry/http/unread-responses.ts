import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../../base/clock.ts";
import { Readers } from "../../endpoints/readers.ts";
import { limits } from "../../limits/limits.ts";

const CHECK_MS = 1_000;
/** A client that has read nothing for so long makes room for others. */
const STALLED_MS = 2_000;

/** How far a client has read. */
interface Progress {
  bytes: number;
  /** When the client had last read enough, or had nothing to read. */
  at: number;
}

/**
 * Finds connections whose clients do not read their responses. Unread bytes stay in memory, whether of one large body, a
 * file or an endless stream: no client may keep them there for long, and all clients together only so many.
 */
export class UnreadResponses {
  readonly #clock: Clock;
  readonly #open = new Map<Socket, Progress>();
  #callOff: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  follow(socket: Socket): void {
    this.#open.set(socket, { bytes: 0, at: this.#clock.now() });
    socket.once("close", () => this.#open.delete(socket));
    this.#callOff ??= this.#clock.after(CHECK_MS, this.#check);
  }

  /** When the client stopped reading; null if it reads, has nothing to read, or only just stopped. */
  stalledSince = (socket: Socket): number | null => {
    const at = this.#open.get(socket)?.at;
    return at === undefined || this.#clock.now() - at < STALLED_MS ? null : at;
  };

  close(): void {
    this.#callOff?.();
  }

  #check = (): void => {
    const now = this.#clock.now();
    let unread = 0;
    for (const [socket, progress] of this.#open) {
      const bytes = bytesRead(socket);
      unread += socket.writableLength;
      if (socket.writableLength === 0 || bytes - progress.bytes >= limits.readPace.max) {
        Object.assign(progress, { bytes, at: now });
      } else if (now - progress.at >= limits.unreadResponse.max * 1_000) socket.destroy();
    }
    if (unread > limits.unreadBytes.max) this.#makeRoom(unread - limits.unreadBytes.max);
    this.#callOff = this.#open.size > 0 ? this.#clock.after(CHECK_MS, this.#check) : null;
  };

  /** Closes the connections that have waited longest. */
  #makeRoom(bytes: number): void {
    let left = bytes;
    const stalled = [...this.#open.keys()].flatMap((socket) => {
      const since = this.stalledSince(socket);
      return since === null ? [] : [{ socket, since }];
    });
    for (const { socket } of stalled.sort((one, other) => one.since - other.since)) {
      if (left <= 0) return;
      left -= socket.writableLength;
      socket.destroy();
    }
  }
}

/** What the system has taken of everything that was written, as Node's own idle timeout sees it. */
function bytesRead(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { _handle: { bytesWritten: number; writeQueueSize: number } | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

/** Bounds unread responses, and the readers of stored records. */
export function registerUnreadResponses(server: FastifyInstance, clock: Clock): void {
  const unread = new UnreadResponses(clock);
  server.server.on("connection", (socket: Socket) => unread.follow(socket));
  server.addHook("onClose", async () => unread.close());
  server.decorate("readers", new Readers(unread.stalledSince));
}
