import { Agent, request } from "undici";
import { percentile } from "../support/percentile.ts";

export interface Target {
  url: string;
  key: string;
}

export interface Answered {
  status: number;
  ms: number;
  requestId: string | null;
  charged: number;
  /** Code of a Winnow error; null if the balancer itself responded. */
  code: string | null;
}

export const headersFor = ({ key }: Target) => ({ "content-type": "application/json", "access-token": key });

export const callBody = (timeout: number): string => JSON.stringify({ shelf: "top", count: 5, timeout });

/** Calls over keep-alive connections, and their outcomes. */
export class Load {
  readonly answers: Answered[] = [];
  readonly #agent: Agent;
  readonly #target: Target;

  constructor(target: Target, connections: number) {
    this.#target = target;
    this.#agent = new Agent({ connections, pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 });
  }

  async call(timeout = 20): Promise<Answered> {
    const startedAt = performance.now();
    const answered: Answered = { status: 0, ms: 0, requestId: null, charged: 0, code: null };
    try {
      const { statusCode, headers, body } = await request(`${this.#target.url}/api/toy/things`, {
        method: "POST",
        headers: headersFor(this.#target),
        body: callBody(timeout),
        dispatcher: this.#agent,
      });
      await body.dump();
      answered.status = statusCode;
      answered.code = (headers["x-error-code"] as string | undefined) ?? null;
      answered.requestId = headers["x-request-id"] as string;
      answered.charged = Number(headers["x-credits-charged"] ?? 0);
    } catch {
      // Status 0 means no response.
    }
    answered.ms = performance.now() - startedAt;
    this.answers.push(answered);
    return answered;
  }

  /** Runs a number of callers, each with one call at a time. The returned function ends them, once there are as many answers. */
  closedLoop(callers: number): (atLeast?: number) => Promise<void> {
    let enough = Number.POSITIVE_INFINITY;
    const caller = async () => {
      while (this.answers.length < enough) await this.call();
    };
    const loop = Promise.all(Array.from({ length: callers }, caller));
    return async (atLeast = 0) => {
      enough = atLeast;
      await loop;
      await this.close();
    };
  }

  count = (status: number): number => this.answers.filter((answer) => answer.status === status).length;

  close = (): Promise<void> => this.#agent.destroy();
}

/** A percentile of the milliseconds that calls took. */
export const latency = (answers: Answered[], share: number): number =>
  percentile(
    answers.map(({ ms }) => ms),
    share,
  );
