import { accountPage } from "../../accounts/account-page.ts";
import type { ChatMessage } from "../../base/chat-messages.ts";
import type { WebhookEvent } from "../../words/webhook-events.ts";
import { firingLine } from "../watches/watch-mail.ts";

/** Events as messages for people, from the data that programs get. */

// The data of each event is described in payloads.ts.
type Data = any;
type Message = Pick<ChatMessage, "title" | "lines"> & { page: string | null };
type ChatEvent = WebhookEvent | "webhook.test";

const job =
  (title: string) =>
  (data: Data): Message => ({
    title: `${title}: ${data.operation}`,
    lines: data.error ? [errorWords(data.error.detail)] : [`${data.progress.records} records, ${data.charged} points`],
    page: `/automation/jobs/${data.id}`,
  });

const errorWords = (detail: unknown): string => (typeof detail === "string" ? detail : "The request is not valid.");

const batch =
  (title: string, why: (data: Data) => string | null = () => null) =>
  (data: Data): Message => ({
    title: `${title}: ${data.operation}`,
    lines: [
      ...[why(data) ?? []].flat(),
      `${data.items.succeeded} of ${data.total} items succeeded, ${data.items.failed} failed, ${data.charged} points`,
    ],
    page: `/automation/batches/${data.id}`,
  });

const schedule =
  (title: string) =>
  (data: Data): Message => ({
    title: `${title}: ${data.name}`,
    lines: [data.pause_reason, data.resumes].filter(Boolean),
    page: `/automation/schedules/${data.id}`,
  });

const recall =
  (title: string) =>
  (data: Data): Message => ({
    title: `${title}: ${data.operation}`,
    lines: [data.reason, `${data.requests} of your calls, ${data.points} points returned`],
    page: `/recalled/${data.id}`,
  });

const counts = (data: Data): string =>
  ["added", "removed", "changed", "entered", "left"]
    .flatMap((kind) => (data[kind] ? `${data[kind]} ${kind}` : []))
    .join(", ");

const messages: Record<ChatEvent, (data: Data) => Message> = {
  "job.succeeded": job("Job succeeded"),
  "job.failed": job("Job failed"),
  "batch.item": (data) => job(`Line ${data.line} of a batch ${data.status}`)(data),
  "batch.finished": batch("Batch finished"),
  "batch.paused": batch("Batch paused", ({ pause_reason }) => pause_reason),
  "batch.waiting": batch("Batch waits for its source", ({ waiting }) => waiting?.reason),
  "batch.resumed": batch("Batch resumed"),
  "batch.expiring": batch("A paused batch will be cancelled", ({ cancelled_at }) => `On ${cancelled_at}`),
  "schedule.changed": (data) => ({
    title: `${data.name}: ${counts(data)}`,
    lines: [],
    page: `/automation/schedules/${data.schedule_id}`,
  }),
  "schedule.paused": schedule("Schedule paused"),
  "schedule.resumed": schedule("Schedule resumed"),
  "watch.triggered": ({ name, schedule_id, fired }) => ({
    title: `${name}: ${fired.length === 1 ? "a rule" : `${fired.length} rules`} fired`,
    lines: fired.map(firingLine),
    page: `/automation/schedules/${schedule_id}`,
  }),
  "source.degraded": ({ source, operation, reason, since }) => ({
    title: `${source} has an incident`,
    lines: [`${operation}: ${reason}`, `Since ${since}`],
    page: "/status",
  }),
  "points.low": ({ used_percent, points, of }) => ({
    title: used_percent === 100 ? "Your points are used up" : `${used_percent} % of your points are used`,
    lines: [`${points} of ${of} points are left.`],
    page: "/usage",
  }),
  "records.recalled": (data) => recall(data.withdrawn_at ? "Recall withdrawn" : "Records were wrong")(data),
  "records.corrected": recall("Corrected records"),
  "webhook.test": () => ({ title: "Test", lines: ["This is a test message from Winnow."], page: null }),
};

export function chatMessage(event: ChatEvent, data: Data, publicUrl: string, accountId: string): ChatMessage {
  const { page, ...message } = messages[event](data);
  return { ...message, link: page && publicUrl ? publicUrl + accountPage(page, accountId) : null };
}
