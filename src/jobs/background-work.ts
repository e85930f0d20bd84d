import type { TableFiles } from "../files/table-files.ts";
import type { DestinationsApi } from "./destinations/types.ts";
import type { LinksApi } from "./link-types.ts";
import type { SchedulesApi } from "./schedules/types.ts";
import type { BatchesApi, JobsApi } from "./types.ts";
import type { WebhooksApi } from "./webhooks/types.ts";

/** Work that outlives its connection, as the entry points and endpoints see it. */
export interface BackgroundWork {
  jobs: JobsApi;
  batches: BatchesApi;
  schedules: SchedulesApi;
  webhooks: WebhooksApi;
  links: LinksApi;
  destinations: DestinationsApi;
  tables: TableFiles;
}
