/** A call that reached a stand-in site. */
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
 * A small web server of ours that answers in the site's own wire format, out of a generated catalogue. Plain
 * call and reply: the listening, compression and the faults are the same for all and live in `src/stand-ins`.
 */
export interface StandIn {
  answer(call: StandInCall): StandInReply | Promise<StandInReply>;
  /** The site's own challenge page, for the fault of that name. */
  challenge(call: StandInCall): StandInReply;
}
