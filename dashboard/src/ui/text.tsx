import { Anchor, type AnchorProps, Code, Text, type TextProps } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatAgo, formatDate, formatMoment, formatTime, timeWithZone } from "./format.ts";

/** A link to a page of the dashboard, in text or in a table. */
export const TextLink = (props: AnchorProps & { to: string; search?: true; children: ReactNode }) => (
  <Anchor component={Link} size="sm" {...props} />
);

/** Small, dimmed text: what explains the thing above or beside it. */
export const Note = (props: TextProps & { role?: string; title?: string; children: ReactNode }) => (
  <Text size="sm" c="dimmed" {...props} />
);

/** A description from the contract. Text between backticks is code. */
export const Prose = ({ text }: { text: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not move
  text.split("`").map((part, index) => (index % 2 === 1 ? <Code key={index}>{part}</Code> : part));

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
