import { cleanText } from "../../contract/values.ts";

/** Epochs in milliseconds are larger than this; one in seconds gets there in the year 5138. */
const MILLISECONDS = 1e11;

/** Whole Unix seconds from an epoch or an ISO date; a time without a zone is in `zone`. Null if there is none. */
export function parseSeconds(date: unknown, zone = "Z"): number | null {
  if (typeof date === "number" && date > 0) return Math.floor(date > MILLISECONDS ? date / 1000 : date);
  const text = cleanText(date);
  if (!text || !/^\d{4}-\d{2}-\d{2}/.test(text)) return null;
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  const at = Date.parse(hasZone ? text : `${text.includes("T") ? text : `${text}T00:00:00`}${zone}`);
  return Number.isNaN(at) ? null : Math.floor(at / 1000);
}

const TIME = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** A time, or a day, as ISO 8601 writes it; null for any other text, as for a number that is none. */
export function parseMoment(time: unknown): string | null {
  const text = cleanText(time);
  return text && TIME.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

/** The day, YYYY-MM-DD, of an ISO date with or without a time. */
export function parseDay(date: unknown): string | null {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(cleanText(date) ?? "") ?? [];
  return day && !Number.isNaN(Date.parse(day)) ? day : null;
}
