import { Type } from "typebox";
import { atomFeed } from "../base/atom.ts";
import { content, type IdRoute, idParameter, json, page } from "../contract/endpoint.ts";
import { given, words } from "../contract/shapes.ts";
import type { SchedulesApi } from "../jobs/schedules/schedules.ts";
import type { ScheduleFeed } from "../jobs/schedules/types.ts";
import {
  type ChangeView,
  NewSchedule,
  PastRun,
  Schedule,
  ScheduleChange,
  SchedulePreview,
} from "../jobs/work-views.ts";
import { notCompared } from "../words/not-compared.ts";
import {
  type EndpointCaller,
  type EndpointContext,
  found,
  group,
  pageFields,
  pageOf,
  requestPayer,
} from "./context.ts";
import { readSchedule, ScheduleBody, ScheduleChanges } from "./read-schedule.ts";

const MAX_ENTRIES = 100;

const nameOf = ({ record, record_id }: ChangeView): string => String(record?.name ?? record_id);

const lines = ({ fields }: ChangeView): string =>
  Object.entries(fields ?? {})
    .map(([name, { old, new: now }]) => `${name}: ${JSON.stringify(old)} → ${JSON.stringify(now)}`)
    .join("\n");

/** Bounds a feed that anyone with its address may read. `GET /schedules/{id}/changes` has the whole record. */
const MAX_TEXT = 2_000;
const shortened = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

/** No news of a run is news only if it was compared. The first run has nothing to be compared with. */
const isSilent = ({ not_compared_because: because }: PastRun): boolean =>
  because !== null && because !== "pending" && because !== "first_run";

/** The changes of a schedule, one entry each, and the runs that were not compared, newest first. */
export function scheduleFeed({ schedule: { id, name, created_at }, changes, runs }: ScheduleFeed): string {
  const entries = [
    ...changes.map((change) => ({
      id: `urn:uuid:${change.run_id}#${encodeURIComponent(change.record_id)}`,
      title: shortened(`${change.kind}: ${nameOf(change)}`),
      text: shortened(change.fields ? lines(change) : JSON.stringify(change.record)),
      updated: change.at,
    })),
    ...runs.filter(isSilent).map((run) => ({
      id: `urn:uuid:${run.id}`,
      title: "Not compared",
      text: `Not compared: ${notCompared[run.not_compared_because ?? "not_possible"]}.`,
      updated: run.ended_at ?? run.at,
    })),
  ];
  const newest = entries.toSorted((a, b) => Date.parse(b.updated) - Date.parse(a.updated)).slice(0, MAX_ENTRIES);
  return atomFeed({ id: `urn:uuid:${id}`, title: name, updated: created_at, entries: newest });
}

const defineEndpoint = group("schedules", "schedule");
const one = json(200, Schedule, "The schedule.");

const examples = [
  {
    operation: "nlretail/products/search",
    name: "Lamps",
    request: { keyword: "lamp", count: 20 },
    cron: "0 7 * * *",
    time_zone: "Europe/Amsterdam",
    track: ["price"],
    rules: [{ field: "price", when: "below", value: 400 }],
  },
];

async function submissionOf(
  {
    caller,
    body,
    idempotencyKey,
  }: { caller: EndpointCaller; body: Parameters<typeof readSchedule>[1]; idempotencyKey: string | null },
  context: EndpointContext,
) {
  const read = readSchedule(context.service, body, caller.permit);
  return { ...read, idempotencyKey, caller: await caller.callerFor(read.entry) };
}

const PAYS = "The key of this call pays for the schedule from then on.";

async function schedulePayer(caller: EndpointCaller, id: string, { schedules, service }: EndpointContext) {
  const { operation } = found(await schedules.find(caller.owner, id), "schedule");
  return requestPayer(caller, found(service.registry.byPath(operation), "operation any more"));
}

/** An action on one schedule that returns it. */
const act = <const N extends string, R extends IdRoute = `POST /schedules/{id}/${N}`>(
  name: N,
  id: string,
  summary: string,
  run: (schedules: SchedulesApi) => SchedulesApi["pause"],
  route = `POST /schedules/{id}/${name}` as R,
) =>
  defineEndpoint(route, {
    id,
    summary,
    answer: one,
    retry: "safe",
    client: { method: name },
    handle: ({ caller, params }, { schedules }) => run(schedules)(caller.owner, params.id),
  });

