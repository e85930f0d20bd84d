import type { DestinationsApi } from "./destinations-api.ts";
import type { BatchesApi, JobsApi } from "./jobs-api.ts";
import type { LinksApi } from "./links-api.ts";
import type { SchedulesApi } from "./schedules-api.ts";
import type { WebhooksApi } from "./webhooks-api.ts";

/** Work that outlives its connection, as the entry points and endpoints see it. */
export interface BackgroundWork {
  jobs: JobsApi;
  batches: BatchesApi;
  schedules: SchedulesApi;
  webhooks: WebhooksApi;
  links: LinksApi;
  destinations: DestinationsApi;
}
