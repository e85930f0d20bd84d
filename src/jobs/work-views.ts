import { type Static, Type } from "typebox";
import { factFields } from "../contract/answer-facts.ts";
import type { ErrorCode } from "../contract/catalogue.ts";
import type { ValidationItem } from "../contract/errors.ts";
import {
  anything,
  choice,
  integer,
  listOf,
  mapOf,
  moment,
  operationRecord,
  operationRequest,
  orNull,
  uuid,
  words,
} from "../contract/shapes.ts";
import { type NotCompared, notCompared } from "../words/not-compared.ts";
import { webhookEvents } from "../words/webhook-events.ts";
import { webhookFormats } from "../words/webhook-formats.ts";
import { WatchRule } from "./watches/watch-views.ts";

/**
 * Jobs, batches, schedules and webhooks as callers see them at every entry point. OpenAPI and the clients' types are
 * generated from these schemas. Times are ISO 8601.
 */

export const jobStatuses = ["queued", "running", "succeeded", "failed", "cancelled"] as const;
export type JobStatus = (typeof jobStatuses)[number];

const operationPath = Type.Unsafe<string>({
  type: "string",
  description: "The operation's path.",
  "x-operation": "path",
});

export const JobError = Type.Object(
  {
    status: integer({ description: "HTTP status of the same direct call." }),
    code: orNull(Type.Unsafe<ErrorCode>({ type: "string", description: "Code from the error catalogue." })),
    detail: Type.Unsafe<string | ValidationItem[]>({ description: "A sentence, or the items of a 422." }),
  },
  { title: "JobError" },
);
export type JobError = Static<typeof JobError>;

const JobProgress = Type.Object(
  {
    pages: integer({ description: "Pages requested so far." }),
    records: integer({ description: "Records gathered so far." }),
  },
  { title: "JobProgress" },
);

/** A job is never answered from a cache. */
const { age: _, recalled: _recalled, stand_in: _standIn, ...jobFacts } = factFields;

export const Job = Type.Object(
  {
    id: uuid({ description: "Also the id of its request in the history." }),
    operation: operationPath,
    request: operationRequest({ description: "The request, with defaults filled in." }),
    status: choice(jobStatuses, { description: "Where it is in its life." }),
    progress: { ...JobProgress, description: "Progress so far." },
    held: integer({ description: "Points held while it waits and runs." }),
    charged: integer({ description: "Points charged: 0 unless it succeeded." }),
    attempt: integer({ description: "Attempts so far. A job fails after three workers have died." }),
    created_at: moment({ description: "When it was submitted." }),
    started_at: orNull(moment({ description: "When its first attempt began." })),
    ended_at: orNull(moment({ description: "When it ended." })),
    records_until: orNull(moment({ description: "When its records expire (after 7 days)." })),
    error: orNull({ ...JobError, description: "Why it failed." }),
    ...jobFacts,
    batch_id: orNull(uuid({ description: "The batch it is an item of." })),
    line: orNull(integer({ description: "Its line in the batch, from 1." })),
    schedule_id: orNull(uuid({ description: "The schedule whose run it is." })),
  },
  { title: "Job" },
);
export type JobView = Static<typeof Job>;

export const batchStatuses = ["running", "paused", "finished", "cancelled"] as const;

const BatchItems = Type.Unsafe<Record<JobStatus, number>>({
  ...Type.Object(
    Object.fromEntries(jobStatuses.map((status) => [status, integer({ description: `Items that are ${status}.` })])),
  ),
  title: "BatchItems",
  description: "Items by status.",
});

const BatchWait = Type.Object(
  {
    reason: words({ description: "What the source answered." }),
    since: moment({ description: "Since when it waits." }),
    next_try_at: moment({ description: "When one item is retried; if the source responds, the others continue." }),
  },
  { title: "BatchWait" },
);

export const Batch = Type.Object(
  {
    id: uuid({ description: "The batch's id." }),
    operation: operationPath,
    status: choice(batchStatuses, { description: "`finished` when every item has ended." }),
    pause_reason: orNull(words({ description: "Why the batch is paused." })),
    resumes: orNull(words({ description: "What resumes a paused batch." })),
    waiting: orNull({ ...BatchWait, description: "Set while the source is down: no item fails for that." }),
    wait_until: moment({ description: "Until then items wait for a source that is down; after that they fail." }),
    total: integer({ description: "Number of items." }),
    items: BatchItems,
    invalid: integer({ description: "Lines that were skipped because they are not valid (`on_invalid`)." }),
    records: integer({ description: "Records so far." }),
    records_expired: integer({ description: "Of these, the ones that have expired, 7 days after their item ended." }),
    cost_at_most: integer({ description: "Maximum total cost of all items." }),
    max_cost: orNull(integer({ description: "The limit that was given with it." })),
    charged: integer({ description: "Points charged so far." }),
    destination: orNull(uuid({ description: "Where its records are uploaded when it has finished." })),
    created_at: moment({ description: "When it was submitted." }),
    ended_at: orNull(moment({ description: "When its last item ended." })),
  },
  { title: "Batch" },
);
export type BatchView = Static<typeof Batch>;

