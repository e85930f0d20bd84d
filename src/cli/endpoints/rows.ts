import type { Batch, BatchFailure, Job, WebhookDelivery } from "../../../client/src/index.ts";
import { type OutputOptions, outputFormat, printRecords } from "../output/records.ts";
import type { EndpointCommand } from "./command.ts";

type Rec = Record<string, unknown>;

interface Shown {
  columns: string[];
  /** The columns of most interest. */
  more?(answer: any): Rec;
}

const schedule = ["name", "operation", "status", "cron", "time_zone", "next_at", "spent_this_month"];
const webhook = ["id", "url", "status", "events", "failing_since"];

/** The columns of a response, by its title; for others, all fields. */
const shown: Record<string, Shown> = {
  Job: {
    columns: ["id", "operation", "status", "records", "charged", "created_at", "error"],
    more: ({ progress, error }: Job) => ({ records: progress.records, error: error?.detail ?? null }),
  },
  Batch: {
    columns: ["id", "operation", "status", "total", "succeeded", "failed", "records", "charged", "pause_reason"],
    more: ({ items }: Batch) => ({ ...items }),
  },
  BatchFailure: {
    columns: ["line", "status", "code", "detail", "job_id", "request"],
    more: ({ error }: BatchFailure) => ({ ...error }),
  },
  Schedule: { columns: ["id", ...schedule] },
  NewSchedule: { columns: ["id", "feed_secret", ...schedule] },
  ScheduleChange: { columns: ["at", "kind", "record_id", "fields", "record"] },
  Webhook: { columns: webhook },
  WebhookWithSecret: { columns: ["secret", ...webhook] },
  WebhookDelivery: {
    columns: ["created_at", "event", "status", "tries", "last", "id", "url"],
    more({ attempts }: WebhookDelivery) {
      const last = attempts.at(-1);
      return { tries: attempts.length, last: last ? (last.error ?? last.status) : null };
    },
  },
};

/** Prints responses of an endpoint. JSON has each as the service returned it. */
export function printAnswers(
  answers: object[],
  { title, columns }: EndpointCommand["row"],
  options: OutputOptions,
): Promise<void> {
  const known = shown[title];
  const isWhole = ["json", "ndjson"].includes(outputFormat(options));
  const rows = answers.map((answer): Rec => ({ ...answer, ...(!isWhole && known?.more?.(answer)) }));
  return printRecords(rows, known?.columns ?? columns, options);
}
