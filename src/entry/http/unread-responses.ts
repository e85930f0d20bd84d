import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../../base/clock.ts";
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
 * Finds responses whose clients do not read them. Their bytes stay in memory and their connections open, whether one large
 * body, a file or an endless stream: nobody may hold either for long, and all clients together only so much.
 */
export class UnreadResponses {
  readonly #clock: Clock;
  readonly #open = new Map<ServerResponse, Progress>();
  #callOff: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  follow(response: ServerResponse): void {
    this.#open.set(response, { bytes: bytesRead(response), at: this.#clock.now() });
    response.once("close", () => this.#open.delete(response));
    this.#callOff ??= this.#clock.after(CHECK_MS, this.#check);
  }

  close(): void {
    this.#callOff?.();
  }

  #check = (): void => {
    const now = this.#clock.now();
    let waiting = 0;
    for (const [response, progress] of this.#open) {
      const bytes = bytesRead(response);
      const isIdle = response.writableLength === 0;
      waiting += response.writableLength;
      if (isIdle || bytes - progress.bytes >= limits.readPace.most) Object.assign(progress, { bytes, at: now });
      else if (now - progress.at >= limits.unreadResponse.most * 1_000) response.destroy();
    }
    if (waiting > limits.unreadBytes.most) this.#makeRoom(waiting - limits.unreadBytes.most, now);
    this.#callOff = this.#open.size > 0 ? this.#clock.after(CHECK_MS, this.#check) : null;
  };

  /** Closes the responses that have waited longest. */
  #makeRoom(bytes: number, now: number): void {
    let left = bytes;
    const stalled = [...this.#open].filter(([, { at }]) => now - at >= STALLED_MS);
    for (const [response] of stalled.sort(([, one], [, other]) => one.at - other.at)) {
      if (left <= 0) return;
      left -= response.writableLength;
      response.destroy();
    }
  }
}

/** What the system has taken of everything written to the connection, as Node's own idle timeout sees it. */
function bytesRead({ socket }: ServerResponse): number {
  const handle = (socket as unknown as { _handle?: { bytesWritten: number; writeQueueSize: number } } | null)?._handle;
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}

export function registerUnreadResponses(server: FastifyInstance, clock: Clock): void {
  const unread = new UnreadResponses(clock);
  server.server.on("request", (_request, response) => unread.follow(response));
  server.addHook("onClose", async () => unread.close());
}
