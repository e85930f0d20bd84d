import { formatAgo, formatDate, formatTime, timeWithZone } from "./format.ts";

type Moment = number | string;

const msOf = (at: Moment): number => (typeof at === "number" ? at : Date.parse(at));

interface TimeProps {
  at: Moment;
  /** "3 minutes ago", the day alone, or (unless it is given) the whole time. */
  as?: keyof typeof formats;
}

const formats = { ago: (at: number) => formatAgo(at), date: formatDate, time: formatTime };

/** A time on the viewer's clock. Pointing at it shows the zone, and the same time in UTC. */
export function Time({ at, as = "time" }: TimeProps) {
  const ms = msOf(at);
  return (
    <time dateTime={new Date(ms).toISOString()} title={timeWithZone(ms)}>
      {formats[as](ms)}
    </time>
  );
}
