const DAY_MS = 86_400_000;
/** Clocks change on a quarter of an hour at the finest. */
const QUARTER_MS = 900_000;

export interface OffsetPiece {
  start: number;
  end: number;
  /** Offset from UTC in milliseconds. */
  ahead: number;
}

/** Throws a RangeError if the name is not an IANA time zone. */
export function timeZone(name: string) {
  const format = new Intl.DateTimeFormat("en", { timeZone: name, timeZoneName: "longOffset" });

  /** Offset from UTC at a time. */
  function aheadAt(at: number): number {
    const parts = format.formatToParts(at);
    const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours = "0", minutes = "0"] = /([+-])(\d+):(\d+)/.exec(offset) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  }

  /** Splits a period into pieces with a constant offset. */
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

  /** Start of the day that contains a time, or of a day this many days earlier. */
  function startOfDay(at: number, daysBefore = 0): number {
    const local = at + aheadAt(at);
    const midnight = local - (local % DAY_MS) - daysBefore * DAY_MS;
    // Takes the offset near midnight, then that of midnight itself, because the clocks may change in between.
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
