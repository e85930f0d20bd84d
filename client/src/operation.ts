import type { Facts, Records } from "./facts.ts";
import type { OptionsOfCall } from "./generated/options.ts";
import type { RecordStream } from "./record-stream.ts";
import type { TransferOptions } from "./settings.ts";

/** Options of one call besides its request. They override the client's transfer options. */
export interface CallOptions extends TransferOptions, OptionsOfCall {
  /** Stops the call. The service stops its work and charges nothing. */
  signal?: AbortSignal;
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
