import type { Clock } from "../base/clock.ts";
import type { Store } from "../store/open-store.ts";
import { lockAccount } from "./account-row.ts";
import { listDelegated } from "./delegated-kinds.ts";
import { type EndingTools, endDelegated } from "./end-delegated.ts";
import type { Delegated } from "./types.ts";

interface AccessDeps extends EndingTools {
  store: Pick<Store, "db">;
  clock: Clock;
}

export type DelegatedAccess = ReturnType<typeof createDelegatedAccess>;

const WHY = "Stopped when the password was reset. Resume it if it is yours.";

/**
 * What acts for an account by itself or leads out of it. Members can review it, and it stops with whoever set it up.
 * `delegated-kinds.ts` lists the kinds.
 */
export function createDelegatedAccess({ store: { db }, clock, ...tools }: AccessDeps) {
  return {
    list: (accountId: string, personId?: string): Promise<Delegated[]> =>
      listDelegated(db, { accountId, now: clock.now(), ...(personId !== undefined && { personId }) }),

    /**
     * Stops everything that a person set up (keys only if requested), in every account of theirs, because an intruder may
     * have set it up. Returns what there was, with its new state.
     */
    async stop(personId: string, { keys }: { keys: boolean }): Promise<Delegated[]> {
      const members = await db.selectFrom("members").where("person_id", "=", personId).select("account_id").execute();
      const stopped: Delegated[] = [];
      for (const accountId of [personId, ...members.map(({ account_id }) => account_id)]) {
        const items = await db.transaction().execute(async (trx) => {
          await lockAccount(trx, accountId);
          if (accountId === personId)
            await trx
              .updateTable("accounts")
              .set((column) => ({ webhook_secret_no: column("webhook_secret_no", "+", 1) }))
              .where("id", "=", accountId)
              .execute();
          const ending = { accountId, personId, role: null, keys: keys ? "revoke" : "keep" } as const;
          return endDelegated(trx, { ...ending, by: personId, at: clock.now(), why: WHY }, tools);
        });
        stopped.push(...items);
      }
      return stopped;
    },
  };
}
