import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { type FormField, formFields, requestBody, type Values } from "../playground/fields.ts";
import { dateFormat, humanise } from "../ui/format.ts";

const MAX_PARTS = 5;
const MAX_LENGTH = 40;
/** Left out: every call has these, and the list shows their outcome in columns. */
const LEFT_OUT = new Set(["count", "timeout"]);

/** What sets a call apart from others of its operation: "Lisbon, 20–24 Nov, 3 adults". */
export function callSummary(operation: OperationView | undefined, params: Values): string {
  if (!operation) return "";
  const body = requestBody(operation, params);
  const fields = formFields(operation);
  const days = fields.flatMap(({ kind, name }) => (kind === "date" && name in body ? [body[name]] : []));
  // The first day stands for all: two of them are a span.
  const part = (field: FormField) => {
    if (field.kind !== "date") return partOf(field, body);
    return body[field.name] === days[0] ? spanOf(days) : "";
  };
  return fields
    .map(part)
    .filter((part) => part !== "")
    .slice(0, MAX_PARTS)
    .join(", ");
}

function partOf(field: FormField, body: Values): string {
  const value = body[field.name];
  if (value === undefined || LEFT_OUT.has(field.name)) return "";
  const name = humanise(field.name).toLowerCase();
  if (value === true) return name;
  if (value === false) return `not ${name}`;
  if (typeof value === "number") return /^\w+s$/.test(name) ? `${value} ${name}` : `${name} ${value}`;
  if (Array.isArray(value)) return value.length > 2 ? `${value.length} ${name}` : value.map(short).join(" + ");
  return field.kind === "text" ? short(value) : `${name} ${short(value)}`;
}

const day = dateFormat({ day: "numeric", month: "short", timeZone: "UTC" });

function spanOf(days: unknown[]): string {
  const times = days.map((one) => Date.parse(String(one)));
  if (times.length === 0 || times.some(Number.isNaN)) return days.join(" – ");
  return day()
    .formatRange(times[0]!, times.at(-1)!)
    .replaceAll(/\s+–\s+/g, "–");
}

function short(value: unknown): string {
  const text = String(value).replaceAll("_", " ");
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
