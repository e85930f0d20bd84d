import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Clock } from "../../base/clock.ts";
import { WinnowError } from "../../contract/errors.ts";

/** A load balancer polls every few seconds; after this long without a poll there is none. */
const WATCHED_MS = 60_000;

export interface ShutdownTimes {
  /** How long requests are still served after `/health/ready` has turned 503, so that load balancers can notice. */
  graceMs: number;
  /** When the process ends at the latest, even with calls in flight. */
  limitMs: number;
}

/**
 * Shuts down without failing a request: first `/health/ready` turns 503 while everything is still served, then late
 * requests get our own error, then the last response is sent.
 */
export class Lifecycle {
  readonly #clock: Clock;
  #phase: "serving" | "leaving" | "refusing" = "serving";
  #isClosing = false;
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

  /** Records that a load balancer polls for readiness. */
  probed(): void {
    this.#watchedAt = this.#clock.now();
  }

  /** Counts calls in flight on the sockets, whichever part of the service handles them. */
  track(server: FastifyInstance): void {
    server.server.on("request", (_request, response) => {
      this.#inFlight++;
      response.once("close", () => {
        this.#inFlight--;
        if (this.#inFlight === 0) this.#idle();
        // The head may have been sent before closing began, without word that the connection ends.
        if (this.#isClosing) server.server.closeIdleConnections();
      });
    });
  }

  /** Responses from now on end their connections, which closing would wait for. */
  closing(): void {
    this.#isClosing = true;
    if (this.#phase === "serving") this.#phase = "leaving";
  }

  /** Resolves when the last response has been sent, or after the time limit: with the number cut off. */
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

export function registerLifecycle(server: FastifyInstance, lifecycle: Lifecycle): void {
  lifecycle.track(server);
  const connected = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    connected.add(socket);
    socket.once("close", () => connected.delete(socket));
  });
  server.addHook("preClose", async () => {
    lifecycle.closing();
    // Node counts connections without a request as busy: closing would wait a minute for their first request.
    for (const socket of connected) if (socket.bytesRead === 0) socket.destroy();
  });
  server.addHook("onRequest", async ({ url }) => {
    if (lifecycle.isRefusing && !isProbe(url)) {
      throw new WinnowError(
        "unavailable",
        "This process is stopping. Send the request again: another process serves it.",
      );
    }
  });
  server.addHook("onSend", async (_request, reply) => {
    if (!lifecycle.isServing) reply.header("connection", "close");
  });
}
