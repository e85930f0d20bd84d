import type { Clock } from "../../base/clock.ts";
import type { Store } from "../../store/open-store.ts";
import type { createFileSender } from "../destinations/file-deliveries.ts";
import type { Lane } from "../engine/feeder.ts";
import type { WorkEngine } from "../engine/work-engine.ts";
import type { MailOwner } from "../mail-owner.ts";
import { createDeliverer } from "./deliverer.ts";
import type { ReceiverAddresses } from "./receiver-address.ts";
import type { SealedSecrets } from "./sealed-secrets.ts";
import type { createSender } from "./send.ts";
import type { DeliveryRow, EndpointRow, Outbox } from "./webhook-store.ts";
import { createWebhooks } from "./webhooks.ts";

const KEEP_DELIVERIES_MS = 30 * 86_400_000;

interface WebhookDeps {
  store: Store;
  engine: WorkEngine;
  feed(lane: Lane): void;
  clock: Clock;
  secrets: SealedSecrets;
  sender: ReturnType<typeof createSender>;
  sendFile: ReturnType<typeof createFileSender>;
  outbox: Outbox;
  addresses: ReceiverAddresses;
  mailOwner: MailOwner;
  onError(error: unknown): void;
}

/** Opens webhooks on the store: endpoints, the outbox and the deliverer. */
export function openWebhooks(deps: WebhookDeps) {
  const { store, clock, sender, mailOwner } = deps;

  /** Notifies the owner by mail, since the webhook itself does not work. */
  async function onDisabled({ account_id, url }: EndpointRow, why: string): Promise<void> {
    const text = `Your webhook ${url} was disabled. ${why}\n\nFix the receiver, then enable the webhook with POST /webhooks/{id}/enable. You can send deliveries again from the delivery log.`;
    await mailOwner(account_id, "A webhook was disabled", text);
  }

  async function onFileGivenUp({ account_id, url }: DeliveryRow, error: string): Promise<void> {
    const text = `A file could not be delivered to ${url} for a day. Last: ${error}.\n\nFix the destination, then send it again with POST /webhooks/deliveries/{id}/replay.`;
    await mailOwner(account_id, "A file could not be delivered", text);
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