export const BatchPreview = Type.Object(
  {
    total: integer({ description: "Number of items." }),
    invalid: integer({ description: "Lines that would be skipped (`on_invalid`)." }),
    cost_at_most: integer({ description: "Maximum total cost of all items." }),
    points: integer({ description: "Points left on the account." }),
    enough: Type.Boolean({ description: "Whether the points suffice for all items." }),
  },
  { title: "BatchPreview" },
);

export const BatchFailure = Type.Object(
  {
    line: integer({ description: "The item's line, from 1." }),
    job_id: uuid({ description: "The item's job." }),
    request: operationRequest({ description: "The request, with defaults filled in." }),
    error: { ...JobError, description: "Why it failed." },
  },
  { title: "BatchFailure" },
);
export type BatchFailure = Static<typeof BatchFailure>;

export const MissingLine = Type.Object(
  {
    line: integer({ description: "The line, from 1." }),
    reason: choice(["invalid", "failed", "expired"], {
      description: "`invalid`: skipped by `on_invalid`. `expired`: it ended more than 7 days ago.",
    }),
    job_id: orNull(uuid({ description: "The line's job; null if it was never run." })),
    records: integer({ description: "Records that it had." }),
    error: { ...JobError, description: "Why it failed." },
  },
  { title: "MissingLine", description: "A line whose records are not in the file." },
);
export type MissingLine = Static<typeof MissingLine>;

export const SchedulePreview = Type.Object(
  {
    cost_per_run: integer({ description: "Maximum cost of one run." }),
    runs_next_30_days: integer({ description: "Number of runs in the next 30 days." }),
    cost_next_30_days: integer({ description: "Maximum cost of the runs of the next 30 days." }),
    next_runs: listOf(moment(), { description: "The times of the next runs." }),
  },
  { title: "SchedulePreview" },
);
export type SchedulePreview = Static<typeof SchedulePreview>;

