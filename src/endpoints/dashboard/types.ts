import type { Static } from "typebox";
import type { WebhookWithSecret } from "../../jobs/work-views.ts";

export type { RecordProvenance } from "../../contract/provenance-view.ts";
export type { RecalledRequestView, RecallView } from "../../contract/recall.ts";
export type { Destination as DestinationView } from "../../jobs/destinations/destinations.ts";
export type { RecordHistory, TrackedRecord, Trigger, WatchRule } from "../../jobs/watches/watch-views.ts";
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
export type { QualityReport } from "../../service/quality-report.ts";
/** The types of the dashboard's API, derived from its schemas. The web app imports these and nothing else of the server. */
export type * from "./views/account.ts";
export type * from "./views/admin.ts";
export type * from "./views/catalogue.ts";
export type * from "./views/keys.ts";
export type * from "./views/members.ts";
export type * from "./views/requests.ts";
export type * from "./views/single-sign-on.ts";
export type * from "./views/usage.ts";

/** Includes the secrets that are shown once. */
export type NewWebhookAnswer = Static<typeof WebhookWithSecret>;
