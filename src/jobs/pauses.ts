import type { ErrorCode } from "../contract/catalogue.ts";
import type { MailOwner } from "./mail-owner.ts";
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

export interface PauseNewsDeps {
  outbox: Outbox;
  mailOwner: MailOwner;
}

/** Notifies the owner of pauses and resumptions. Repeated calls for the same one have no effect. */
export function createPauseNews({ outbox, mailOwner }: PauseNewsDeps) {
  type Row = Paused & { account_id: string; endpoint: string; pause_reason: string | null; webhook: string | null };
  const about = ({ id, account_id, webhook }: Row, at: number) => ({
    accountId: account_id,
    subject: `${id} ${at}`,
    webhook,
  });

  return {
    async paused(thing: Thing, row: Row, at: number, data: unknown): Promise<void> {
      await outbox.publish({ event: `${thing}.paused`, ...about(row, at), data });
      const text = `Your ${thing} ${row.id} (${row.endpoint}) was paused: ${row.pause_reason}\n\n${resumesWhen(thing, row)}`;
      await mailOwner(row.account_id, `A ${thing} was paused`, text);
    },
    resumed: (thing: Thing, row: Row, at: number, data: unknown): Promise<void> =>
      outbox.publish({ event: `${thing}.resumed`, ...about(row, at), data }),
  };
}

export type PauseNews = ReturnType<typeof createPauseNews>;
