import { callerByKey } from "../accounts/callers.ts";
import type { Plans } from "../accounts/plans.ts";
import type { Clock } from "../base/clock.ts";
import type { WinnowError } from "../contract/errors.ts";
import type { MeteringService } from "../metering/metering.ts";
import type { Service } from "../service/service.ts";
import type { Store } from "../store/open-store.ts";
import { createBatchStore } from "./batches/store.ts";
import type { Feeder } from "./engine/feeder.ts";
import { createJobSignals } from "./job-signals.ts";
import { createJobStore, type JobRow } from "./job-store.ts";
import { createPauseNews } from "./pauses.ts";
import { createPayers } from "./payer.ts";
import { createQueueBounds } from "./queue-bounds.ts";
import { receiverAddresses } from "./webhooks/receiver-address.ts";
import { sealedSecrets } from "./webhooks/sealed-secrets.ts";
import { createOutbox } from "./webhooks/webhook-store.ts";

export interface PartsDeps {
  store: Store;
  clock: Clock;
  metering: MeteringService;
  plans: Plans;
  service: Service;
  /** Public address of the dashboard; empty if not configured. */
  publicUrl: string;
  /** Secret that seals the signing secrets. */
  secret: string;
  /** Hosts inside the network that webhooks may reach. */
  webhookNetwork: { privateHosts: readonly string[] };
}

/** What jobs are built of. Each of them declares which of these parts it uses. */
export function openParts(
  { store, clock, service, metering, plans, publicUrl, secret, webhookNetwork }: PartsDeps,
  feedDeliveries: Feeder["feed"],
) {
  const outbox = createOutbox(store, clock, publicUrl, feedDeliveries);
  const bounds = createQueueBounds({ store, plans, service, metering, clock });
  const callerOf = (keyId: string) => callerByKey(store.db, keyId);
  return {
    store,
    clock,
    service,
    metering,
    plans,
    publicUrl,
    outbox,
    jobs: createJobStore(store, clock),
    batches: createBatchStore(store, clock),
    signals: createJobSignals(clock),
    bounds,
    payerAfter: createPayers({ clock, bounds, callerOf }),
    news: createPauseNews({ store, outbox, clock }),
    addresses: receiverAddresses(webhookNetwork),
    secrets: sealedSecrets(secret),
    callerOf,
  };
}

interface Running {
  /** Ends a job from outside its run. */
  endJob(job: JobRow, how: WinnowError | "cancelled"): Promise<void>;
  /** Stops the run of a job in this process. */
  drop(id: string): void;
  /** Called when jobs of this account and source may start. */
  feed(job: Pick<JobRow, "account_id" | "source">): void;
  onError(error: unknown): void;
}

type Parts = ReturnType<typeof openParts> & Running;

/** The parts that one of them uses. */
export type Uses<Part extends keyof Parts> = Pick<Parts, Part>;
