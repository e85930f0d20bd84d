/**
 * Parses a date as Pydantic does: `YYYY-MM-DD`, a datetime at midnight, or a unix time at midnight (in seconds, or in
 * milliseconds if seconds would be too far in the future).
 */
export type DateRead =
  | { date: string }
  | { fault: "inexact" }
  | { fault: "parsing"; error: string }
  | { fault: "year-zero" };

interface Moment {
  date: string;
  midnight: boolean;
}

const DAY = 86_400;
const MILLISECONDS_ABOVE = 20_000_000_000;
const YEAR_0000 = -62_167_219_200;
const YEAR_9999 = 253_402_300_799;
const LARGEST_U32 = 4_294_967_295;
const LARGEST_I64 = 9_223_372_036_854_775_807n;

class Unparsable extends Error {}

export function dateFromText(text: string): DateRead {
  // Positions and lengths count UTF-8 bytes: each character of `bytes` is one.
  const bytes = Buffer.from(text, "utf8").toString("latin1");
  return settle(() => {
    try {
      const date = dateAt(bytes);
      if (bytes.length === 10) return { date, midnight: true };
      return { date, midnight: isMidnight(bytes) };
    } catch (error) {
      const moment = numericMoment(bytes);
      if (moment === null) throw error;
      return moment;
    }
  });
}

export const dateFromInteger = (seconds: bigint): DateRead => settle(() => momentOf(seconds, 0));

export function dateFromFloat(seconds: number): DateRead {
  return settle(() => {
    if (Number.isNaN(seconds)) throw new Unparsable("NaN values not permitted");
    return momentOf(saturated(Math.floor(seconds)), microseconds(Math.abs(seconds % 1)));
  });
}

function settle(read: () => Moment): DateRead {
  try {
    const { date, midnight } = read();
    if (!midnight) return { fault: "inexact" };
    return date.startsWith("0000") ? { fault: "year-zero" } : { date };
  } catch (error) {
    if (error instanceof Unparsable) return { fault: "parsing", error: error.message };
    throw error;
  }
}

function numberAt(bytes: string, at: number, count: number, what: string): number {
  const part = bytes.slice(at, at + count);
  if (part.length < count || !/^[0-9]+$/.test(part)) throw new Unparsable(what);
  return Number(part);
}

function dateAt(bytes: string): string {
  if (bytes.length < 10) throw new Unparsable("input is too short");
  const separator = (at: number) => {
    if (bytes[at] !== "-") throw new Unparsable("invalid date separator, expected `-`");
  };
  const year = numberAt(bytes, 0, 4, "invalid character in year");
  separator(4);
  const month = numberAt(bytes, 5, 2, "invalid character in month");
  separator(7);
  const day = numberAt(bytes, 8, 2, "invalid character in day");
  if (month < 1 || month > 12) throw new Unparsable("month value is outside expected range of 1-12");
  if (day < 1 || day > daysIn(year, month)) throw new Unparsable("day value is outside expected range");
  return bytes.slice(0, 10);
}

const daysIn = (year: number, month: number): number => {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
};

/** Parses the whole time after a date and returns whether it is 00:00. The time zone is validated and ignored. */
function isMidnight(bytes: string): boolean {
  if (!"Tt _".includes(bytes.charAt(10))) {
    throw new Unparsable("invalid datetime separator, expected `T`, `t`, `_` or space");
  }
  if (bytes.length < 16) throw new Unparsable("input is too short");
  const hour = numberAt(bytes, 11, 2, "invalid character in hour");
  if (bytes[13] !== ":") throw new Unparsable("invalid time separator, expected `:`");
  const minute = numberAt(bytes, 14, 2, "invalid character in minute");
  if (hour > 23) throw new Unparsable("hour value is outside expected range of 0-23");
  if (minute > 59) throw new Unparsable("minute value is outside expected range of 0-59");
  let end = 16;
  let second = 0;
  let fraction = 0;
  if (bytes[16] === ":") {
    second = numberAt(bytes, 17, 2, "invalid character in second");
    if (second > 59) throw new Unparsable("second value is outside expected range of 0-59");
    end = 19;
    if (bytes[19] === "." || bytes[19] === ",") {
      const [digits = ""] = /^[0-9]*/.exec(bytes.slice(20)) ?? [];
      if (digits === "") throw new Unparsable("second fraction digits missing after `.`");
      // Digits beyond microseconds are cut off.
      fraction = Number(digits.slice(0, 6));
      end = 20 + digits.length;
    }
  }
  end = endOfZone(bytes, end);
  if (bytes.length > end) throw new Unparsable("unexpected extra characters at the end of the input");
  return hour === 0 && minute === 0 && second === 0 && fraction === 0;
}

