import { changeKinds } from "../../service/work-views.ts";
import type { Json } from "../json.ts";
import { idInPath, json, listOf, moment, object, orNull, query, ref, route, text, uuid, whole } from "./path-items.ts";

const properties = {
  id: uuid,
  name: text,
  operation: text,
  request: { type: "object", description: "The body of each run, as it was read." },
  cron: { ...text, description: "Five fields: minute, hour, day, month, weekday." },
  time_zone: { ...text, description: "An IANA time zone, such as `Europe/Amsterdam`." },
  ignore_fields: { type: "array", items: text, description: "Fields whose changes are ignored." },
  monthly_budget: orNull({ ...whole, description: "Points it may spend per calendar month; after that it pauses." }),
  status: { type: "string", enum: ["active", "paused"] },
  pause_reason: orNull(text),
  next_at: orNull(moment),
  cost_per_run: { ...whole, description: "The most one run can cost." },
  spent_this_month: whole,
  last_run: orNull(ref("ScheduleRun")),
  created_at: moment,
};
const preview = object({
  cost_per_run: whole,
  runs_next_30_days: whole,
  cost_next_30_days: whole,
  next_runs: { type: "array", items: moment },
});

export const scheduleSchemas: Record<string, Json> = {
  ScheduleRun: object({ id: { ...uuid, description: "The job." }, status: text, at: moment }),
  FieldChange: object({ old: {}, new: {} }),
  Schedule: object(properties),
  SchedulePreview: preview,
  NewSchedule: object({
    ...properties,
    feed_secret: { ...text, description: "Opens `/schedules/{id}/feed/{feed_secret}`; shown only once." },
    preview: ref("SchedulePreview"),
  }),
  ScheduleChange: object({
    kind: { type: "string", enum: [...changeKinds] },
    record_id: text,
    run_id: { ...uuid, description: "The job that found the change." },
    at: moment,
    record: orNull({
      type: "object",
      description: "The record that was added or removed, or the record after the change.",
    }),
    fields: orNull({
      type: "object",
      additionalProperties: ref("FieldChange"),
      description: "Old and new value of each changed field.",
    }),
  }),
};

const about = { tag: "schedules", parameters: [idInPath("schedule")], errors: [404] };
const one = { 200: json(ref("Schedule"), "The schedule.") };
const act = (id: string, summary: string): Json => route({ ...about, id, summary, answers: one });

export const schedulePaths: Record<string, Json> = {
  "/schedules": {
    post: route({
      id: "createSchedule",
      tag: "schedules",
      summary: "Repeat a call by cron and report what changed",
      description: "`?dry_run=true` returns only the cost and the next run times.",
      parameters: [query.text("dry_run", "`true` tells the cost and saves nothing.")],
      body: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["operation", "name", "request", "cron"],
              additionalProperties: false,
              properties: {
                ...{ operation: text, name: text, request: { type: "object" }, cron: text },
                time_zone: { ...text, default: "UTC" },
                ignore_fields: { type: "array", items: text, default: [] },
                monthly_budget: orNull(whole),
                webhook: orNull({ ...text, description: "URL that gets a webhook when something changed." }),
              },
            },
          },
        },
      },
      answers: {
        200: json(ref("SchedulePreview"), "The cost, for `dry_run`."),
        201: json(ref("NewSchedule"), "The schedule."),
      },
      errors: [400, 422],
    }),
    get: route({
      ...{ id: "schedules", tag: "schedules", summary: "The caller's schedules, newest first" },
      parameters: [query.limit(100, 10), query.cursor],
      answers: { 200: listOf("Schedule", "The schedules.") },
      errors: [422],
    }),
  },
  "/schedules/{id}": {
    get: act("schedule", "One schedule"),
    delete: act("deleteSchedule", "Delete a schedule and its changes"),
  },
  "/schedules/{id}/pause": { post: act("pauseSchedule", "Pause a schedule") },
  "/schedules/{id}/resume": { post: act("resumeSchedule", "Resume a schedule") },
  "/schedules/{id}/run": { post: act("runSchedule", "Run it now") },
  "/schedules/{id}/feed": {
    post: route({
      ...{ ...about, id: "rotateFeed", summary: "Create a new feed URL; the old one stops working" },
      answers: { 200: json(object({ feed_secret: text }), "The secret.") },
    }),
  },
  "/schedules/{id}/feed/{secret}": {
    get: {
      ...route({
        ...{ id: "scheduleFeed", tag: "schedules", summary: "The changes as an Atom feed" },
        description: "For feed readers: the URL contains its own secret instead of a key.",
        parameters: [
          idInPath("schedule"),
          { name: "secret", in: "path", required: true, description: "The feed's own secret.", schema: text },
        ],
        answers: {
          200: { description: "The last 100 changes.", content: { "application/atom+xml": { schema: text } } },
        },
        errors: [404],
      }),
      security: [],
    },
  },
  "/schedules/{id}/changes": {
    get: route({
      id: "scheduleChanges",
      tag: "schedules",
      summary: "Changes, newest first",
      description:
        "Added, removed and changed records, with old and new values. A failed run, or one with an incomplete list (`results_end` is not `exhausted`), never reports a removal.",
      parameters: [idInPath("schedule"), query.limit(100, 10), query.cursor],
      answers: { 200: listOf("ScheduleChange", "The changes.") },
      errors: [404, 422],
    }),
  },
};
