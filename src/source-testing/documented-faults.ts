import type { FaultKind, HostileKind } from "../stand-ins/faults.ts";

export interface DocumentedFault {
  fault: string;
  /** Status and code that the caller gets. */
  answer: string;
  /** Status and code that a source may return instead. */
  or?: string;
}

/**
 * What a caller gets for each fault of the site. Every fault has a row here or in `hostile-sites.ts`. `or` is for sources
 * that handle redirects themselves, because their sites use one to report a missing item.
 */
export const documentedFaults: Record<Exclude<FaultKind, HostileKind>, DocumentedFault[]> = {
  refuse: [{ fault: "refuse", answer: "412 not_responding" }],
  reset: [{ fault: "reset:1", answer: "412 not_responding" }],
  hang: [{ fault: "hang", answer: "408 deadline" }],
  drip: [{ fault: "drip:20", answer: "408 deadline" }],
  huge: [{ fault: "huge", answer: "500 unreadable" }],
  bomb: [{ fault: "bomb", answer: "500 unreadable" }],
  charset: [{ fault: "charset", answer: "200 ok" }],
  truncate: [{ fault: "truncate", answer: "412 not_responding" }],
  circle: [{ fault: "circle", answer: "412 blocked", or: "500 unreadable" }],
  elsewhere: [{ fault: "elsewhere", answer: "412 blocked", or: "412 no_such_thing" }],
  "403": [{ fault: "403", answer: "412 blocked" }],
  "429": [
    { fault: "429", answer: "412 asked_to_wait" },
    { fault: "429:1", answer: "412 blocked" },
    { fault: "429:3600", answer: "412 asked_to_wait" },
  ],
  "500": [
    { fault: "500", answer: "412 not_responding" },
    { fault: "500:30", answer: "200 ok" },
  ],
  challenge: [{ fault: "challenge", answer: "412 blocked" }],
  interstitial: [{ fault: "interstitial", answer: "412 blocked" }],
  rename: [{ fault: "rename", answer: "500 unreadable" }],
  cents: [{ fault: "cents:price", answer: "200 ok" }],
  latency: [
    { fault: "latency:20", answer: "200 ok" },
    { fault: "latency:60000", answer: "408 deadline" },
  ],
};
