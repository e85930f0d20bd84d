import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { KeyHolder } from "../accounts/types.ts";
import type { Clock } from "../clock.ts";
import type { Service } from "../service/service.ts";

export interface HistoryQuery {
  start: number | null;
  end: number | null;
  limit: number;
  cursor: string | null;
}

/** What the token routes ask of the metering. */
export interface TokenQueries {
  statistic(holder: KeyHolder): Promise<unknown[]>;
  requests(holder: KeyHolder, query: HistoryQuery): Promise<{ rows: unknown[]; next_cursor: string | null }>;
  countRequests(holder: KeyHolder, query: HistoryQuery): Promise<number>;
}

export interface ServerParts {
  service: Service;
  tokens: TokenQueries;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Addresses whose `X-Forwarded-For` is believed. */
  trustProxy?: string;
  /** Whether the store answers: what `/health` says. */
  healthy(): Promise<boolean>;
  /** Doors other than the API (dashboard, MCP), each a plugin of its own. */
  doors?: Array<(server: FastifyInstance) => void | Promise<void>>;
}
