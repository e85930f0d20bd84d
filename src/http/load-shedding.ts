import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyServerFactory } from "fastify";
import type { Clock } from "../clock.ts";
import type { WinnowError } from "../contract/errors.ts";
import type { Shed } from "../service/early-refusals.ts";
import { newRequestId } from "../service/request-id.ts";
import type { Service } from "../service/service.ts";
import { ownRequestId } from "./call.ts";
import { errorBody } from "./errors.ts";
import { errorHeaders, standingHeaders } from "./headers.ts";
import type { Lifecycle } from "./lifecycle.ts";

export interface SheddingParts {
  service: Pick<Service, "registry" | "shed" | "letBy">;
  lifecycle: Pick<Lifecycle, "isServing">;
  clock: Clock;
  log: Pick<FastifyBaseLogger, "info">;
  /** Told of each call that was refused here: it meets no hook. */
  onShed?: ((path: string) => void) | undefined;
}

interface Told {
  second: number;
  error: WinnowError;
  head: string[];
  body: string;
}

/** What asks for more than a refusal in the usual form: the framework's part. */
const ASKS_FOR_MORE = ["origin", "prefer", "expect", "transfer-encoding", "traceparent"];
/** A body that is not read is still received, unless the connection ends with it. */
const MOST_UNREAD_BYTES = 64 * 1024;

/**
 * Under overload nearly all that comes can only be refused, and what that costs is taken from those who are served. So it
 * happens ahead of the framework, before a body is read, in the very words that the route itself would have used. Answers
 * whether it was done; whatever is not plain goes its usual way.
 */
export function createLoadShedding({ service, lifecycle, clock, log, onShed }: SheddingParts) {
  const toldTo = new WeakMap<Shed["standing"], Told>();

  /** The same for a caller within a second, but for the request's own id. */
  function answerTo({ error, standing }: Shed, now: number): Told {
    const second = Math.ceil(now / 1000);
    const told = toldTo.get(standing);
    if (told?.second === second && told.error === error) return told;
    const body = errorBody(error);
    const head = Object.entries({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-execution-time": "0.000",
      "x-credits-charged": "0",
      ...standingHeaders(standing, now),
      ...errorHeaders(error),
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
    }).flat();
    const answer = { second, error, head, body };
    toldTo.set(standing, answer);
    return answer;
  }

  return function shed({ method, url, headers }: IncomingMessage, response: ServerResponse): boolean {
    if (method !== "POST" || !lifecycle.isServing) return false;
    const entry = service.registry.byPath(url!);
    const secret = headers["access-token"];
    if (!entry || typeof secret !== "string" || !isPlain(headers)) return false;
    const refused = service.shed(secret, entry);
    if (!refused) {
      const answered = service.letBy(secret);
      if (answered) response.once("close", answered);
      return false;
    }
    const now = clock.now();
    const requestId = (headers["x-request-id"] as string | undefined)?.toLowerCase() ?? newRequestId(now);
    const { head, body } = answerTo(refused, now);
    response.writeHead(refused.error.status, ["x-request-id", requestId, ...head]);
    response.end(body);
    onShed?.(url!);
    log.info({ requestId, endpoint: url, status: refused.error.status, seconds: 0, charged: 0 }, "call");
    return true;
  };
}

function isPlain(headers: IncomingMessage["headers"]): boolean {
  if (ASKS_FOR_MORE.some((name) => headers[name] !== undefined)) return false;
  if (headers["x-request-id"] !== undefined && ownRequestId(headers) === undefined) return false;
  return Number(headers["content-length"] ?? 0) <= MOST_UNREAD_BYTES;
}

/** Node's server as Fastify would make it, with what may come before the framework. */
export const serverBehind =
  (shed: ReturnType<typeof createLoadShedding>): FastifyServerFactory =>
  (handler, options) => {
    const server = createServer((request, response) => {
      if (!shed(request, response)) handler(request, response);
    });
    const { keepAliveTimeout, requestTimeout } = options as { keepAliveTimeout: number; requestTimeout: number };
    return Object.assign(server, { keepAliveTimeout, requestTimeout });
  };
