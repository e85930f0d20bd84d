import type { Row } from "../../store/schema.ts";
import type { Observed } from "./observe.ts";

/** Lines in a mail; the rest are in the dashboard. */
const MAX_LINES = 20;
/** Characters of a record's name and of a line: they come from a site. */
const MAX_NAME = 100;
const MAX_LINE = 300;

const short = (text: string, max: number): string =>
  (text.length > max ? `${text.slice(0, max - 1)}…` : text).toWellFormed();

/** Builds the mail: its subject, the page it links to, and a line for each rule that fired. */
export function watchMail({ id, name }: Pick<Row<"schedules">, "id" | "name">, events: Observed["events"]): string {
  const lines = events.slice(0, MAX_LINES).map((event) => short(firingLine(event), MAX_LINE));
  const more = events.length - lines.length;
  const subject = `${name.replaceAll(/\s+/g, " ")}: ${events.length === 1 ? lines[0] : `${events.length} rules fired`}`;
  return [subject, `/automation/schedules/${id}`, ...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

type Event = Observed["events"][number];

/** What happened to a record, in a line. */
export function firingLine({ rule: { field, when, value }, recordId, record, old, new: now }: Event): string {
  const name = short(String(record?.name ?? record?.title ?? recordId).replaceAll(/\s+/g, " "), MAX_NAME);
  if (field === null) return `${name} ${when}`;
  const [words, unit] = when.endsWith("_percent") ? [when.replace(/_percent$/, ""), " %"] : [when, ""];
  const amount = value === null ? "" : ` ${JSON.stringify(value)}${unit}`;
  return `${name}: ${field} ${words.replaceAll("_", " ")}${amount} (${JSON.stringify(old)} → ${JSON.stringify(now)})`;
}
