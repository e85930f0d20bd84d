import type { Static } from "typebox";
import type { BatchPreview, NewSchedule, WebhookWithSecret } from "../../jobs/work-views.ts";

/** One page of jobs, batches, schedules, changes or deliveries; their times are ISO 8601, as in the API. */
export type { Page as PageAnswer } from "../../contract/endpoint.ts";
export type { RecordProvenance } from "../../contract/provenance-view.ts";
export type { QualityReport } from "../../contract/quality-report.ts";
export type { RecalledRequestView, RecallView } from "../../contract/recall.ts";
export type { Destination as DestinationView } from "../../jobs/destinations/types.ts";
export type { Mover, RecordHistory, TrackedRecord, Trigger, WatchRule } from "../../jobs/watches/watch-views.ts";
export type {
  BatchFailure,
  BatchView,
  ChangeView,
  DeliveryView,
  JobView,
  PastRun,
  SchedulePreview,
  ScheduleView,
  WebhookView,
} from "../../jobs/work-views.ts";
/** The types of the dashboard's API, derived from its schemas. The web app imports these and nothing else of the server. */
export type * from "./views/account.ts";
export type * from "./views/admin.ts";
export type * from "./views/catalogue.ts";
export type * from "./views/keys.ts";
export type * from "./views/members.ts";
export type * from "./views/requests.ts";
export type * from "./views/single-sign-on.ts";
export type * from "./views/usage.ts";

export type BatchQuote = Static<typeof BatchPreview>;
/** Includes the secrets that are shown once. */
export type NewScheduleAnswer = Static<typeof NewSchedule>;
export type NewWebhookAnswer = Static<typeof WebhookWithSecret>;
