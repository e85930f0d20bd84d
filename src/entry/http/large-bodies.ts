import { type Readable, Transform } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../base/clock.ts";
import { WinnowError } from "../../contract/errors.ts";
import { limits, sizeText } from "../../limits/limits.ts";
import { Shares } from "../../limits/shares.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The account signed in to the dashboard; absent until it is known. */
    account?: string;
  }
}

const SMALL = limits.otherBody.max;
/**
 * A body that is read whole exists as chunks, as one buffer, as text and as values, and again in a 422 that repeats its
 * input.
 */
const COPIES = 4;
const ALL = "all accounts";
const retry = { headers: { "retry-after": "1" } };

/**
 * Bounds the memory of bodies. A body above 64 KiB is read only on the few routes that accept one, only for a known
 * account, and only while that account and the process have room for it. Slow senders make room for others. A hook before
 * parsing checks this, so that no route can forget it.
 */
export function registerLargeBodies(server: FastifyInstance, clock: Clock): void {
  const ofAccount = new Shares(limits.largeBodiesOfAccount.max);
  const ofProcess = new Shares(limits.largeBodies.max);
  const arriving = new Set<Arriving>();

  function reserve(request: FastifyRequest, reply: FastifyReply, body: Arriving, bytes: number): void {
    const account = request.account ?? request.caller?.account.id;
    if (account === undefined) throw new WinnowError("key_missing");
    if (bytes > request.routeOptions.bodyLimit) throw tooLarge(request);
    const room = isStreamed(request) ? bytes : bytes * COPIES;
    const leaveAccount = ofAccount.enter([account], room);
    if (!leaveAccount) throw new WinnowError("rate_limited", "Your account is sending other large bodies.", retry);
    if (!ofProcess.hasRoom([ALL], room)) endSlow();
    const leaveProcess = ofProcess.enter([ALL], room);
    if (!leaveProcess) {
      leaveAccount();
      throw new WinnowError("overloaded", "The service is reading as many large bodies as it can.", retry);
    }
    body.leave = () => {
      arriving.delete(body);
      leaveAccount();
      leaveProcess();
    };
    arriving.add(body);
    reply.raw.once("close", body.leave);
  }

  /** A slow body does no harm while there is room for all. */
  function endSlow(): void {
    for (const body of [...arriving].filter(({ isSlow }) => isSlow)) {
      body.leave();
      body.destroy(new WinnowError("overloaded", "This body arrived too slowly while others waited for room.", retry));
    }
  }

  server.addHook("preParsing", (request, reply, payload, done) => {
    const { bodyLimit } = request.routeOptions;
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    const isUnknown = encoding !== undefined;
    if (bodyLimit <= SMALL || (!isUnknown && !(Number(length) > SMALL))) return done(null, payload);
    const body = new Arriving(clock, (arriving) => {
      if (isUnknown) reserve(request, reply, arriving, bodyLimit);
    });
    try {
      if (!isUnknown) reserve(request, reply, body, Number(length));
      done(null, body.follow(payload as Readable));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Only batches are read as they arrive. */
const isStreamed = ({ routeOptions: { bodyLimit } }: FastifyRequest): boolean => bodyLimit > limits.callBody.max;

/** A body while it arrives. `onLarge` is called when a body of undeclared length grows large. */
class Arriving extends Transform {
  readonly #clock: Clock;
  readonly #onLarge: () => void;
  #received = 0;
  #pacedAt: number;
  leave: () => void = () => {};

  constructor(clock: Clock, onLarge: (arriving: Arriving) => void) {
    super();
    this.#clock = clock;
    this.#onLarge = () => onLarge(this);
    this.#pacedAt = clock.now();
  }

  /** The connection handles the rest of a rejected body (see `discardBody`), and still carries the response. */
  follow(body: Readable): this {
    body.once("error", (error) => this.destroy(error)).pipe(this);
    return this.once("error", () => body.unpipe(this).resume());
  }

  get isSlow(): boolean {
    return !this.writableEnded && this.#clock.now() - this.#pacedAt > 1_000;
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: Error | null, chunk?: Buffer) => void): void {
    const before = this.#received;
    this.#received += chunk.length;
    if (paces(this.#received) > paces(before)) this.#pacedAt = this.#clock.now();
    try {
      if (before <= SMALL && this.#received > SMALL) this.#onLarge();
      done(null, chunk);
    } catch (error) {
      done(error as Error);
    }
  }
}

const paces = (bytes: number): number => Math.floor(bytes / limits.largeBodyPace.max);

/** The error for a body above the limit of its route. */
export const tooLarge = ({ routeOptions: { bodyLimit } }: FastifyRequest): WinnowError =>
  new WinnowError("body_too_large", `The request body is larger than ${sizeText(bodyLimit)}.`);
