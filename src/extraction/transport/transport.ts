/** One HTTP exchange, without redirects, retries or rate limits. */
export interface Exchange {
  url: URL;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body: string | null;
  /** Whether a browser opens it as a page or fetches it as data; by default, depends on the accept header. */
  as?: "page" | "data";
  /** Whether the response is a wall (an interstitial, a challenge): a browser waits until it passes. */
  isWall?(answer: RawAnswer): boolean;
  /** Maximum time that a browser waits for a wall, which leaves time to report that it did not pass. */
  patienceMs?: number;
  signal: AbortSignal;
  /** Maximum unpacked bytes of the response. */
  maxBytes: number;
  /** Called as packed bytes arrive. */
  onBytes(count: number): void;
}

export interface RawAnswer {
  status: number;
  /** Lower-case names; repeated ones joined with a comma. */
  headers: Record<string, string>;
  setCookies: string[];
  /** Unpacked. */
  body: Uint8Array;
  /** The body as it arrived, if it had a `content-encoding`. */
  packed?: Uint8Array;
}

/** Access to a site: direct, through a proxy, or through a remote browser. */
export interface Transport {
  send(exchange: Exchange): Promise<RawAnswer>;
  close(): Promise<void>;
}
