import type { Plans } from "../accounts/plans.ts";
import type { Caller } from "../accounts/types.ts";
import type { Clock } from "../base/clock.ts";
import type { WinnowError } from "../contract/errors.ts";
import type { MeteringService } from "../metering/metering.ts";
import type { Service } from "../service/service.ts";
import type { Store } from "../store/open-store.ts";
import type { BatchStore } from "./batches/store.ts";
import type { JobSignals } from "./job-signals.ts";
import type { JobRow, JobStore } from "./job-store.ts";
import type { PauseNews } from "./pauses.ts";
import type { PayerAfter } from "./payer.ts";
import type { QueueBounds } from "./queue-bounds.ts";
import type { ReceiverAddresses } from "./webhooks/receiver-address.ts";
import type { SealedSecrets } from "./webhooks/sealed-secrets.ts";
import type { Outbox } from "./webhooks/webhook-store.ts";

/** What jobs are built of. */
interface Parts {
  store: Store;
  clock: Clock;
  service: Service;
  metering: MeteringService;
  plans: Plans;
  outbox: Outbox;
  jobs: JobStore;
  batches: BatchStore;
  signals: JobSignals;
  bounds: QueueBounds;
  payerAfter: PayerAfter;
  news: PauseNews;
  addresses: ReceiverAddresses;
  secrets: SealedSecrets;
  /** Public address of the dashboard; empty if not configured. */
  publicUrl: string;
  callerOf(keyId: string): Promise<Caller | null>;
  /** Ends a job from outside its run. */
  endJob(job: JobRow, how: WinnowError | "cancelled"): Promise<void>;
  /** Stops the run of a job in this process. */
  drop(id: string): void;
  /** Called when jobs of this account and source may start. */
  feed(job: Pick<JobRow, "account_id" | "source">): void;
  onError(error: unknown): void;
}

/** The parts that one of them uses. */
export type Uses<Part extends keyof Parts> = Pick<Parts, Part>;
