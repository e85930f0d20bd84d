import { type Static, Type } from "typebox";
import { optionFields, optionsAmong } from "../contract/call-options.ts";
import { WinnowError } from "../contract/errors.ts";
import { given, integer, listOf, operationName, operationRequest, orNull, uuid } from "../contract/shapes.ts";
import { unknownField } from "../files/field-selection.ts";
import type { ScheduleSubmission } from "../jobs/schedules/types.ts";
import { WatchRuleInput } from "../jobs/watches/watch-views.ts";
import { limits } from "../limits/limits.ts";
import type { Entry } from "../service/registry.ts";
import type { Service } from "../service/service.ts";
import { findEntry } from "./read-batch.ts";
import { readWatch } from "./read-watch.ts";

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
