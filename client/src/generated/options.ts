// biome-ignore-all format: written by `npm run docs`, out of the schemas of the operations.
export interface OptionsOfCall {
  /** Calls with the same key run and are charged once in 24 hours. Defaults to a new key for each call. */
  idempotencyKey?: string;
  /** Refuses a call or a batch (403) that could cost more points than this. */
  maxCost?: number;
  /** `none` keeps nothing of the request and the response but the time, the operation, the status and the cost. A repeat with the same `Idempotency-Key` is then 422 `result_not_kept`. Not with `Prefer: respond-async` or `x-evidence`. */
  retain?: "none";
  /** For usage by tag (`GET /token/tags`): up to 3 tags, separated by commas, each of 1 to 40 letters, digits, dots, underscores, colons and dashes, such as team-a. */
  tag?: string | readonly string[];
  /** With a test key: what goes wrong. */
  fault?: "slow" | "wall" | "drift" | "empty";
  /** Your own UUID for the request, as shown in the history. */
  requestId?: string;
  /** Marks the values as options for a person to pick from. A lookup at a stand-in is then free. */
  forPicker?: boolean;
  /** Calls the site even if a cached response, which would be free, exists. */
  noCache?: boolean;
  /** Takes your account's own answer to an equal request of at most this many seconds ago, free. By default the site is asked. */
  maxAge?: number;
  /** If the site fails, takes an answer that is older by at most this many seconds. */
  staleIfError?: number;
}

/** Where each is sent: in a header, or as a directive of one. */
export const callHeaders: Record<string, readonly [header: string, directive?: string]> = {
  idempotencyKey: ["idempotency-key"],
  maxCost: ["x-max-cost"],
  retain: ["x-retain"],
  tag: ["x-tag"],
  fault: ["x-fault"],
  requestId: ["x-request-id"],
  forPicker: ["x-picker"],
  noCache: ["cache-control","no-cache"],
  maxAge: ["cache-control","max-age"],
  staleIfError: ["cache-control","stale-if-error"],
};

export interface OptionsOfJob {
  /** Calls with the same key run and are charged once in 24 hours. Defaults to a new key for each call. */
  idempotencyKey?: string;
  /** `keep`: a job that reaches its timeout keeps the records that it has, and is charged for them. */
  partial?: "keep";
  /** URL that gets a webhook when the job ends, signed with the account's own secret. */
  webhookUrl?: string;
  /** Refuses a call or a batch (403) that could cost more points than this. */
  maxCost?: number;
  /** For usage by tag (`GET /token/tags`): up to 3 tags, separated by commas, each of 1 to 40 letters, digits, dots, underscores, colons and dashes, such as team-a. */
  tag?: string | readonly string[];
  /** With a test key: what goes wrong. */
  fault?: "slow" | "wall" | "drift" | "empty";
  /** Calls the site even if a cached response, which would be free, exists. */
  noCache?: boolean;
  /** Takes your account's own answer to an equal request of at most this many seconds ago, free. By default the site is asked. */
  maxAge?: number;
  /** If the site fails, takes an answer that is older by at most this many seconds. */
  staleIfError?: number;
}

/** Where each is sent: in a header, or as a directive of one. */
export const jobHeaders: Record<string, readonly [header: string, directive?: string]> = {
  idempotencyKey: ["idempotency-key"],
  partial: ["prefer","partial"],
  webhookUrl: ["webhook-url"],
  maxCost: ["x-max-cost"],
  tag: ["x-tag"],
  fault: ["x-fault"],
  noCache: ["cache-control","no-cache"],
  maxAge: ["cache-control","max-age"],
  staleIfError: ["cache-control","stale-if-error"],
};
