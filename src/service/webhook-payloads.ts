import { type TSchema, Type } from "typebox";
import { anything, choice, integer, listOf, mapOf, moment, uuid, words } from "../contract/shapes.ts";
import { FiredRule } from "./watch-views.ts";
import { Batch, changeCounts, changeKinds, Job, Schedule, type WebhookEvent } from "./work-views.ts";

/** Payloads of webhooks, by event. OpenAPI's `webhooks` and the clients' types are generated from them. */

const { request: _request, ...jobFields } = Job.properties;
const EndedJob = Type.Object(jobFields, { title: "EndedJob", description: "The job, without its request." });

const PublishedChange = Type.Object(
  {
    record_id: words(),
    kind: choice(changeKinds),
    record: mapOf(anything()),
    fields: Type.Optional(mapOf(anything(), { description: "Old and new value of each changed field." })),
  },
  { title: "PublishedChange" },
);

type Payload = TSchema & { title: string; description: string };

const payload = (event: string, title: string, description: string, data: TSchema): Payload => {
  const type = Type.Unsafe<string>({ type: "string", const: event });
  const body = Type.Object({ type, timestamp: moment({ description: "When it happened." }), data });
  return { ...body, title, description };
};

export const payloads: Record<WebhookEvent | "webhook.test", Payload> = {
  "job.succeeded": payload("job.succeeded", "JobSucceeded", "A job has succeeded.", EndedJob),
  "job.failed": payload("job.failed", "JobFailed", "A job has failed.", EndedJob),
  "batch.item": payload(
    ...([
      "batch.item",
      "BatchItem",
      "An item of a batch has succeeded or failed. Sent only to webhooks that name this event.",
    ] as const),
    EndedJob,
  ),
  "batch.finished": payload("batch.finished", "BatchFinished", "A batch has ended.", Batch),
  "batch.paused": payload("batch.paused", "BatchPaused", "A batch was paused, but not by its owner.", Batch),
  "batch.waiting": payload(
    ...(["batch.waiting", "BatchWaiting", "A batch has been waiting for a minute for a source that is down."] as const),
    Batch,
  ),
  "batch.resumed": payload(
    "batch.resumed",
    "BatchResumed",
    "A batch that was waiting or paused has resumed by itself.",
    Batch,
  ),
  "batch.expiring": payload(
    ...(["batch.expiring", "BatchExpiring", "A paused batch will be cancelled in seven days."] as const),
    Type.Object({ ...Batch.properties, cancelled_at: moment() }, { title: "ExpiringBatch" }),
  ),
  "schedule.changed": payload(
    ...(["schedule.changed", "ScheduleChanged", "A run of a schedule found changes."] as const),
    Type.Object(
      {
        schedule_id: uuid(),
        name: words(),
        run_id: uuid({ description: "The job." }),
        ...changeCounts,
        changes: listOf(PublishedChange, { description: "The first of them; `GET /schedules/{id}/changes` has all." }),
      },
      { title: "ChangedSchedule" },
    ),
  ),
  "schedule.paused": payload("schedule.paused", "SchedulePaused", "A schedule was paused automatically.", Schedule),
  "schedule.resumed": payload(
    "schedule.resumed",
    "ScheduleResumed",
    "Such a schedule has resumed by itself.",
    Schedule,
  ),
  "watch.triggered": payload(
    ...(["watch.triggered", "WatchTriggered", "A rule of a schedule has become true for a record."] as const),
    FiredRule,
  ),
  "source.degraded": payload(
    ...(["source.degraded", "SourceDegraded", "A source has an incident."] as const),
    Type.Object({ source: words(), operation: words(), reason: words(), since: moment() }, { title: "DegradedSource" }),
  ),
  "points.low": payload(
    ...(["points.low", "PointsLow", "80, 95 or 100 % of the account's points are used."] as const),
    Type.Object(
      { points: integer({ description: "Points left." }), used_percent: integer(), of: integer() },
      { title: "LowPoints" },
    ),
  ),
  "webhook.test": payload(
    ...(["webhook.test", "WebhookTest", "A test event was requested."] as const),
    Type.Object({ webhook_id: uuid() }, { title: "TestedWebhook" }),
  ),
};

export const webhookPayloads = Object.values(payloads);
