import type { Transaction } from "kysely";
import { mailOwner } from "../../accounts/account-row.ts";
import type { Schema } from "../../store/schema.ts";
import type { createFileSender } from "../destinations/file-deliveries.ts";
import { createDeliverer, type DelivererDeps } from "./deliverer.ts";
import type { ReceiverAddresses } from "./receiver-address.ts";
import type { createSender } from "./send.ts";
import type { DeliveryRow, EndpointRow, Outbox } from "./webhook-store.ts";
import { createWebhooks } from "./webhooks.ts";

const KEEP_DELIVERIES_MS = 30 * 86_400_000;

interface WebhookDeps extends Omit<DelivererDeps, "send" | "onDisabled" | "onFileGivenUp"> {
  sender: ReturnType<typeof createSender>;
  sendFile: ReturnType<typeof createFileSender>;
  outbox: Outbox;
  addresses: ReceiverAddresses;
  onError(error: unknown): void;
}

/** Opens webhooks on the store: endpoints, the outbox and the deliverer. */
export function openWebhooks(deps: WebhookDeps) {
  const { store, clock, sender } = deps;

  /** Notifies the owner by mail, since the webhook itself does not work. */
  function onDisabled(trx: Transaction<Schema>, { account_id, url }: EndpointRow, why: string): Promise<void> {
    const text = `Your webhook ${url} was disabled. ${why}\n\nFix the receiver, then enable the webhook with POST /webhooks/{id}/enable. You can send deliveries again from the delivery log.`;
    return mailOwner(trx, account_id, "A webhook was disabled", text, clock.now());
  }

  function onFileGivenUp(trx: Transaction<Schema>, { account_id, url }: DeliveryRow, error: string): Promise<void> {
    const text = `A file could not be delivered to ${url} for a day. Last: ${error}.\n\nFix the destination, then send it again with POST /webhooks/deliveries/{id}/replay.`;
    return mailOwner(trx, account_id, "A file could not be delivered", text, clock.now());
  }

  const deliverer = createDeliverer({ ...deps, send: sender.send, onDisabled, onFileGivenUp });

  return {
    api: createWebhooks(deps),
    deleteOld: () =>
      store.db
        .deleteFrom("webhook_deliveries")
        .where("created_at", "<", clock.now() - KEEP_DELIVERIES_MS)
        .execute(),
    start: deliverer.start,
    wake: deliverer.wake,
    async close(): Promise<void> {
      const closed = deliverer.close();
      await sender.close();
      await closed;
    },
  };
}
