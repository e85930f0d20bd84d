import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { WinnowError } from "../../contract/errors.ts";
import { limits, sizeText } from "../../limits/limits.ts";
import { Shares } from "../../limits/shares.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The account that is signed in at the dashboard; not there until that is known. */
    account?: string;
  }
}

const SMALL = limits.otherBody.most;
/** A body that is read whole is there as chunks, as one buffer, as text and as values, and again in a 422 that names its input. */
const COPIES = 4;
const ALL = "all accounts";
const retry = { headers: { "retry-after": "1" } };

/**
 * Bounds the memory that bodies take. A body above 64 KiB is read only on the few routes that accept one, only for an
 * account that is known, and only while that account and the process have room for it. A hook before parsing asks, so that
 * no route can forget to.
 */
export function registerLargeBodies(server: FastifyInstance): void {
  const ofAccount = new Shares(limits.largeBodiesOfAccount.most);
  const ofProcess = new Shares(limits.largeBodies.most);

  function reserve(request: FastifyRequest, reply: FastifyReply, bytes: number): void {
    const account = request.account ?? request.holder?.person.id;
    if (account === undefined) throw new WinnowError("key_missing");
    if (bytes > request.routeOptions.bodyLimit) throw tooLarge(request);
    const room = isStreamed(request) ? bytes : bytes * COPIES;
    const leaveAccount = ofAccount.enter([account], room);
    if (!leaveAccount) throw new WinnowError("rate_limited", "Your account is sending other large bodies.", retry);
    const leaveProcess = ofProcess.enter([ALL], room);
    if (!leaveProcess) {
      leaveAccount();
      throw new WinnowError("overloaded", "The service is reading as many large bodies as it can.", retry);
    }
    reply.raw.once("close", () => {
      leaveAccount();
      leaveProcess();
    });
  }

  // Without a promise: it runs for every request.
  server.addHook("preParsing", (request, reply, payload, done) => {
    const { bodyLimit } = request.routeOptions;
    if (bodyLimit <= SMALL) return done(null, payload);
    const { "content-length": length, "transfer-encoding": encoding } = request.headers;
    if (encoding !== undefined)
      return done(
        null,
        watched(payload as Readable, () => reserve(request, reply, bodyLimit)),
      );
    try {
      if (Number(length) > SMALL) reserve(request, reply, Number(length));
      done(null, payload);
    } catch (error) {
      done(error as Error);
    }
  });
}

/** Batches alone are read as they arrive. */
const isStreamed = ({ routeOptions: { bodyLimit } }: FastifyRequest): boolean => bodyLimit > limits.callBody.most;

/** A body whose length is not told: it needs room once it has turned out to be a large one. */
function watched(body: Readable, reserve: () => void): Readable {
  async function* chunks() {
    let received = 0;
    let isLarge = false;
    // What is left of a refused body is the connection's matter: see `cutOffUnreadBodies`.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      received += chunk.length;
      if (received > SMALL && !isLarge) {
        isLarge = true;
        reserve();
      }
      yield chunk;
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}

/** The refusal of a body above the limit of its route. */
export const tooLarge = ({ routeOptions: { bodyLimit } }: FastifyRequest): WinnowError =>
  new WinnowError("body_too_large", `The request body is larger than ${sizeText(bodyLimit)}.`);