export const comparison = {
  compared: Type.Boolean({ description: "Whether its records were compared with those of earlier runs." }),
  not_compared_because: orNull(
    choice(Object.keys(notCompared) as NotCompared[], {
      description: `Null if it was compared. ${Object.entries(notCompared)
        .map(([reason, words]) => `\`${reason}\`: ${words}.`)
        .join(" ")}`,
    }),
  ),
  held_back: listOf(words(), {
    description:
      "Fields whose values are in doubt, or `answer.records` and the like for the list itself. They are neither compared nor stored, and no rule about them fires, until the doubt is over.",
  }),
};
const Comparison = Type.Object(comparison);
export type Comparison = Static<typeof Comparison>;

const ScheduleRun = Type.Object(
  {
    id: uuid({ description: "The job." }),
    status: choice(jobStatuses, { description: "The job's status." }),
    at: moment({ description: "When it was due." }),
    ...comparison,
  },
  { title: "ScheduleRun" },
);

const scheduleFields = {
  id: uuid({ description: "The schedule's id." }),
  name: words({ description: "Its name." }),
  operation: operationPath,
  request: operationRequest({ description: "The body of each run, as parsed." }),
  cron: words({ description: "Five fields: minute, hour, day, month, weekday." }),
  time_zone: words({ description: "An IANA time zone, such as `Europe/Amsterdam`." }),
  ignore_fields: listOf(words(), { description: "Fields whose changes are ignored." }),
  track: listOf(words(), { description: "Fields whose values are kept over time." }),
  rules: listOf(WatchRule, { description: "Each fires `watch.triggered` as it becomes true." }),
  monthly_budget: orNull(integer({ description: "Points it may spend per calendar month; after that it pauses." })),
  webhook: orNull(words({ description: "URL that gets a webhook when something changed." })),
  destination: orNull(uuid({ description: "Where the records of each run are uploaded." })),
  tag: orNull(words({ description: "The tags of each run, separated by commas." })),
  status: choice(["active", "paused"], { description: "A paused schedule does not run." }),
  pause_reason: orNull(words({ description: "Why it is paused." })),
  resumes: orNull(words({ description: "What resumes a paused schedule." })),
  next_at: orNull(moment({ description: "When it runs next; null while it is paused." })),
  cost_per_run: orNull(integer({ description: "Maximum cost of one run; null if its operation is gone." })),
  spent_this_month: integer({ description: "Points spent in this calendar month." }),
  last_run: orNull({ ...ScheduleRun, description: "The last run; null before the first." }),
  created_at: moment({ description: "When it was created." }),
};
export const Schedule = Type.Object(scheduleFields, { title: "Schedule" });
export type ScheduleView = Static<typeof Schedule>;

export const NewSchedule = Type.Object(
  {
    ...scheduleFields,
    feed_secret: words({ description: "Opens `/schedules/{id}/feed/{feed_secret}`; shown only once." }),
    preview: { ...SchedulePreview, description: "What it will cost." },
  },
  { title: "NewSchedule" },
);

export const changeKinds = ["added", "removed", "changed", "entered", "left"] as const;

/** How many changes a run found, by kind. Null for a kind that was not compared, because values are in doubt. */
export const changeCounts = {
  added: integer({ description: "Records that earlier runs did not have." }),
  removed: orNull(integer({ description: "Null if the list is in doubt." })),
  changed: orNull(integer({ description: "Null if some of its fields were held back." })),
  entered: integer({ description: "For a list truncated at `count`: records that entered it." }),
  left: orNull(
    integer({
      description: "For such a list: records that were in none of the last five runs. Null if the list is in doubt.",
    }),
  ),
};
export const ChangeCounts = Type.Object(changeCounts, { title: "ChangeCounts" });
export type ChangeCounts = Static<typeof ChangeCounts>;

export const PastRun = Type.Object(
  {
    id: uuid({ description: "The job." }),
    status: choice(jobStatuses, { description: "The job's status." }),
    at: moment({ description: "When it was due." }),
    ended_at: orNull(moment({ description: "When it ended." })),
    charged: integer({ description: "Points." }),
    records: integer({ description: "Number of its records." }),
    error: orNull({ ...JobError, description: "Why it failed." }),
    ...comparison,
    changes: orNull({
      ...ChangeCounts,
      description: "Null for a run that was not compared, unless its new records are known.",
    }),
  },
  { title: "PastRun" },
);
export type PastRun = Static<typeof PastRun>;

export const FieldChange = Type.Object(
  { old: anything({ description: "The value before." }), new: anything({ description: "The value now." }) },
  { title: "FieldChange" },
);

export const ScheduleChange = Type.Object(
  {
    id: words({ description: "Id of this change; later changes have larger numbers." }),
    kind: choice(changeKinds, { description: "What happened to the record." }),
    record_id: words({ description: "The record's id." }),
    run_id: uuid({ description: "The job that found the change." }),
    at: moment({ description: "When the run found it." }),
    record: orNull(
      operationRecord({ description: "The record that was added or removed, or the record after the change." }),
    ),
    fields: orNull(mapOf(FieldChange, { description: "Old and new value of each changed field." })),
  },
  { title: "ScheduleChange" },
);
export type ChangeView = Static<typeof ScheduleChange>;

const webhookFields = {
  id: uuid({ description: "The webhook's id." }),
  url: words({ description: "Where events are sent. The address of a chat is a secret: its host and a fingerprint." }),
  format: choice(webhookFormats, { description: "`standard`, or the chat service that gets messages." }),
  events: orNull(listOf(choice(webhookEvents), { description: "Null for all events but `batch.item`." })),
  status: choice(["active", "disabled"], { description: "A disabled webhook is sent nothing." }),
  disabled_reason: orNull(words({ description: "Why it is disabled." })),
  failing_since: orNull(moment({ description: "Since when no delivery has succeeded." })),
  previous_secret_until: orNull(moment({ description: "When the previous secret stops signing." })),
  created_at: moment({ description: "When it was created." }),
};
export const Webhook = Type.Object(webhookFields, { title: "Webhook" });
export type WebhookView = Static<typeof Webhook>;

export const WebhookWithSecret = Type.Object(
  { ...webhookFields, secret: words({ description: "`whsec_…`, shown only once." }) },
  { title: "WebhookWithSecret" },
);

export const deliveryStatuses = ["pending", "delivered", "failed"] as const;

const DeliveryAttempt = Type.Object(
  {
    at: moment({ description: "When it was sent." }),
    status: orNull(integer({ description: "The receiver's HTTP status." })),
    ms: integer({ description: "Milliseconds until the receiver had answered." }),
    error: orNull(words({ description: "Why no response arrived." })),
    answer: words({ description: "First 1,000 characters of the receiver's response." }),
    headers: mapOf(words(), { description: "The headers that were sent." }),
  },
  { title: "DeliveryAttempt" },
);

export const WebhookDelivery = Type.Object(
  {
    id: words({ description: "`webhook-id`: the same for all tries." }),
    webhook_id: orNull(uuid({ description: "Null where a job named the address itself; of a file, its destination." })),
    url: words({ description: "Where it is sent." }),
    event: words({ description: "The event." }),
    status: choice(deliveryStatuses, {
      description: "`pending` until the receiver has accepted it or the tries are used up.",
    }),
    payload: anything({ description: "What was sent." }),
    attempts: listOf(DeliveryAttempt, { description: "The tries so far." }),
    next_at: orNull(moment({ description: "When it is tried again." })),
    created_at: moment({ description: "When the event happened." }),
  },
  { title: "WebhookDelivery" },
);
export type DeliveryView = Static<typeof WebhookDelivery>;
