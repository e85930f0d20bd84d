import type { Caller, Retention } from "../accounts/types.ts";
import type { AnswerFacts, FactColumns } from "../contract/answer-facts.ts";

export const windowNames = ["ten_second", "minutely", "hourly", "daily", "monthly"] as const;
export type WindowName = (typeof windowNames)[number];

export interface WindowState {
  name: WindowName;
  limit: number;
  usage: number;
  /** When the current window ends, milliseconds since 1970. */
  resets_at: number;
}

/** A request whose key, permission and body have been checked, to be admitted. */
export interface AdmissionRequest {
  requestId: string;
  caller: Caller;
  /** The operation's path. */
  endpoint: string;
  source: string;
  entryPoint: "http" | "mcp" | "dashboard" | "jobs";
  /** The maximum cost, which is held. */
  maxCost: number;
  timeoutSeconds: number;
  /** How long a job's hold lasts, since it may wait and restart; a call's ends with its process. */
  holdSeconds?: number;
  /** The parsed body, for the history. */
  params: Record<string, unknown>;
  /** `Idempotency-Key` and a digest of operation and body. */
  idempotency: { key: string; digest: string } | null;
  /** The caller's own tags, as `contract/tags.ts` reads them. */
  tags?: string | null;
  /** `none` stores of it only when it was, its operation, its status and its cost. */
  retention?: Retention;
  /** By which equal requests of the account find this one; null if none may. */
  question?: string | null;
  /** Reports an equal request that runs, or has ended since then, instead of admitting this one. */
  equalSince?: number | null;
}

/** Whose spending cap it is: the key's, or that of the member who has the key. */
export type CapOwner = "key" | "member";

export type Admission =
  | { kind: "admitted"; hold: Hold; points: number; windows: WindowState[] }
  | { kind: "over_window"; window: WindowState; points: number; windows: WindowState[] }
  | { kind: "not_enough_points"; points: number; windows: WindowState[] }
  | { kind: "over_spending_cap"; whose: CapOwner; left: number; points: number; windows: WindowState[] }
  /** The key was revoked, or has expired, since it was looked up. */
  | { kind: "key_ended"; why: "key_revoked" | "key_expired" }
  | { kind: "replay"; answer: KeptAnswer; points: number; windows: WindowState[] }
  /** An equal request of the account runs, or has just ended. */
  | { kind: "equal"; no: number }
  /** A repeat is admitted then, unless the first request still runs. */
  | { kind: "running"; until: number }
  /** A request with this Idempotency-Key has succeeded, and its response was not kept. */
  | { kind: "not_kept" }
  | { kind: "other_body" };

/** What an admitted request holds until it is settled, exactly once. */
export interface Hold {
  id: string;
  requestId: string;
  accountId: string;
  keyId: string;
  amount: number;
  startedAt: number;
  expiresAt: number;
  retention?: Retention;
}

/** A stored response, with the request it was made for. */
export interface KeptAnswer extends StoredAnswer {
  requestId: string;
  /** Unique, while the caller may have chosen the request's id. */
  requestNo: number;
  accountId: string;
  expiresAt: number;
}

/** A stored response whose body is read as it is needed, in bounded pieces. */
export interface OpenAnswer extends Omit<KeptAnswer, "body"> {
  /** The body from its beginning. */
  pieces(): AsyncIterable<Buffer>;
}

export interface StoredAnswer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** How an admitted request ended. */
export interface Outcome {
  status: number;
  /** The cost: 0 unless the status is 200. */
  cost: number;
  results: number;
  errorText: string | null;
  /** Pages requested from the site. */
  upstreamPages: number;
  /** Facts of the response; null if there is none. */
  facts?: AnswerFacts | null;
  /** The response as sent, stored for idempotent replay, the dashboard's request page and MCP paging. */
  answer: StoredAnswer | null;
  /** Whether the response is written in the settlement's own step: then it exists if, and only if, it was charged. */
  durable?: boolean;
}

export interface Settlement {
  charged: number;
  points: number;
  /** What the request's row says now; null if another settlement had ended it. */
  ended: EndedRequest | null;
}

/** How a request ended, as its row says. */
export interface EndedRequest {
  status: number;
  cost: number;
  results: number;
  pages: number;
  errorText: string | null;
  facts: FactColumns;
}

/** A whole response of the account to an equal request. */
export interface EarlierAnswer extends KeptAnswer {
  endedAt: number;
  results: number;
}

/** Which earlier answers count. */
export interface Equal {
  accountId: string;
  endpoint: string;
  question: string;
  /** Answered then or later. */
  since: number;
}

/** Admission and settlement. Everything else about points and windows is behind this interface. */
export interface Metering {
  admit(request: AdmissionRequest): Promise<Admission>;
  settle(hold: Hold, outcome: Outcome): Promise<Settlement>;
  /** Points and current windows of a key, without counting anything. */
  peek(caller: Caller): Promise<{ points: number; windows: WindowState[] }>;
  /** The newest whole response to an equal request that may be given again. */
  findEqual(equal: Equal): Promise<EarlierAnswer | null>;
  /** Whether an equal request that was admitted before this one still runs. */
  runsEarlier(equal: Pick<Equal, "accountId" | "question">, no: number): Promise<boolean>;
  /** Whether a request has ended, or its process is presumed dead. */
  hasEnded(no: number): Promise<boolean>;
}
