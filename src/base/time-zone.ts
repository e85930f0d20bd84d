const DAY_MS = 86_400_000;
/** Clocks change at a quarter of an hour at the finest. */
const QUARTER_MS = 900_000;

export interface OffsetPiece {
  start: number;
  end: number;
  /** How far the clocks are ahead of UTC, in milliseconds. */
  ahead: number;
}

export interface TimeZone {
  /** How far the clocks are ahead of UTC at a time. */
  aheadAt(at: number): number;
  /** A time in pieces, in each of which the clocks are as far ahead of UTC. */
  offsetsBetween(start: number, end: number): OffsetPiece[];
  /** When the day of a time begins; or the day so many days before it. */
  startOfDay(at: number, daysBefore?: number): number;
}

/** Throws a RangeError where the name is no IANA time zone. */
export function timeZone(name: string): TimeZone {
  const format = new Intl.DateTimeFormat("en", { timeZone: name, timeZoneName: "longOffset" });

  function aheadAt(at: number): number {
    const parts = format.formatToParts(at);
    const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours = "0", minutes = "0"] = /([+-])(\d+):(\d+)/.exec(offset) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  }

  function offsetsBetween(start: number, end: number): OffsetPiece[] {
    const pieces: OffsetPiece[] = [];
    let piece = { start, end, ahead: aheadAt(start) };
    for (let day = start; day < end; day += DAY_MS) {
      const ahead = aheadAt(Math.min(end, day + DAY_MS) - 1);
      if (ahead === piece.ahead) continue;
      let change = day - (day % QUARTER_MS) + QUARTER_MS;
      while (aheadAt(change) !== ahead) change += QUARTER_MS;
      pieces.push({ ...piece, end: change });
      piece = { start: change, end, ahead };
    }
    return [...pieces, piece];
  }

  function startOfDay(at: number, daysBefore = 0): number {
    const local = at + aheadAt(at);
    const midnight = local - (local % DAY_MS) - daysBefore * DAY_MS;
    // The offset near midnight, and then that of midnight itself: in between the clocks may change.
    const near = midnight - aheadAt(midnight - aheadAt(at));
    return midnight - aheadAt(near);
  }

  return { aheadAt, offsetsBetween, startOfDay };
}

export function isTimeZone(name: string): boolean {
  try {
    timeZone(name);
    return true;
  } catch {
    return false;
  }
}
