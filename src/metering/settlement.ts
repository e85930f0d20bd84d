import type { Clock } from "../base/clock.ts";
import { storedFacts } from "../contract/answer-facts.ts";
import { WinnowError } from "../contract/errors.ts";
import { packBody } from "../store/packing.ts";
import { storable } from "../store/storable.ts";
import { isStoreUnavailable } from "../store/store-unavailable.ts";
import { factColumns, type LedgerEngine, type SettleCommand, type SettleResult } from "./commands.ts";
import type { HoldLeases } from "./hold-leases.ts";
import { type ResultStore, STORED_MS } from "./result-store.ts";
import type { EndedRequest, Hold, Outcome, Settlement, StoredAnswer } from "./types.ts";
import { outcomeWithoutTrace } from "./without-trace.ts";

/** How long a request may run past its own deadline, if its process lives. */
export const GRACE_MS = 30_000;
/** Retry interval for an unavailable store: a finished response is sent within a second of its return. */
const SETTLE_AGAIN_MS = 250;
const MIN_TRIES_MS = 2_000;

interface Deps {
  engine: Pick<LedgerEngine, "run">;
  clock: Clock;
  answers: ResultStore;
  /** Holds of calls with an Idempotency-Key: their responses are stored with the charge. */
  replayable: Set<string>;
  leases: Pick<HoldLeases, "drop">;
}

/** Ends holds: charges for the records and stores the response. */
export function createSettlement({ engine, clock, answers, replayable, leases }: Deps) {
  async function settle(hold: Hold, ended: Outcome): Promise<Settlement> {
    const keepsKey = hold.retention === "none";
    const outcome = keepsKey ? outcomeWithoutTrace(ended) : ended;
    const now = clock.now();
    const { answer } = outcome;
    const withSettlement = replayable.delete(hold.id) || outcome.durable === true;
    const deadline = Math.max(hold.expiresAt - GRACE_MS, now + MIN_TRIES_MS);
    const command: SettleCommand = {
      do: "settle",
      accountId: hold.accountId,
      keyId: hold.keyId,
      now,
      no: Number(hold.id),
      held: hold.amount,
      status: outcome.status,
      cost: outcome.status === 200 ? Math.min(outcome.cost, hold.amount) : 0,
      results: outcome.results,
      upstreamPages: outcome.upstreamPages,
      errorText: outcome.errorText === null ? null : storable(outcome.errorText),
      ...storedFacts(outcome.facts ?? null),
      answer: withSettlement && answer ? await packed(answer, now + STORED_MS) : null,
      keepsKey,
    };
    const { charged, points, resolved } = await settleForCertain(command, deadline).finally(() => leases.drop(hold));
    if (answer && !withSettlement && resolved) answers.keep(hold, answer, now + STORED_MS);
    return { charged, points, ended: resolved ? endedBy(command, charged) : null };
  }

  /** A hold is resolved once however often it is settled, so an unavailable store is retried up to the deadline. */
  async function settleForCertain(command: SettleCommand, deadline: number): Promise<SettleResult> {
    for (;;) {
      try {
        return await engine.run(command);
      } catch (error) {
        if (clock.now() + SETTLE_AGAIN_MS >= deadline) throw storeAwayOr(error);
        await new Promise<void>((resolve) => clock.after(SETTLE_AGAIN_MS, resolve));
      }
    }
  }

  return settle;
}

const endedBy = (command: SettleCommand, cost: number): EndedRequest => ({
  status: command.status,
  cost,
  results: command.results,
  pages: command.upstreamPages,
  errorText: command.errorText,
  facts: factColumns(command),
});

const packed = async (
  { status, headers, body }: StoredAnswer,
  expiresAt: number,
): Promise<SettleCommand["answer"]> => ({
  status,
  headers: JSON.stringify(headers),
  body: Buffer.from(await packBody(body)).toString("base64"),
  expiresAt,
});

/** The caller's error if the store is unavailable; any other error as it is. */
export const storeAwayOr = (error: unknown): unknown =>
  isStoreUnavailable(error) ? new WinnowError("unavailable", undefined, { cause: error }) : error;
