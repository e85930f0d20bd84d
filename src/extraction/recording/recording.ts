import { unpackAgain } from "../transport/unpack.ts";

/** One HTTP exchange with a site; each hop of a redirect is one. */
export interface RecordedExchange {
  /** Milliseconds since 1970. */
  at: number;
  url: string;
  method: "GET" | "POST";
  requestHeaders: Record<string, string>;
  requestBody: string | null;
  status: number;
  /** Lower-case names, without `set-cookie`. */
  headers: Record<string, string>;
  setCookies: string[];
  /** Unpacked. */
  body: Uint8Array;
}

/** An exchange as it is held: its body as it arrived, a tenth of a page. */
export interface HeldExchange extends RecordedExchange {
  isPacked: boolean;
}

/** The exchanges of a run with a site, and what the run was for. */
export interface Recording {
  source: string;
  /** Such as `/api/nlretail/products/search`. */
  operation: string;
  request: Record<string, unknown>;
  /** Actual addresses of the manifest's origins. */
  origins: Record<string, string>;
  /** The address that records have in place of a stand-in's; null for a live site. */
  shownAt?: string | null;
  startedAt: number;
  /** Some exchanges were omitted because of their size. */
  truncated: boolean;
  /** What the source remembered from earlier requests and this run used, so that it needs no response for it. */
  remembered: Array<[key: string, value: unknown]>;
  exchanges: RecordedExchange[];
}

/** A recording with the secrets of its pages, for whoever removes them elsewhere (`redacted`). */
export interface RawRecording extends Recording {
  exchanges: HeldExchange[];
}

export const unpackedExchange = ({ isPacked, ...exchange }: HeldExchange): RecordedExchange =>
  isPacked ? { ...exchange, body: unpackAgain(exchange.body, exchange.headers["content-encoding"] ?? "") } : exchange;
