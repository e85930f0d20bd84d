import { formatAgo, formatDate, formatMoment, formatTime, timeWithZone } from "./format.ts";

type Moment = number | string;

const msOf = (at: Moment): number => (typeof at === "number" ? at : Date.parse(at));

interface TimeProps {
  at: Moment;
  /** "3 minutes ago", only the day, the time without its year, or (by default) the full time. */
  as?: keyof typeof formats;
}

const formats = { ago: (at: number) => formatAgo(at), date: formatDate, moment: formatMoment, time: formatTime };

/** A time in the viewer's time zone. Its tooltip shows the zone and the time in UTC. */
export function Time({ at, as = "time" }: TimeProps) {
  const ms = msOf(at);
  return (
    <time dateTime={new Date(ms).toISOString()} title={timeWithZone(ms)}>
      {formats[as](ms)}
    </time>
  );
}

/** "from … to …", or "at …" if both are the same. */
export const TimeSpan = ({ of: [from, to] }: { of: [from: Moment, to: Moment] }) =>
  msOf(from) === msOf(to) ? (
    <>
      at <Time at={from} />
    </>
  ) : (
    <>
      from <Time at={from} /> to <Time at={to} />
    </>
  );
