import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyServerFactory } from "fastify";
import { hashSecret } from "../../accounts/key-secret.ts";
import type { Clock } from "../../base/clock.ts";
import { acceptsProblem } from "../../base/content-negotiation.ts";
import type { WinnowError } from "../../contract/errors.ts";
import { TurnBudget } from "../../overload/turn-budget.ts";
import type { Refused } from "../../service/callers.ts";
import type { Entry } from "../../service/registry.ts";
import { newRequestId } from "../../service/request-id.ts";
import type { Service } from "../../service/service.ts";
import { type Arrival, noteArrival } from "./arrivals.ts";
import { ownRequestId } from "./call.ts";
import { errorBody } from "./errors.ts";
import { errorHeaders, usageHeaders } from "./headers.ts";
import type { Lifecycle } from "./lifecycle.ts";

export interface SheddingDependencies {
  service: Pick<Service, "registry" | "arrive">;
  lifecycle: Pick<Lifecycle, "isServing">;
  clock: Clock;
  log: Pick<FastifyBaseLogger, "info">;
  /** Called for each call that is rejected here, because no hook sees it. */
  onShed(path: string): void;
}

/** Milliseconds until the head and the whole request must have arrived. */
export interface SlowClients {
  headersTimeout: number;
  requestTimeout: number;
}

interface Refusal {
  second: number;
  error: WinnowError;
  head: string[];
  body: string;
}

/** Headers that need more than a standard rejection: left to the framework. */
const ASKS_FOR_MORE = ["origin", "prefer", "expect", "transfer-encoding"];
/** An unread body is still received, unless the connection ends with it. */
const MAX_UNREAD_BYTES = 64 * 1024;

/**
 * Under overload nearly all calls can only be rejected, and the cost of that is taken from calls being served. So they are
 * rejected before the framework runs and before a body is read, with the same error that the route would have sent. Unusual
 * calls are left to the framework; at most a few calls per turn of the event loop.
 */
export function createLoadShedding({ service, lifecycle, clock, log, onShed }: SheddingDependencies) {
  const refusals = new WeakMap<Refused["quota"], Refusal>();

  let rejected = 0;
  /** One line a second: a line for each would be a fifth of what a rejection costs. */
  function countRejected(): void {
    rejected++;
    if (rejected > 1) return;
    clock.after(1_000, () => {
      log.info({ rejected }, "calls rejected because of overload");
      rejected = 0;
    });
  }

  /** The same for a caller within a second, except for the request id. */
  function answerTo({ error, quota }: Refused, now: number): Refusal {
    const second = Math.ceil(now / 1000);
    const known = refusals.get(quota);
    if (known?.second === second && known.error === error) return known;
    const body = errorBody(error);
    const head = Object.entries({
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "x-execution-time": "0.000",
      "x-credits-charged": "0",
      ...usageHeaders(quota, now),
      ...errorHeaders(error),
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(body)),
    }).flat();
    const answer = { second, error, head, body };
    refusals.set(quota, answer);
    return answer;
  }

  /** Whether the call was rejected here. */
  function shed(entry: Entry, arrival: Arrival, request: IncomingMessage, response: ServerResponse): boolean {
    const { url = "", headers } = request;
    const secret = headers["access-token"];
    if (typeof secret !== "string") return false;
    arrival.keyHash = hashSecret(secret);
    const verdict = service.arrive(arrival.keyHash, entry, lifecycle.isServing && isPlain(headers));
    if ("arrived" in verdict) {
      arrival.arrived = verdict.arrived;
      response.once("close", verdict.arrived);
      return false;
    }
    const now = clock.now();
    const requestId = ownRequestId(headers) ?? newRequestId(now);
    const { head, body } = answerTo(verdict, now);
    response.writeHead(verdict.error.status, ["x-request-id", requestId, ...head]);
    response.end(body);
    onShed(url);
    countRejected();
    return true;
  }

  const budget = new TurnBudget();
  return function handle(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const arrival = noteArrival(request, clock.now());
    const entry = request.method === "POST" ? service.registry.byPath(request.url ?? "") : undefined;
    if (!entry) next();
    else if (!shed(entry, arrival, request, response)) budget.spend(String(request.headers["access-token"]), next);
  };
}

function isPlain(headers: IncomingMessage["headers"]): boolean {
  if (ASKS_FOR_MORE.some((name) => headers[name] !== undefined) || acceptsProblem(headers.accept)) return false;
  if (headers["x-request-id"] !== undefined && ownRequestId(headers) === undefined) return false;
  return Number(headers["content-length"] ?? 0) <= MAX_UNREAD_BYTES;
}

/** How often to look for slow clients. */
const CHECK_MS = 1_000;

/** Node's server as Fastify would create it, with a handler before the framework, and timeouts for slow clients. */
export const serverBehind =
  (
    handle: ReturnType<typeof createLoadShedding>,
    { headersTimeout, requestTimeout }: SlowClients,
  ): FastifyServerFactory =>
  (handler, options) =>
    createServer(
      {
        headersTimeout,
        requestTimeout,
        keepAliveTimeout: options.keepAliveTimeout as number,
        // Our own check answers in our own format.
        requireHostHeader: false,
        connectionsCheckingInterval: Math.min(CHECK_MS, headersTimeout),
      },
      (request, response) => handle(request, response, () => handler(request, response)),
    );
