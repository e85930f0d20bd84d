import type { Facts, Records } from "./facts.ts";
import type { RecordStream } from "./record-stream.ts";
import type { TransferOptions } from "./settings.ts";

/** What a single call may say besides its request; what it says of the transfer goes before what the client says. */
export interface CallOptions extends TransferOptions {
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
  /** The values are for a person to pick from: a lookup of a stand-in costs nothing then. */
  forPicker?: boolean;
}

/** The records together with what the answer's headers say. */
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

/** One operation of the service: call it for its records, or use one of its other ways. */
export interface Operation<Req, Rec> {
  /** All records, once they are there; `facts` of the array says what they cost and how it ended. */
  (request: Req, options?: CallOptions): Promise<Records<Rec>>;
  /** The records and their facts as one object. */
  detailed(request: Req, options?: CallOptions): Promise<Answer<Rec>>;
  /**
   * Records as pages arrive. What fails before the first is repeated; what fails later throws where it stopped.
   * Leaving the loop early stops the work; what was sent by then is charged. One that the service fails is free.
   */
  stream(request: Req, options?: CallOptions): RecordStream<Rec>;
  /** What the request can cost at most. Checks everything, runs nothing, and is free. */
  preview(request: Req, options?: CallOptions): Promise<CostPreview>;
}

export type OperationMaker = <Req, Rec>(path: string) => Operation<Req, Rec>;
