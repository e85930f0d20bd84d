import type { Facts, Records } from "./facts.ts";
import type { RecordStream } from "./record-stream.ts";
import type { TransferOptions } from "./settings.ts";

/** Options of one call besides its request. They override the client's transfer options. */
export interface CallOptions extends TransferOptions {
  /** Stops the call. The service stops its work and charges nothing. */
  signal?: AbortSignal;
  /** Rejects the call (403) if it could cost more points than this. */
  maxCost?: number;
  /** Calls with the same key run and are charged once in 24 hours. Defaults to a new key for each call. */
  idempotencyKey?: string;
  /** Your own UUID for the request, as shown in the history. */
  requestId?: string;
  /** Calls the site even if a cached response, which would be free, exists. */
  noCache?: boolean;
  /** Takes your account's own answer to an equal request of at most this many seconds ago, which is free. */
  maxAge?: number;
  /** If the site fails, takes one that is older by at most this many seconds. */
  staleIfError?: number;
  /** Up to three tags of your own, for usage by tag. */
  tag?: string | readonly string[];
  /** `none` keeps nothing of the call but its charge. A repeat after it succeeded has no answer to give. */
  retain?: "none";
  /** With a test key: what goes wrong. */
  fault?: "slow" | "wall" | "drift" | "empty";
  /** Marks the values as options for a person to pick from. A lookup at a stand-in is then free. */
  forPicker?: boolean;
}

/** The records together with the facts of the response. */
export interface Answer<Rec> extends Facts {
  records: Rec[];
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

/** One operation of the service. Call it for its records, or use one of its other methods. */
export interface Operation<Req, Rec> {
  /** All records, once they have arrived. The array's `facts` hold the cost and how the call ended. */
  (request: Req, options?: CallOptions): Promise<Records<Rec>>;
  /** The records and their facts as one object. */
  detailed(request: Req, options?: CallOptions): Promise<Answer<Rec>>;
  /**
   * Records as pages arrive. Failures before the first record are retried; later ones throw where the stream stopped, and
   * the same `idempotencyKey` then gives all records for the rest of the price.
   * Leaving the loop early stops the work, and records sent by then are charged. A stream that the service fails is free.
   */
  stream(request: Req, options?: CallOptions): RecordStream<Rec>;
  /** The most the request can cost. Checks everything, runs nothing, and is free. */
  preview(request: Req, options?: CallOptions): Promise<CostPreview>;
}

export type OperationMaker = <Req, Rec>(path: string) => Operation<Req, Rec>;
