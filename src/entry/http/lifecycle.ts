import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../../base/clock.ts";
import { WinnowError } from "../../contract/errors.ts";

/** A balancer asks every few seconds; one that has not asked for this long is not there. */
const WATCHED_MS = 60_000;

export interface ShutdownTimes {
  /** How long requests are still served after `/health/ready` has turned 503, so that balancers can notice. */
  graceMs: number;
  /** When the process ends at the latest, whatever is in flight. */
  limitMs: number;
}

/**
 * From serving to gone, without a request that fails on the way: first `/health/ready` turns 503 while everything is
 * still served, then late requests are refused in our own words, then the last answer leaves.
 */
export class Lifecycle {
  readonly #clock: Clock;
  #phase: "serving" | "leaving" | "refusing" = "serving";
  #inFlight = 0;
  #watchedAt = Number.NEGATIVE_INFINITY;
  #idle = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isServing(): boolean {
    return this.#phase === "serving";
  }

  get isRefusing(): boolean {
    return this.#phase === "refusing";
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** Somebody asks whether to send requests here. */
  probed(): void {
    this.#watchedAt = this.#clock.now();
  }

  /** Counts what is in flight on the sockets, whatever part of the service answers it. */
  track(server: FastifyInstance): void {
    server.server.on("request", (_request, response) => {
      this.#inFlight++;
      response.once("close", () => {
        this.#inFlight--;
        if (this.#inFlight === 0) this.#idle();
      });
    });
  }

  /** It closes without having drained: answers from now on end their connections, which would be waited for. */
  closing(): void {
    if (this.#phase === "serving") this.#phase = "leaving";
  }

  /** Resolves when the last answer has left, or the limit has passed: then with how many were cut off. */
  async drain({ graceMs, limitMs }: ShutdownTimes): Promise<number> {
    const endsAt = this.#clock.now() + limitMs;
    this.#phase = "leaving";
    const isWatched = this.#clock.now() - this.#watchedAt < WATCHED_MS;
    if (isWatched) await this.#pause(Math.min(graceMs, limitMs));
    this.#phase = "refusing";
    if (this.#inFlight > 0) {
      const idle = new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
      await Promise.race([idle, this.#pause(Math.max(0, endsAt - this.#clock.now()))]);
    }
    return this.#inFlight;
  }

  #pause = (ms: number): Promise<void> => new Promise((resolve) => void this.#clock.after(ms, resolve));
}

const isProbe = (url: string): boolean => url === "/health" || url.startsWith("/health/");

/** Connections that never asked anything count as busy in Node: closing would wait a minute for their first request. */
function hangUpOnTheSilent(server: FastifyInstance): void {
  const connected = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    connected.add(socket);
    socket.once("close", () => connected.delete(socket));
  });
  server.addHook("preClose", async () => {
    for (const socket of connected) if (socket.bytesRead === 0) socket.destroy();
  });
}

export function registerLifecycle(server: FastifyInstance, lifecycle: Lifecycle): void {
  lifecycle.track(server);
  hangUpOnTheSilent(server);
  server.addHook("preClose", async () => lifecycle.closing());
  server.addHook("onRequest", async ({ url }) => {
    if (lifecycle.isRefusing && !isProbe(url)) {
      throw new WinnowError("unavailable", "This process is stopping. Send the request again: another one answers it.");
    }
  });
  server.addHook("onSend", async (_request, reply) => {
    if (!lifecycle.isServing) reply.header("connection", "close");
  });
}
