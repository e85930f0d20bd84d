import type { Plans } from "../accounts/plans.ts";
import type { QueueState } from "./batcher.ts";
import type { Five } from "./windows.ts";

/**
 * What the store is asked to do, each in one step. Both stores take a list of these and answer with a list of
 * results; all that moves points or counts in a window is here.
 */
export type Command = AdmitCommand | SettleCommand | CreditCommand | AccrueCommand | ExpireCommand;

interface AboutAccount {
  accountId: string;
  now: number;
}

export interface AdmitCommand extends AboutAccount {
  do: "admit";
  keyId: string;
  /** Start of each window at `now`. */
  starts: Five;
  /** `YYYY-MM` at `now`, for the plan's monthly points. */
  month: string;
  requestId: string;
  endpoint: string;
  source: string;
  door: string;
  cost: number;
  timeout: number;
  expiresAt: number;
  params: string;
  idempotencyKey: string | null;
  digest: string | null;
  idempotencyEnds: number;
}

export interface SettleCommand extends AboutAccount {
  do: "settle";
  keyId: string;
  no: number;
  held: number;
  status: number;
  cost: number;
  results: number;
  upstreamPages: number;
  errorText: string | null;
  resultsEnd: string | null;
  resultsTotal: number | null;
  /** JSON. */
  resolved: string | null;
  /** Codes between commas. */
  warnings: string | null;
  age: number | null;
  /** Kept in the same step where it is to be replayed; null where there is no answer or nobody may ask again. */
  answer: { status: number; headers: string; body: string; expiresAt: number } | null;
}

export interface CreditCommand extends AboutAccount {
  do: "credit";
  kind: "grant" | "top_up" | "correction";
  amount: number;
  note: string | null;
}

/** Opens the account where it is new, and gives what the plan owes it. */
export interface AccrueCommand extends AboutAccount {
  do: "accrue";
  month: string;
  /** Given instead of what the plan owes; null for the plan's own. */
  instead: number | null;
}

/** Frees one hold whose process has died. */
export interface ExpireCommand extends AboutAccount {
  do: "expire";
  keyId: string;
  no: number;
}

export interface WindowUsage {
  plan: string;
  points: number;
  starts: Five;
  usage: Five;
}

export type AdmitResult =
  | (WindowUsage & { kind: "admitted"; no: number })
  | (WindowUsage & { kind: "over_window" | "not_enough_points" })
  | (WindowUsage & { kind: "over_spending_cap"; left: number })
  | (WindowUsage & { kind: "replay"; no: number })
  | { kind: "key_revoked" }
  | { kind: "key_expired" }
  | { kind: "running" }
  | { kind: "other_body" };

/** `resolved` is false where the hold had ended before. */
export interface SettleResult {
  charged: number;
  points: number;
  resolved: boolean;
}

export type CreditResult = { points: number } | { kind: "below_zero"; points: number };

export interface CommandResults {
  admit: AdmitResult;
  settle: SettleResult;
  credit: CreditResult;
  accrue: { points: number };
  expire: { resolved: boolean };
}

export type Result = CommandResults[Command["do"]];

/** Runs commands on the store; what waits together goes together. */
export interface LedgerEngine {
  run<C extends Command>(command: C): Promise<CommandResults[C["do"]]>;
  /** Goes the way of a command and writes something, as commands do; rejects where none could be done. */
  ping(): Promise<unknown>;
  queue(): QueueState;
  close(): Promise<void>;
}

/** How much the plan still owes: a month's points once a month (the rest of them after an upgrade), or its points once. */
export function pointsDue(
  plans: Plans,
  plan: string,
  granted: { month: string | null; points: number; once: boolean },
  month: string,
): number {
  const terms = plans[plan];
  if (!terms) return 0;
  if (terms.once) return granted.once ? 0 : terms.points;
  // A clock that steps back over the turn of a month does not give the old month's points again.
  const given = granted.month !== null && granted.month >= month ? granted.points : 0;
  return Math.max(0, terms.points - given);
}
