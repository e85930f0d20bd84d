import { WinnowError } from "../contract/errors.ts";
import { QueryReader } from "./query-reader.ts";
import { entryOf } from "./read-batch.ts";
import type { Entry } from "./registry.ts";
import type { ScheduleWish } from "./schedules-api.ts";
import type { Service } from "./service.ts";

/** A schedule as it was sent, checked; `permit` throws where the caller may not use the operation. */
export function readSchedule(
  service: Service,
  raw: unknown,
  permit: (entry: Entry) => void,
): Omit<ScheduleWish, "holder"> {
  const body = new QueryReader(raw, "body");
  const wish = {
    operation: body.needed("operation"),
    name: body.needed("name", 200),
    cron: body.needed("cron", 200),
    timeZone: body.text("time_zone") ?? "UTC",
    ignoreFields: body.listOf("ignore_fields") ?? [],
    monthlyBudget: body.whole("monthly_budget", 1, 1e12),
    webhook: body.text("webhook"),
  };
  body.done("request");
  const { operation, ...rest } = wish;
  const entry = entryOf(service, operation);
  permit(entry);
  const saved = (raw as { request?: unknown }).request ?? null;
  const bytes = Buffer.from(JSON.stringify(saved));
  return { ...rest, entry, request: readRequest(() => service.readBody(entry, bytes, "application/json")) };
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
