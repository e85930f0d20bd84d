import type { TableFiles } from "../files/table-files.ts";
import type { BatchesApi } from "./batches/batches.ts";
import type { Destinations } from "./destinations/destinations.ts";
import type { JobsApi } from "./jobs.ts";
import type { LinksApi } from "./result-links.ts";
import type { SchedulesApi } from "./schedules/schedules.ts";
import type { WebhooksApi } from "./webhooks/webhooks.ts";

/** Work that outlives its connection, as the entry points and endpoints see it. */
export interface BackgroundWork {
  jobs: JobsApi;
  batches: BatchesApi;
  schedules: SchedulesApi;
  webhooks: WebhooksApi;
  links: LinksApi;
  destinations: Destinations["api"];
  tables: TableFiles;
}
