import { batchEndpoints } from "./batches.ts";
import { checkMeanings } from "./check-meanings.ts";
import { destinationEndpoints } from "./destinations.ts";
import { jobEndpoints } from "./jobs.ts";
import { linkEndpoints } from "./links.ts";
import { recallEndpoints } from "./recalls.ts";
import { scheduleEndpoints } from "./schedules.ts";
import { serviceEndpoints } from "./service.ts";
import { tokenEndpoints } from "./token.ts";
import { watchEndpoints } from "./watches.ts";
import { webhookEndpoints } from "./webhooks.ts";

/** Background work: for keys, and for users of the dashboard. */
export const workEndpoints = [
  ...jobEndpoints,
  ...batchEndpoints,
  ...webhookEndpoints,
  ...scheduleEndpoints,
  ...watchEndpoints,
  ...linkEndpoints,
  ...destinationEndpoints,
  ...recallEndpoints,
];

/** Every public endpoint that is not a data operation, in the order of the documentation. */
export const endpoints = [...workEndpoints, ...tokenEndpoints, ...serviceEndpoints];
for (const endpoint of endpoints) checkMeanings(endpoint);

/** Titles of the groups, in order. */
export const groupTitles: Record<string, string> = {
  jobs: "Calls that run in the background.",
  batches: "One operation for many requests.",
  webhooks: "Notifications about events.",
  schedules: "Calls that repeat by cron, and what changed between runs.",
  links: "Results for spreadsheets and notebooks, which have no key.",
  destinations: "Storage to which batches and schedules upload their records.",
  recalls: "Calls whose records turned out to be wrong.",
  token: "The caller's keys, limits and history.",
  service: "The service itself.",
};
