const DAY = 86_400_000;
/** The shop's time zone, UTC+3 all year. */
const MOSCOW = 3 * 3_600_000;

const MONTHS = ["янв", "фев", "мар", "апр", "ма", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"];

/** The day that a card's text means, relative to now: "завтра", "от 2 дней", "15 марта". Null for other texts. */
export function dayInWords(words: string, now: number): string | null {
  const days = daysAhead(words.toLowerCase());
  if (days !== null) return iso(now + MOSCOW + days * DAY);
  const [, day, word] = /(\d{1,2})\s+([а-я]{3,})/.exec(words.toLowerCase()) ?? [];
  const month = word ? MONTHS.findIndex((start) => word.startsWith(start)) : -1;
  if (day === undefined || month < 0) return null;
  const today = iso(now + MOSCOW);
  const inYear = (year: number) => iso(Date.UTC(year, month, Number(day)));
  const year = Number(today.slice(0, 4));
  return inYear(year) < today ? inYear(year + 1) : inYear(year);
}

function daysAhead(words: string): number | null {
  if (words.includes("послезавтра")) return 2;
  if (words.includes("завтра")) return 1;
  if (words.includes("сегодня")) return 0;
  const days = /(\d+)\s*(?:дн|ден)/.exec(words)?.[1];
  return days === undefined ? null : Number(days);
}

const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);
