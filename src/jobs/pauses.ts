import type { Transaction } from "kysely";
import { mailOwner } from "../accounts/account-row.ts";
import type { Clock } from "../base/clock.ts";
import type { ErrorCode } from "../contract/catalogue.ts";
import type { Store } from "../store/open-store.ts";
import type { Schema } from "../store/schema.ts";
import type { Outbox } from "./webhooks/webhook-store.ts";

/** Why something is paused. A pause by the owner, or without a kind, waits for the owner. */
export type PauseKind = "points" | "budget" | "key";

const kinds: ReadonlyMap<string | null, PauseKind> = new Map<ErrorCode, PauseKind>([
  ["not_enough_points", "points"],
  ["over_spending_cap", "points"],
  ["key_revoked", "key"],
  ["key_expired", "key"],
  ["source_forbidden", "key"],
  ["nothing_kept", "key"],
]);

/** The kind of pause that an error causes; null if the request itself is at fault. */
export const pauseKind = (code: string | null): PauseKind | null => kinds.get(code) ?? null;

/** Columns of paused work. */
export const paused = (pause_reason: string, pause_kind: PauseKind | null = null) => ({
  status: "paused" as const,
  pause_reason,
  pause_kind,
});

type Thing = "batch" | "schedule";
const paths = { batch: "batches", schedule: "schedules" };

interface Paused {
  id: string;
  status: string;
  pause_kind: string | null;
}

/** Tells the owner what resumes it; null if it is not paused. */
export function resumesWhen(thing: Thing, { id, status, pause_kind }: Paused): string | null {
  if (status !== "paused") return null;
  const byHand = `POST /${paths[thing]}/${id}/resume`;
  if (pause_kind === "points") return "It resumes automatically once the points and the spending caps suffice.";
  if (pause_kind === "budget")
    return "It resumes automatically when the next month begins (UTC) or the budget is raised.";
  if (pause_kind === "key") return `Call ${byHand} with another key: it continues with that one.`;
  return `Call ${byHand}.`;
}

interface News {
  store: Store;
  outbox: Outbox;
  clock: Clock;
}

/** Tells owners what happens to their work. Repeated calls for the same event have no effect. */
export function createPauseNews({ store: { db }, outbox, clock }: News) {
  type Row = Paused & { account_id: string; endpoint: string; pause_reason: string | null; webhook: string | null };

  /** Records that the owner is told, and queues the mail in the same transaction. Undefined if another process already has. */
  const mailOnce = <Noted>(
    note: (trx: Transaction<Schema>) => Promise<Noted | undefined>,
    mail: (noted: Noted) => { accountId: string; subject: string; text: string },
  ): Promise<Noted | undefined> =>
    db.transaction().execute(async (trx) => {
      const noted = await note(trx);
      if (!noted) return undefined;
      const { accountId, subject, text } = mail(noted);
      await mailOwner(trx, accountId, subject, text, clock.now());
      return noted;
    });

  const publish = (
    event: `${Thing}.${"paused" | "resumed"}`,
    { id, account_id: accountId, webhook }: Row,
    at: number,
    data: unknown,
  ): Promise<void> => outbox.publish({ event, accountId, subject: `${id} ${at}`, webhook, data });

  return {
    mailOnce,
    /** Pauses work that cannot go on. `pause` returns its row, or nothing if it does not run. */
    async pause<R extends Row>(
      thing: Thing,
      pause: (trx: Transaction<Schema>) => Promise<R | undefined>,
      viewOf: (row: R) => Promise<unknown>,
    ): Promise<void> {
      const row = await mailOnce(pause, (it) => ({
        accountId: it.account_id,
        subject: `A ${thing} was paused`,
        text: `Your ${thing} ${it.id} (${it.endpoint}) was paused: ${it.pause_reason}\n\n${resumesWhen(thing, it)}`,
      }));
      if (row) await publish(`${thing}.paused`, row, clock.now(), await viewOf(row));
    },
    resumed: (thing: Thing, row: Row, at: number, data: unknown) => publish(`${thing}.resumed`, row, at, data),
  };
}
