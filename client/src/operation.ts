/** What a single call may say besides its request. */
export interface CallOptions {
  /** Stops the call; the service stops its work and charges nothing. */
  signal?: AbortSignal;
  /** Refuses (403) the call where it could cost more points than this. */
  maxCost?: number;
  /** Calls with the same key are run and charged once in 24 hours; a new one for each call unless given. */
  idempotencyKey?: string;
  /** A UUID of your own for the request, as it stands in the history. */
  requestId?: string;
  /** Asks the site although an answer is kept, which would be free. */
  noCache?: boolean;
  /** How often a failed attempt is repeated; the client's own number unless given. */
  retries?: number;
  /** Told before each wait for another attempt. */
  onRetry?: (retry: Retry) => void;
}

export interface Retry {
  /** 1 for the first repetition. */
  attempt: number;
  /** Milliseconds until it. */
  delay: number;
  /** Why the last attempt failed. */
  error: Error;
}

/** The records together with what the answer's headers say. */
export interface Answer<Rec> {
  records: Rec[];
  requestId: string;
  /** 0 where the answer is that of an earlier call with the same idempotency key. */
  creditsCharged: number;
  pointsLeft: number;
  /** Seconds it took the service. */
  seconds: number;
  /** Whether the answer is that of an earlier call with the same idempotency key. */
  replayed: boolean;
  /** Seconds since the site was asked, where the answer was a kept one, which is free; null where it was asked now. */
  age: number | null;
}

export interface Window {
  name: "ten_second" | "minutely" | "hourly" | "daily" | "monthly";
  limit: number;
  usage: number;
  resets_at: string;
}

export interface CostPreview {
  /** The most the request can cost, in points. */
  max_cost: number;
  /** Points left on the account. */
  points: number;
  windows: Window[];
}

/** One operation of the service: call it for its records, or use one of its other ways. */
export interface Operation<Req, Rec> {
  /** All records, once they are there. */
  (request: Req, options?: CallOptions): Promise<Rec[]>;
  /** The records with cost, points left and request id. */
  detailed(request: Req, options?: CallOptions): Promise<Answer<Rec>>;
  /**
   * Records as pages arrive. What fails before the first is repeated; what fails later throws where it stopped.
   * Leaving the loop early stops the work; what was sent by then is charged. One that the service fails is free.
   */
  stream(request: Req, options?: CallOptions): AsyncGenerator<Rec, void, undefined>;
  /** What the request can cost at most. Checks everything, runs nothing, and is free. */
  preview(request: Req, options?: CallOptions): Promise<CostPreview>;
}

export type OperationMaker = <Req, Rec>(path: string) => Operation<Req, Rec>;
