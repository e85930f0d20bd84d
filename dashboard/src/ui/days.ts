import { dateFormat } from "./format.ts";

export interface Days {
  /** A day on the viewer's clock, as the date picker has it; or an instant, as the links of charts have it. */
  from?: string | undefined;
  to?: string | undefined;
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Midnight where the viewer is, so many days later. */
function midnight(day: string, later: number): string {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + later);
  return at.toISOString();
}

/** The days as instants, for the service: the last day is in it. */
export const instantsOf = ({ from, to }: Days): Days => ({
  from: from && isDay(from) ? midnight(from, 0) : from,
  to: to && isDay(to) ? midnight(to, 1) : to,
});

/** What the date picker shows of them. */
export const daysOf = ({ from, to }: Days): [string | null, string | null] => [
  from && isDay(from) ? from : null,
  to && isDay(to) ? to : null,
];

const short = dateFormat({ day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

/** Instants in words, which the date picker cannot show. */
export const spanLabel = ({ from, to }: Days): string | null =>
  from && to && !isDay(from) && !isDay(to) ? short().formatRange(Date.parse(from), Date.parse(to)) : null;
