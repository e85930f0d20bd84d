import type { Transaction } from "kysely";
import { mailOwner } from "../accounts/account-row.ts";
import type { Clock } from "../base/clock.ts";
import type { ErrorCode } from "../contract/catalogue.ts";
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

/** Notifies the owner of pauses and resumptions. Repeated calls for the same event have no effect. */
export function createPauseNews(outbox: Outbox, clock: Clock) {
  type Row = Paused & { account_id: string; endpoint: string; pause_reason: string | null; webhook: string | null };
  const publish = (
    event: `${Thing}.${"paused" | "resumed"}`,
    { id, account_id: accountId, webhook }: Row,
    at: number,
    data: unknown,
  ): Promise<void> => outbox.publish({ event, accountId, subject: `${id} ${at}`, webhook, data });

  return {
    /** For the transaction of the pause. */
    mailPaused(trx: Transaction<Schema>, thing: Thing, row: Row): Promise<void> {
      const text = `Your ${thing} ${row.id} (${row.endpoint}) was paused: ${row.pause_reason}\n\n${resumesWhen(thing, row)}`;
      return mailOwner(trx, row.account_id, `A ${thing} was paused`, text, clock.now());
    },
    paused: (thing: Thing, row: Row, at: number, data: unknown) => publish(`${thing}.paused`, row, at, data),
    resumed: (thing: Thing, row: Row, at: number, data: unknown) => publish(`${thing}.resumed`, row, at, data),
  };
}

export type PauseNews = ReturnType<typeof createPauseNews>;
