import type { Plan } from "../accounts/plans.ts";
import type { QueueState } from "../base/batcher.ts";
import type { FactColumns, StoredFacts } from "../contract/answer-facts.ts";
import type { CapOwner } from "./types.ts";
import type { Five } from "./windows.ts";

/**
 * A change requested of the store, each one step. Both stores take a list of these and return a list of results. Everything
 * that moves points or counts in a window is here.
 */
export type Command = AdmitCommand | SettleCommand | CreditCommand | AccrueCommand | ExpireCommand | RecallCommand;

interface AboutAccount {
  accountId: string;
  now: number;
}

export interface AdmitCommand extends AboutAccount {
  do: "admit";
  keyId: string;
  /** Start of each window at `now`. */
  starts: Five;
  /** Holds that were over by then belong to dead processes; 0 while living ones may not have renewed theirs. */
  deadAt: number;
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
  tags: string | null;
  idempotencyKey: string | null;
  digest: string | null;
  idempotencyEnds: number;
  /** Digest of the operation and its values, by which equal requests of the account are found; null leaves no such trace. */
  question: string | null;
  /** Reports an equal request that runs, or has ended since then, instead of admitting another; null admits it anyway. */
  equalSince: number | null;
}

export interface SettleCommand extends AboutAccount, StoredFacts {
  do: "settle";
  keyId: string;
  no: number;
  held: number;
  status: number;
  cost: number;
  results: number;
  upstreamPages: number;
  errorText: string | null;
  /** Stored in the same step if it may be replayed; null if there is no response or nobody may request it again. */
  answer: { status: number; headers: string; body: string; expiresAt: number } | null;
  /** Whether a success without a stored response still uses up its Idempotency-Key. */
  keepsKey: boolean;
}

/** Spelled out: the table of facts has schemas, whose library takes longer to load than the ledger's whole thread. */
export const factColumns = (command: SettleCommand): FactColumns => ({
  results_end: command.resultsEnd,
  results_total: command.resultsTotal,
  resolved: command.resolved,
  warnings: command.warnings,
  age: command.age,
  stand_in: command.standIn,
  recalled: command.recalled,
});

export interface CreditCommand extends AboutAccount {
  do: "credit";
  kind: "grant" | "top_up" | "correction";
  amount: number;
  note: string | null;
}

/** Opens the account if it is new, and grants what the plan owes it. */
export interface AccrueCommand extends AboutAccount {
  do: "accrue";
  month: string;
  /** Granted instead of what the plan owes; null for the plan's own. */
  instead: number | null;
}

/** Releases one hold whose process has died. */
export interface ExpireCommand extends AboutAccount {
  do: "expire";
  keyId: string;
  no: number;
}

/** Returns the charge of a request whose records were wrong: once, however many recalls name it. */
export interface RecallCommand extends AboutAccount {
  do: "recall";
  keyId: string;
  no: number;
  recallNo: number;
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
  | (WindowUsage & { kind: "over_spending_cap"; whose: CapOwner; left: number })
  | (WindowUsage & { kind: "replay"; no: number })
  | { kind: "key_revoked" }
  | { kind: "key_expired" }
  | { kind: "equal"; no: number }
  /** Its process is heard of until then. */
  | { kind: "running"; until: number }
  | { kind: "not_kept" }
  | { kind: "other_body" };

/** `resolved` is false if the hold had already ended. */
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
  /** What this command returned: 0 if nothing was charged, or it had been returned before. */
  recall: { returned: number };
}

export type Result = CommandResults[Command["do"]];

/** Runs commands on the store. Queued commands are sent together. */
export interface LedgerEngine {
  run<C extends Command>(command: C): Promise<CommandResults[C["do"]]>;
  /** Takes the same path as a command and writes something, as commands do. Rejects if no command could be run. */
  ping(): Promise<unknown>;
  queue(): QueueState;
  close(): Promise<void>;
}

/** How much the plan still owes: a month's points once a month (the rest after an upgrade), or its points once. */
export function pointsDue(
  terms: Plan | undefined,
  granted: { month: string | null; points: number; once: boolean },
  month: string,
): number {
  if (!terms) return 0;
  if (terms.once) return granted.once ? 0 : terms.points;
  // A clock that steps back over the turn of a month does not grant the old month's points again.
  const given = granted.month !== null && granted.month >= month ? granted.points : 0;
  return Math.max(0, terms.points - given);
}