/** The UTF-8 bytes of U+2212, the typographic minus sign. */
const MINUS = "\u00e2\u0088\u0092";

function endOfZone(bytes: string, start: number): number {
  const sign = bytes[start];
  if (sign === undefined) return start;
  if (sign === "Z" || sign === "z") return start + 1;
  const isMinus = bytes.startsWith(MINUS, start);
  if (sign !== "+" && sign !== "-" && !isMinus) throw new Unparsable("invalid timezone sign");
  const at = start + (isMinus ? MINUS.length : 1);
  const hours = numberAt(bytes, at, 2, "invalid timezone hour");
  const minutesAt = at + (bytes[at + 2] === ":" ? 3 : 2);
  const minutes = numberAt(bytes, minutesAt, 2, "invalid timezone minute");
  if (minutes > 59) throw new Unparsable("timezone minute value is outside expected range of 0-59");
  if (hours > 23) throw new Unparsable("timezone offset must be less than 24 hours");
  return minutesAt + 2;
}

/** Parses a unix time in a string; null if it is not a number. */
function numericMoment(bytes: string): Moment | null {
  if (/^[+-]?[0-9]+$/.test(bytes)) {
    const value = BigInt(bytes.replace("+", ""));
    return value >= -LARGEST_I64 && value <= LARGEST_I64 ? momentOf(value, 0) : null;
  }
  if (!/^[+-]?(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/.test(bytes)) return null;
  const value = Number(bytes);
  const seconds = Math.abs(value) > MILLISECONDS_ABOVE ? value / 1000 : value;
  const whole = saturated(Math.floor(seconds));
  return momentOf(whole, microseconds(seconds - Number(whole)));
}

/** Clamps to 32 bits; NaN becomes 0. */
const microseconds = (fraction: number): number => Math.min(Math.max(Math.round(fraction * 1e6), 0), LARGEST_U32) || 0;

const saturated = (value: number): bigint => {
  if (value >= Number(LARGEST_I64)) return LARGEST_I64;
  return value <= -Number(LARGEST_I64) ? -LARGEST_I64 - 1n : BigInt(value);
};

function momentOf(timestamp: bigint, fraction: number): Moment {
  let seconds = timestamp;
  let micro = fraction;
  if (timestamp > MILLISECONDS_ABOVE || timestamp < -MILLISECONDS_ABOVE) {
    seconds = timestamp / 1000n;
    const rest = Number(timestamp % 1000n);
    if (rest < 0) seconds -= 1n;
    micro += (rest < 0 ? rest + 1000 : rest) * 1000;
    if (micro > LARGEST_U32) throw new Unparsable("numeric times may not exceed 86,399 seconds");
  }
  const total = Number(seconds) + Math.floor(micro / 1e6);
  if (total < YEAR_0000) throw new Unparsable("dates before 0000 are not supported as unix timestamps");
  if (total > YEAR_9999) throw new Unparsable("dates after 9999 are not supported as unix timestamps");
  return {
    date: new Date(total * 1000).toISOString().slice(0, 10),
    midnight: total % DAY === 0 && micro % 1e6 === 0,
  };
}