/** Calls repeated on a schedule, and what has changed between them. */
export const scheduleEndpoints = [
  defineEndpoint("POST /schedules", {
    id: "createSchedule",
    summary: "Repeat a call by cron and report what changed",
    description:
      "`POST /schedules/preview` with the same body returns the cost and the next run times, and saves nothing.",
    gone: { dry_run: "POST /schedules/preview returns the cost and saves nothing." },
    body: ScheduleBody,
    answer: json(201, NewSchedule, "The schedule."),
    errors: ["source_forbidden", "nothing_kept"],
    limits: ["newSchedules", "schedules"],
    retry: "idempotency-key",
    examples,
    client: { method: "create" },
    async handle(call, context) {
      const submission = await submissionOf(call, context);
      return { ...(await context.schedules.create(submission)), preview: context.schedules.preview(submission) };
    },
  }),
  defineEndpoint("POST /schedules/preview", {
    id: "previewSchedule",
    summary: "What a schedule can cost, and when it runs",
    description: "Checks everything and saves nothing. Free.",
    body: ScheduleBody,
    answer: json(200, SchedulePreview, "The cost and the next run times."),
    errors: ["source_forbidden", "nothing_kept"],
    limits: ["newSchedules"],
    retry: "safe",
    examples,
    client: { method: "preview" },
    handle: async (call, context) => context.schedules.preview(await submissionOf(call, context)),
  }),
  defineEndpoint("GET /schedules", {
    id: "schedules",
    summary: "The caller's schedules, newest first",
    query: Type.Object(pageFields),
    answer: page(Schedule, "The schedules."),
    client: { method: "list" },
    handle: ({ caller, query }, { schedules }) => schedules.list(caller.owner, pageOf(query)),
  }),
  act("get", "schedule", "A schedule with its next and last run", (it) => it.find, "GET /schedules/{id}"),
  defineEndpoint("PATCH /schedules/{id}", {
    id: "changeSchedule",
    summary: "Change a schedule",
    description:
      "Omitted fields stay as they are. A new `request` restarts the comparison with its next run. The key of this call pays for the schedule from then on; a change in the dashboard leaves it with its key, unless `take_over` is true.",
    body: ScheduleChanges,
    answer: one,
    errors: ["source_forbidden", "nothing_kept", "over_spending_cap"],
    limits: ["newSchedules"],
    retry: "safe",
    examples: [{ cron: "0 8 * * 1-5", monthly_budget: 500 }],
    client: { method: "change" },
    async handle({ caller, params, body }, { schedules, service }) {
      const schedule = found(await schedules.find(caller.owner, params.id), "schedule");
      const { take_over = false, ...changes } = body;
      const operation = schedule.operation.replace(/^\/api\//, "");
      const submission = readSchedule(service, { ...schedule, ...changes, operation }, caller.permit);
      const payer = requestPayer(caller, submission.entry);
      const newPayer = take_over ? { ...payer, leaves: () => false } : payer;
      return found(await schedules.change(caller.owner, params.id, submission, newPayer), "schedule");
    },
  }),
  defineEndpoint("GET /schedules/{id}/runs", {
    id: "scheduleRuns",
    summary: "Runs of the last 90 days, newest first",
    description:
      "With status, cost, records, the number of changes of each kind, and the reason if a run was not compared.",
    query: Type.Object(pageFields),
    answer: page(PastRun, "The runs."),
    client: { method: "runs" },
    handle: async ({ caller, params, query }, { schedules }) =>
      schedules.runs(found(await schedules.find(caller.owner, params.id), "schedule"), pageOf(query)),
  }),
  act("remove", "deleteSchedule", "Delete a schedule and its changes", (it) => it.remove, "DELETE /schedules/{id}"),
  act("pause", "pauseSchedule", "Pause a schedule", (it) => it.pause),
  defineEndpoint("POST /schedules/{id}/resume", {
    id: "resumeSchedule",
    summary: "Resume a schedule",
    description: PAYS,
    answer: one,
    errors: ["source_forbidden", "nothing_kept", "over_spending_cap"],
    retry: "safe",
    client: { method: "resume" },
    handle: async ({ caller, params }, context) =>
      context.schedules.resume(caller.owner, params.id, await schedulePayer(caller, params.id, context)),
  }),
  defineEndpoint("POST /schedules/{id}/run", {
    id: "runSchedule",
    summary: "Run a schedule now",
    description: `With the same \`idempotency-key\` it runs once. ${PAYS}`,
    answer: one,
    errors: ["source_forbidden", "nothing_kept", "over_spending_cap"],
    retry: "idempotency-key",
    client: { method: "run" },
    handle: async ({ caller, params, idempotencyKey }, context) => {
      const payer = await schedulePayer(caller, params.id, context);
      return context.schedules.runNow(caller.owner, params.id, payer, idempotencyKey);
    },
  }),
  defineEndpoint("POST /schedules/{id}/feed", {
    id: "rotateFeed",
    summary: "Create a new feed URL; the old one stops working",
    answer: json(
      200,
      Type.Object({
        feed_secret: words({ description: "Opens `/schedules/{id}/feed/{feed_secret}`; shown only once." }),
      }),
      "The secret.",
    ),
    retry: "safe",
    client: { method: "rotateFeed" },
    handle: ({ caller, params }, { schedules }) => schedules.rotateFeed(caller.owner, params.id),
  }),
  defineEndpoint("GET /schedules/{id}/feed/{secret}", {
    id: "scheduleFeed",
    callers: ["nobody"],
    thing: "feed",
    summary: "The changes as an Atom feed",
    description: "For feed readers: the URL contains its own secret instead of a key.",
    params: Type.Object({
      ...idParameter("schedule").properties,
      secret: given({ maxLength: 200, description: "The feed's own secret." }),
    }),
    answer: content("application/atom+xml", "The last 100 changes and runs that were not compared."),
    limits: ["feedReads"],
    client: null,
    async handle({ params }, { schedules }) {
      const feed = found(await schedules.feed(params.id, params.secret), "feed");
      return {
        type: "application/atom+xml; charset=utf-8",
        headers: { "cache-control": "private, max-age=60", "referrer-policy": "no-referrer" },
        body: scheduleFeed(feed),
      };
    },
  }),
  defineEndpoint("GET /schedules/{id}/changes", {
    id: "scheduleChanges",
    summary: "What changed between runs, newest first",
    description:
      "Added, removed and changed records, with old and new values. A truncated list (`results_end` is not `exhausted`) reports `entered` for a record that none of the last runs saw and `left` for one that five runs did not see, and never a removal; a failed run reports nothing.",
    query: Type.Object(pageFields),
    answer: page(ScheduleChange, "The changes."),
    client: { method: "changes" },
    handle: async ({ caller, params, query }, { schedules }) =>
      schedules.changes(found(await schedules.find(caller.owner, params.id), "schedule"), pageOf(query)),
  }),
];
