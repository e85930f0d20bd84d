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

/** A thing of a stand-in's catalogue, as its address shows it to people. */
export interface StandInPage {
  title: string;
  facts?: Record<string, string | number | null | undefined>;
}

/**
 * A small web server that responds in the site's own wire format from a generated catalogue. It only maps requests to
 * replies: listening, compression and faults are shared and live in `src/stand-ins`.
 */
export interface StandIn {
  /** What a person sees at the address of a record; by default, what the site sends there. */
  page?(url: URL): StandInPage | null;
  answer(call: StandInCall): StandInReply | Promise<StandInReply>;
  /** The site's own challenge page, for the `challenge` fault. */
  challenge(call: StandInCall): StandInReply;
}
