import { Type } from "typebox";
import { content, idParameter, json, page } from "../contract/endpoint.ts";
import { WinnowError } from "../contract/errors.ts";
import { dayOrInstant, given, integer, listOf } from "../contract/shapes.ts";
import { toCsv } from "../files/csv.ts";
import { Mover, RecordHistory, TrackedRecord, Trigger } from "../jobs/watches/watch-views.ts";
import type { ScheduleView } from "../jobs/work-views.ts";
import { type EndpointCaller, type EndpointContext, found, group, pageFields, pageOf, parseTime } from "./context.ts";

const defineEndpoint = group("schedules", "schedule");
const DAY_MS = 86_400_000;

const recordParams = Type.Object({
  ...idParameter("schedule").properties,
  record_id: given({ maxLength: 1_000, description: "The `id` of the record." }),
});
const span = Type.Object({
  from: Type.Optional(dayOrInstant({ description: "From this time on; the value in force then comes first." })),
  to: Type.Optional(dayOrInstant({ description: "Before this time." })),
});
type HistoryCall = {
  caller: EndpointCaller;
  params: { id: string; record_id: string };
  query: { from?: string; to?: string };
};

const scheduleOf = async (
  { caller, params }: Pick<HistoryCall, "caller"> & { params: { id: string } },
  context: EndpointContext,
) => found(await context.schedules.find(caller.owner, params.id), "schedule");

async function historyOf(call: HistoryCall, context: EndpointContext) {
  const schedule = await scheduleOf(call, context);
  const { from, to } = call.query;
  const times = { from: parseTime(from), to: parseTime(to) };
  return {
    schedule,
    history: found(await context.schedules.history(schedule, call.params.record_id, times), "record"),
  };
}

/** The requested field, or else the first. */
function trackedField({ track }: ScheduleView, field: string | undefined): string {
  const chosen = field ?? track[0];
  if (chosen !== undefined && track.includes(chosen)) return chosen;
  const msg = `Value error, the schedule tracks ${track.length === 0 ? "no field" : track.join(", ")}`;
  throw new WinnowError("validation", [
    { type: "value_error", loc: ["query", "field"], msg, input: field ?? null, ctx: { error: {} } },
  ]);
}

/** The stored values of the fields that schedules track. */
export const watchEndpoints = [
  defineEndpoint("GET /schedules/{id}/records/{record_id}/history", {
    id: "recordHistory",
    thing: "record",
    summary: "The tracked fields of a record over time",
    description:
      "A point for each run in which a tracked field changed, or the record came or went. A run that failed, or whose values are in doubt (`drift:` warning), adds nothing. How long points are kept depends on the plan.",
    params: recordParams,
    query: span,
    answer: json(200, RecordHistory, "The history."),
    limits: ["historyPoints"],
    client: { method: "history" },
    handle: async (call, context) => (await historyOf(call, context)).history,
  }),
  defineEndpoint("GET /schedules/{id}/records/{record_id}/history.csv", {
    id: "recordHistoryCsv",
    thing: "record",
    summary: "The same as a table",
    description: "A row for each point: `at`, `listed`, and a column for each tracked field.",
    params: recordParams,
    query: span,
    answer: content("text/csv", "The history."),
    limits: ["historyPoints"],
    client: null,
    async handle(call, context) {
      const { schedule, history } = await historyOf(call, context);
      const rows = history.points.map(({ at, listed, values }) => ({ ...values, at, listed }));
      return { type: "text/csv; charset=utf-8", body: toCsv(["at", "listed", ...schedule.track], rows) };
    },
  }),
  defineEndpoint("GET /schedules/{id}/movers", {
    id: "scheduleMovers",
    summary: "Records whose tracked field changed most",
    description: "Listed records with a number in the field, the largest change in percent first.",
    query: Type.Object({
      field: Type.Optional(given({ maxLength: 200, description: "A tracked field; by default the first." })),
      from: Type.Optional(
        dayOrInstant({ description: "Compared with the value at this time; by default 30 days ago." }),
      ),
      limit: integer({ minimum: 1, maximum: 100, default: 20, description: "Maximum number of rows." }),
    }),
    answer: json(
      200,
      Type.Object(
        {
          field: given({ description: "The field." }),
          movers: listOf(Mover, { description: "The largest change first." }),
        },
        { title: "Movers" },
      ),
      "The records.",
    ),
    client: { method: "movers" },
    async handle(call, context) {
      const schedule = await scheduleOf(call, context);
      const field = trackedField(schedule, call.query.field);
      const from = parseTime(call.query.from) ?? context.clock.now() - 30 * DAY_MS;
      return { field, movers: await context.schedules.movers(schedule, field, { from, limit: call.query.limit }) };
    },
  }),
  defineEndpoint("GET /schedules/{id}/tracked", {
    id: "scheduleTracked",
    summary: "The listed records, with what a tracked field is and was",
    description:
      "In the order of the last run's list, from the first run on. A value that a run held back is not in it.",
    query: Type.Object({
      field: Type.Optional(given({ maxLength: 200, description: "A tracked field; by default the first." })),
      from: Type.Optional(dayOrInstant({ description: "Start of the time range; by default 30 days ago." })),
      limit: integer({ minimum: 1, maximum: 100, default: 50, description: "Maximum number of rows." }),
    }),
    answer: json(
      200,
      Type.Object(
        {
          field: given({ description: "The tracked field." }),
          total: integer({ description: "Listed records." }),
          records: listOf(TrackedRecord, { description: "The first of them." }),
        },
        { title: "TrackedRecords" },
      ),
      "The records.",
    ),
    limits: ["historyPoints"],
    client: null,
    async handle(call, context) {
      const schedule = await scheduleOf(call, context);
      const field = trackedField(schedule, call.query.field);
      const from = parseTime(call.query.from) ?? context.clock.now() - 30 * DAY_MS;
      return { field, ...(await context.schedules.tracked(schedule, field, { from, limit: call.query.limit })) };
    },
  }),
  defineEndpoint("GET /schedules/{id}/triggers", {
    id: "scheduleTriggers",
    summary: "Rules that fired, newest first",
    query: Type.Object(pageFields),
    answer: page(Trigger, "The rules that fired."),
    limits: ["watchEvents"],
    client: { method: "triggers" },
    handle: async (call, context) => context.schedules.triggers(await scheduleOf(call, context), pageOf(call.query)),
  }),
];
