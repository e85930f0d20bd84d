import { type ValidationItem, WinnowError } from "../contract/errors.ts";
import { nearest } from "../contract/nearest.ts";
import { entryOf } from "./read-batch.ts";
import type { Entry } from "./registry.ts";
import type { ScheduleWish } from "./schedules-api.ts";
import type { Service } from "./service.ts";

/** The body of a schedule, as its endpoint has checked it. */
interface ScheduleBody {
  operation: string;
  name: string;
  request: Record<string, unknown>;
  cron: string;
  time_zone?: string;
  ignore_fields?: string[];
  monthly_budget?: number | null;
  webhook?: string | null;
}

/** A schedule as it was sent: its operation, and its request as that reads it. `permit` throws where the caller may not use the operation. */
export function readSchedule(
  service: Service,
  body: ScheduleBody,
  permit: (entry: Entry) => void,
): Omit<ScheduleWish, "holder"> {
  const { operation, request, name, cron, time_zone, ignore_fields = [], monthly_budget, webhook } = body;
  const entry = entryOf(service, operation);
  permit(entry);
  refuseUnknownFields(entry, ignore_fields);
  const bytes = Buffer.from(JSON.stringify(request));
  return {
    ...{ entry, name, cron, timeZone: time_zone ?? "UTC", ignoreFields: ignore_fields },
    ...{ monthlyBudget: monthly_budget ?? null, webhook: webhook ?? null },
    request: readRequest(() => service.readBody(entry, bytes, "application/json")),
  };
}

/** A name that the record does not have would ignore nothing. */
function refuseUnknownFields({ operation }: Entry, names: string[]): void {
  const known = Object.keys(operation.record.properties);
  const meant = (name: string) => {
    const [near] = nearest(name, known, 1);
    return near === undefined ? "" : ` Did you mean ${near}?`;
  };
  const faults = names.flatMap((name, index): ValidationItem[] =>
    known.includes(name)
      ? []
      : [
          {
            type: "value_error",
            loc: ["body", "ignore_fields", index],
            msg: `Value error, the record has no field ${JSON.stringify(name)}.${meant(name)} It has ${known.join(", ")}.`,
            input: name,
          },
        ],
  );
  if (faults.length > 0) throw new WinnowError("validation", faults);
}

/** A fault of the saved request is named below `request`. */
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
