import { findPlan, maxQueuedItems, type Plans } from "../accounts/plans.ts";
import type { Caller } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import { WinnowError } from "../contract/errors.ts";
import { limits } from "../limits/limits.ts";
import type { MeteringService } from "../metering/metering.ts";
import { capReached, readCapLeft } from "../metering/spending-cap.ts";
import { newCallState } from "../service/operation-call.ts";
import { notEnoughPoints } from "../service/refusal.ts";
import type { Service } from "../service/service.ts";
import type { Store } from "../store/open-store.ts";
import { ownerId } from "../store/practice-id.ts";
import type { BatchSubmission } from "./types.ts";

export interface QueueBoundsDeps {
  store: Store;
  plans: Plans;
  service: Pick<Service, "costOf" | "quote" | "waitingPoints">;
  metering: Pick<MeteringService, "peek">;
  clock: Clock;
}

export type QueueBounds = ReturnType<typeof createQueueBounds>;

/** Limits how much an account may have queued. Checked before anything is stored. */
export function createQueueBounds({ store: { db }, plans, service, metering, clock }: QueueBoundsDeps) {
  /** Counts queued jobs, up to `most`. Items of batches being stored are counted with their batch. */
  async function waiting(accountId: string, max: number): Promise<number> {
    const { jobs } = await db
      .selectFrom((from) =>
        from
          .selectFrom("jobs")
          .where("account_id", "=", accountId)
          .where("status", "=", "queued")
          .where(({ or, eb, not, exists, selectFrom }) =>
            or([
              eb("batch_id", "is", null),
              not(
                exists(
                  selectFrom("batches")
                    .whereRef("batches.id", "=", "jobs.batch_id")
                    .where("batches.status", "=", "admitting")
                    .select("batches.id"),
                ),
              ),
            ]),
          )
          .limit(max)
          .select("id")
          .as("waiting"),
      )
      .select(({ fn }) => fn.countAll<number>().as("jobs"))
      .executeTakeFirstOrThrow();
    return Number(jobs);
  }

  /** Rejects work that would exceed the plan's queue. `reserved` is already taken by batches being stored. */
  async function refuseBeyondQueue(accountId: string, more: number, reserved = 0): Promise<void> {
    const account = db.selectFrom("accounts").where("id", "=", ownerId(accountId));
    const { plan } = await account.select("plan").executeTakeFirstOrThrow();
    const max = maxQueuedItems(findPlan(plans, plan));
    const queued = reserved + (await waiting(accountId, max + 1));
    if (queued + more <= max) return;
    throw tooMany(
      `On the plan "${plan}" at most ${max} requests of jobs and batches wait at once; ${queued} are waiting, and this is ${more} more. Wait until some have run, or cancel a batch with DELETE /batches/{id}.`,
    );
  }

  return {
    refuseBeyondQueue,

    /** Rejects work whose next run the spending caps do not cover. */
    async refuseBeyondCap(caller: Caller, cost: number): Promise<void> {
      const cap = await readCapLeft(db, caller.key.id);
      if (cap.left < cost) throw capReached(cap, `the next request can cost ${cost}`, "Nothing was changed.");
    },

    /** Whether the account's points and the spending caps cover this cost. */
    canPay: async (caller: Caller, cost: number): Promise<boolean> =>
      (await metering.peek(caller)).points >= cost && (await readCapLeft(db, caller.key.id)).left >= cost,

    /** Called once the batch's own row is stored but none of its items, so that concurrent batches count each other. */
    async refuseBatch(accountId: string, batch: { id: string; total: number }): Promise<void> {
      const rows = await db
        .selectFrom("batches")
        .where("account_id", "=", accountId)
        .select(["id", "status", "total", "ended_at"])
        .limit(limits.batchesKept.max + 1)
        .execute();
      if (rows.length > limits.batchesKept.max) {
        throw tooMany(`An account keeps at most ${limits.batchesKept.max} batches of the last 30 days.`);
      }
      const open = rows.filter(({ ended_at }) => ended_at === null);
      if (open.length > limits.openBatches.max) {
        throw tooMany(
          `At most ${limits.openBatches.max} batches of an account are open at once. Wait until one has ended, or cancel one with DELETE /batches/{id}.`,
        );
      }
      const others = open.filter(({ id, status }) => status === "admitting" && id !== batch.id);
      await refuseBeyondQueue(accountId, batch.total, sum(others.map(({ total }) => total)));
    },

    /** Rejects a batch that cannot pay for a single request: it would only wait. */
    async refuseUnpayable({ entry, requests, caller, options }: BatchSubmission): Promise<void> {
      const costOf = (request: Record<string, unknown>) => service.costOf(entry, request);
      const request = requests.reduce((cheapest, one) => (costOf(one) < costOf(cheapest) ? one : cheapest));
      const cost = await service.quote({ entry, request, caller, options, state: newCallState(clock.now()) });
      const { points } = await metering.peek(caller);
      const need = `the cheapest request of this batch can cost ${cost}`;
      if (points < cost) {
        const waiting = await service.waitingPoints(caller.account.id);
        throw notEnoughPoints(need, { points, waiting }, "Nothing was stored.");
      }
      const cap = await readCapLeft(db, caller.key.id);
      if (cap.left < cost) throw capReached(cap, need, "Nothing was stored.");
    },
  };
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

export const tooMany = (words: string, seconds = 60): WinnowError =>
  new WinnowError("rate_limited", words, { headers: { "retry-after": String(seconds) } });
