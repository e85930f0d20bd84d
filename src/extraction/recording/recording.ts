/** One HTTP exchange with a site, as it was: each hop of a redirect is one. */
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

/** What a run asked a site for and got, and what the run was for. */
export interface Recording {
  source: string;
  /** Such as `/api/nlretail/products/search`. */
  operation: string;
  request: Record<string, unknown>;
  /** Where the origins of the source's manifest were. */
  origins: Record<string, string>;
  startedAt: number;
  /** Exchanges were left out, since there were too many bytes of them. */
  truncated: boolean;
  exchanges: RecordedExchange[];
}
