/** One HTTP exchange, without redirects, retries or rate limits. */
export interface Exchange {
  url: URL;
  method: "GET" | "POST";
  headers: Record<string, string>;
  body: string | null;
  /** Whether a browser opens it as a page or fetches it as data; by what it accepts unless given. */
  as?: "page" | "data";
  /** Whether what came is a wall (an interstitial, a challenge): a browser waits until it lets it through. */
  isWall?(answer: RawAnswer): boolean;
  /** How long a browser waits for a wall to let it through, at the most: there must be time left to say that it did not. */
  patienceMs?: number;
  signal: AbortSignal;
  /** Unpacked bytes the answer may have. */
  maxBytes: number;
  /** Called as bytes arrive, packed. */
  onBytes(count: number): void;
}

export interface RawAnswer {
  status: number;
  /** Lower-case names; repeated ones joined with a comma. */
  headers: Record<string, string>;
  setCookies: string[];
  /** Unpacked. */
  body: Uint8Array;
}

/** A way to reach a site: direct, through a proxy, or through a remote browser. */
export interface Transport {
  send(exchange: Exchange): Promise<RawAnswer>;
  close(): Promise<void>;
}
