/** A request that reached a stand-in site. */
export interface StandInCall {
  method: string;
  /** Absolute, with the stand-in's own origin. */
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface StandInReply {
  status: number;
  headers?: Record<string, string>;
  body: string | Uint8Array;
}

/**
 * A small web server that responds in the site's own wire format from a generated catalogue. It only maps requests to
 * replies: listening, compression and faults are shared and live in `src/stand-ins`.
 */
export interface StandIn {
  answer(call: StandInCall): StandInReply | Promise<StandInReply>;
  /** The site's own challenge page, for the `challenge` fault. */
  challenge(call: StandInCall): StandInReply;
}
