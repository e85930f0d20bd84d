import { type TSchema, Type } from "typebox";
import { Recall } from "../../contract/recall.ts";
import { anything, choice, integer, listOf, mapOf, moment, uuid, words } from "../../contract/shapes.ts";
import type { WebhookEvent } from "../../words/webhook-events.ts";
import { FiredRule } from "../watches/watch-views.ts";
import { Batch, changeCounts, changeKinds, comparison, Job, Schedule } from "../work-views.ts";

/** Payloads of webhooks, by event. OpenAPI's `webhooks` and the clients' types are generated from them. */

const { request: _request, ...jobFields } = Job.properties;
const EndedJob = Type.Object(jobFields, { title: "EndedJob", description: "The job, without its request." });

const PublishedChange = Type.Object(
  {
    record_id: words({ description: "The record's id." }),
    kind: choice(changeKinds, { description: "What happened to the record." }),
    record: mapOf(anything(), { description: "The record that was added or removed, or the record after the change." }),
    fields: Type.Optional(mapOf(anything(), { description: "Old and new value of each changed field." })),
  },
  { title: "PublishedChange" },
);

type Event = WebhookEvent | "webhook.test";

/** When each event is sent, and its data. */
const events: Record<Event, [description: string, data: TSchema]> = {
  "job.succeeded": ["A job has succeeded.", EndedJob],
  "job.failed": ["A job has failed.", EndedJob],
  "batch.item": ["An item of a batch has succeeded or failed. Sent only to webhooks that name this event.", EndedJob],
  "batch.finished": ["A batch has ended.", Batch],
  "batch.paused": ["A batch was paused, but not by its owner.", Batch],
  "batch.waiting": ["A batch has been waiting for a minute for a source that is down.", Batch],
  "batch.resumed": ["A batch that was waiting or paused has resumed by itself.", Batch],
  "batch.expiring": [
    "A paused batch will be cancelled in seven days.",
    Type.Object(
      { ...Batch.properties, cancelled_at: moment({ description: "When it will be cancelled." }) },
      { title: "ExpiringBatch" },
    ),
  ],
  "schedule.changed": [
    "A run of a schedule found changes.",
    Type.Object(
      {
        schedule_id: uuid({ description: "The schedule." }),
        name: words({ description: "The schedule's name." }),
        run_id: uuid({ description: "The job." }),
        ...comparison,
        ...changeCounts,
        changes: listOf(PublishedChange, { description: "The first of them; `GET /schedules/{id}/changes` has all." }),
      },
      { title: "ChangedSchedule" },
    ),
  ],
  "schedule.paused": ["A schedule was paused automatically.", Schedule],
  "schedule.resumed": ["Such a schedule has resumed by itself.", Schedule],
  "watch.triggered": ["A rule of a schedule has become true for a record.", FiredRule],
  "source.degraded": [
    "A source has an incident.",
    Type.Object(
      {
        source: words({ description: "The source's name." }),
        operation: words({ description: "The operation's path." }),
        reason: words({ description: "What was seen." }),
        since: moment({ description: "When it began." }),
      },
      { title: "DegradedSource" },
    ),
  ],
  "points.low": [
    "80, 95 or 100 % of the account's points are used.",
    Type.Object(
      {
        points: integer({ description: "Points left." }),
        used_percent: integer({ description: "Share of the points that is used." }),
        of: integer({ description: "The points that this is a share of." }),
      },
      { title: "LowPoints" },
    ),
  ],
  "records.recalled": [
    "Records that you received were wrong, and their points are returned; or such a recall is withdrawn (`withdrawn_at`).",
    Recall,
  ],
  "records.corrected": [
    "Recalled records were read again: `GET /recalls/{id}/records` has the corrected ones.",
    Recall,
  ],
  "webhook.test": [
    "A test event was requested.",
    Type.Object({ webhook_id: uuid({ description: "The webhook that was tested." }) }, { title: "TestedWebhook" }),
  ],
};

/** `JobSucceeded` for `job.succeeded`. */
const titleOf = (event: string): string =>
  event.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());

export const payloads = Object.entries(events).map(([event, [description, data]]) => {
  const type = Type.Unsafe<string>({ type: "string", const: event, description: "The event." });
  const body = Type.Object({ type, timestamp: moment({ description: "When it happened." }), data });
  return [event, { ...body, title: titleOf(event), description }] as const;
});

export const webhookPayloads = payloads.map(([, payload]) => payload);
