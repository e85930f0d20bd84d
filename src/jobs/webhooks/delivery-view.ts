import { iso } from "../../base/iso.ts";
import { pick } from "../../contract/shapes.ts";
import { type DeliveryView, WebhookDelivery } from "../work-views.ts";
import type { DeliveryRow } from "./webhook-store.ts";

/** Attempt fields when nothing was sent because the webhook was deleted or disabled. */
const NOT_SENT = { status: null, ms: 0, error: null, answer: "", headers: {} };

const attemptsIn = ({
  attempts,
}: DeliveryRow): Array<Partial<Omit<DeliveryView["attempts"][number], "at">> & { at: number }> => JSON.parse(attempts);

export const toDelivery = (row: DeliveryRow): DeliveryView =>
  pick(WebhookDelivery, {
    ...row,
    webhook_id: row.endpoint_id,
    payload: JSON.parse(row.payload),
    attempts: attemptsIn(row).map(({ at, ...one }) => ({ ...NOT_SENT, ...one, at: iso(at) })),
    next_at: row.status === "pending" ? row.next_at : null,
  });
