import { type Static, type TSchema, Type } from "typebox";
import { Value } from "typebox/value";
import { optionFields, optionsAmong } from "../contract/call-options.ts";
import { type ValidationItem, WinnowError } from "../contract/errors.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { given, integer, listOf, operationName, operationRequest, orNull, uuid } from "../contract/shapes.ts";
import { fieldAt, unknownField } from "../files/field-selection.ts";
import type { ScheduleSubmission } from "../jobs/schedules/types.ts";
import { moveConditions, type WatchRule, WatchRuleInput } from "../jobs/watches/watch-views.ts";
import { limits } from "../limits/limits.ts";
import type { Entry } from "../service/registry.ts";
import type { Service } from "../service/service.ts";
import { findEntry } from "./read-batch.ts";

const timeZone = given({ maxLength: 100, description: "An IANA time zone." });
const ignoreFields = listOf(given({ maxLength: 200 }), {
  maxItems: 200,
  description: "Fields of the record whose changes are ignored.",
});
const track = listOf(given({ maxLength: 200 }), {
  maxItems: limits.watchFields.max,
  description:
    "Fields whose values are kept over time, such as `price.amount`. Those of the rules are tracked as well.",
});
const rules = listOf(WatchRuleInput, {
  maxItems: limits.watchRules.max,
  description: "Each fires `watch.triggered` as it becomes true for a record.",
});
const fields = {
  name: given({ maxLength: 200, description: "A name shown to people." }),
  request: operationRequest({ description: "The body of each run." }),
  cron: given({ maxLength: 200, description: "Five fields: minute, hour, day, month, weekday." }),
  time_zone: Type.Optional({ ...timeZone, default: "UTC" }),
  ignore_fields: Type.Optional({ ...ignoreFields, default: [] }),
  track: Type.Optional({ ...track, default: [] }),
  rules: Type.Optional({ ...rules, default: [] }),
  monthly_budget: Type.Optional(
    orNull(integer({ minimum: 1, maximum: 1e12, description: "Points it may spend per calendar month." })),
  ),
  webhook: Type.Optional(
    orNull(given({ "x-client-name": "webhook_url", description: "URL that gets a webhook when something changed." })),
  ),
  destination: Type.Optional(orNull(uuid({ description: "Where the records of each run are uploaded as a file." }))),
  ...optionFields("schedule"),
};
export const ScheduleBody = Type.Object({ operation: operationName(), ...fields }, { title: "ScheduleInput" });

/** Omitted fields stay as they are. */
export const ScheduleChanges = Type.Object(
  {
    ...Type.Partial(Type.Object({ ...fields, time_zone: timeZone, ignore_fields: ignoreFields, track, rules }))
      .properties,
    take_over: Type.Optional(
      Type.Boolean({ description: "Whether the schedule runs with the key of this call from now on." }),
    ),
  },
  { title: "ScheduleChanges" },
);
/** Reads a schedule and its request. `permit` throws if the caller may not use the operation. */
export function readSchedule(
  service: Service,
  body: Static<typeof ScheduleBody>,
  permit: (entry: Entry) => void,
): Omit<ScheduleSubmission, "caller"> {
  const { operation, request, name, cron, time_zone, ignore_fields = [], monthly_budget, webhook, destination } = body;
  const entry = findEntry(service, operation);
  permit(entry);
  refuseUnknownFields(entry, ignore_fields);
  const bytes = Buffer.from(JSON.stringify(request));
  return {
    entry,
    name,
    cron,
    timeZone: time_zone ?? "UTC",
    ignoreFields: ignore_fields,
    monthlyBudget: monthly_budget ?? null,
    webhook: webhook ?? null,
    destination: destination ?? null,
    options: optionsAmong(body, "schedule"),
    ...readWatch(entry, body.track ?? [], body.rules ?? []),
    request: readRequest(() => service.readBody(entry, bytes, "application/json")),
  };
}

