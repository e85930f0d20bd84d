import { dateFormat } from "./format.ts";

export interface Days {
  /** A day in the viewer's time zone, as a date field sets it, or an instant, as chart links set it. */
  from?: string | undefined;
  to?: string | undefined;
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Midnight in the viewer's time zone, the given number of days later. */
function midnight(day: string, later: number): string {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + later);
  return at.toISOString();
}

/** The days as instants, for the service. The last day is included. */
export const toInstants = ({ from, to }: Days): Days => ({
  from: from && isDay(from) ? midnight(from, 0) : from,
  to: to && isDay(to) ? midnight(to, 1) : to,
});

/** The day as a date field has it; none for an instant. */
export const dayIn = (at = ""): string => (isDay(at) ? at : "");

const short = dateFormat({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** Instants in words, since a date field cannot show them. */
export const spanLabel = ({ from, to }: Days): string | null =>
  from && to && !isDay(from) && !isDay(to) ? short().formatRange(Date.parse(from), Date.parse(to)) : null;
