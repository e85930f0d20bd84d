import { WinnowError } from "../contract/errors.ts";
import { unknownField } from "./field-selection.ts";
import { entryOf } from "./read-batch.ts";
import { readWatch } from "./read-watch.ts";
import type { Entry } from "./registry.ts";
import type { ScheduleSubmission } from "./schedules-api.ts";
import type { Service } from "./service.ts";
import type { WatchRuleInput } from "./watch-views.ts";

/** The body of a schedule, as validated by its endpoint. */
interface ScheduleBody {
  operation: string;
  name: string;
  request: Record<string, unknown>;
  cron: string;
  time_zone?: string;
  ignore_fields?: string[];
  track?: string[];
  rules?: WatchRuleInput[];
  monthly_budget?: number | null;
  webhook?: string | null;
  destination?: string | null;
}

/**
 * Reads a schedule: its operation, and its request as the operation parses it. `permit` throws if the caller may not use
 * the operation.
 */
export function readSchedule(
  service: Service,
  body: ScheduleBody,
  permit: (entry: Entry) => void,
): Omit<ScheduleSubmission, "holder"> {
  const { operation, request, name, cron, time_zone, ignore_fields = [], monthly_budget, webhook, destination } = body;
  const entry = entryOf(service, operation);
  permit(entry);
  refuseUnknownFields(entry, ignore_fields);
  const bytes = Buffer.from(JSON.stringify(request));
  return {
    ...{ entry, name, cron, timeZone: time_zone ?? "UTC", ignoreFields: ignore_fields },
    ...{ monthlyBudget: monthly_budget ?? null, webhook: webhook ?? null, destination: destination ?? null },
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