/** A name that the record does not have would ignore nothing. */
function refuseUnknownFields({ operation }: Entry, names: string[]): void {
  const fields = { properties: Object.fromEntries(Object.keys(operation.record.properties).map((name) => [name, {}])) };
  const faults = names.flatMap((name, index) => unknownField(fields, name, ["body", "ignore_fields", index]));
  if (faults.length > 0) throw new WinnowError("validation", faults);
}

/** Reports faults of the saved request below `request`. */
function readRequest<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof WinnowError) || typeof error.detail === "string") throw error;
    throw new WinnowError(
      "validation",
      error.detail.map((item) => ({ ...item, loc: ["body", "request", ...item.loc.slice(1)] })),
    );
  }
}

const scalars = ["string", "number", "integer", "boolean"];

/** The fields that a schedule watches, those of its rules included. Throws a 422 for fields that the record lacks. */
export function readWatch(
  { operation }: Entry,
  track: string[],
  rules: WatchRuleInput[],
): { track: string[]; rules: WatchRule[] } {
  const { record } = operation;
  const faults = [
    ...track.flatMap((path, index) => untrackable(record, path, ["body", "track", index])),
    ...rules.flatMap((rule, index) => ruleFaults(record, rule, ["body", "rules", index])),
  ];
  const all = [...new Set([...track, ...rules.flatMap(({ field }) => field ?? [])])];
  if (all.length > limits.watchFields.max) {
    faults.push(fault(["body", "track"], `a schedule tracks at most ${limits.watchFields.max} fields`, all));
  }
  if (faults.length > 0) throw new WinnowError("validation", faults);
  return {
    track: all,
    rules: rules.map(({ field, when, value, first_run }) => ({
      field: field ?? null,
      when,
      value: value ?? null,
      ...(first_run && { first_run }),
    })),
  };
}

type Place = ValidationItem["loc"];

const fault = (loc: Place, msg: string, input: unknown): ValidationItem => ({
  type: "value_error",
  loc,
  msg: `Value error, ${msg}`,
  input,
  ctx: { error: {} },
});

function untrackable(record: TSchema, path: string, loc: Place): ValidationItem[] {
  const unknown = unknownField(record, path, loc);
  if (unknown.length > 0) return unknown;
  const types = typesOf(fieldAt(record, path));
  if (types.some((type) => scalars.includes(type))) return [];
  return [fault(loc, `${path} is not a single value: track a text, a number or a yes or no`, path)];
}

const typesOf = (field: JsonSchema | null): string[] =>
  [field, ...(field?.anyOf ?? [])].flatMap((option) => option?.type ?? []);

function ruleFaults(record: TSchema, { field, when, value, first_run }: WatchRuleInput, loc: Place): ValidationItem[] {
  const isPresence = when === "appears" || when === "disappears";
  const isMove = moveConditions.some((one) => one === when);
  if (first_run && (isMove || when === "disappears")) {
    return [fault([...loc, "first_run"], `${when} compares with an earlier run`, first_run)];
  }
  if (isPresence && (value ?? null) !== null) return [fault([...loc, "value"], `${when} takes no value`, value)];
  if ((field ?? null) === null) {
    return isPresence ? [] : [fault([...loc, "field"], `${when} needs a field`, field ?? null)];
  }
  const path = String(field);
  const faults = untrackable(record, path, [...loc, "field"]);
  if (faults.length > 0 || isPresence) return faults;
  const node = fieldAt(record, path);
  if (when === "becomes") {
    const fits = (value ?? null) !== null && node !== null && Value.Check(Type.Unsafe(node), value);
    return fits ? [] : [fault([...loc, "value"], `${path} is ${typesOf(node).join(" or ")}`, value ?? null)];
  }
  const isNumber = typesOf(node).some((type) => type === "number" || type === "integer");
  if (!isNumber) return [fault([...loc, "field"], `${when} needs a number, which ${path} is not`, path)];
  if (typeof value !== "number") return [fault([...loc, "value"], `${when} needs a number`, value ?? null)];
  return isMove && value <= 0 ? [fault([...loc, "value"], "must be above 0", value)] : [];
}
