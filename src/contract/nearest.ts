/**
 * What a caller may have meant: the values like a text, the likest first. A value is like a text if it goes on where the
 * text stops, if one holds the other, or if few letters differ; what is not is no help, and is left out.
 */
export function nearest(text: string, values: Iterable<string>, most = 3): string[] {
  const wanted = plain(text);
  return [...new Set(values)]
    .map((value) => ({ value, distance: unlikeness(wanted, plain(value)) }))
    .filter(({ distance }) => Math.floor(distance) <= mistakesIn(wanted))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ value }) => value);
}

/** Longer texts than any name are not compared to their end. */
const LONGEST = 100;

const plain = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, LONGEST);

/** How many letters may differ: a third. */
const mistakesIn = (wanted: string): number => Math.floor(wanted.length / 3);

/**
 * Values that go on where the text stops, and those that hold it, are nearer than any misspelling. Another number is
 * another value, not a misspelt one.
 */
function unlikeness(wanted: string, value: string): number {
  if (wanted === value) return 0;
  if (/^\d*$/.test(wanted)) return Number.POSITIVE_INFINITY;
  if (value.startsWith(wanted)) return 0.8 * (value.length / (value.length + 1));
  if (holds(value, wanted) || holds(wanted, value)) return 0.9;
  return editDistance(wanted, value);
}

/** In whole words, of which a single letter or two say too little. */
const holds = (text: string, part: string): boolean => part.length > 2 && ` ${text} `.includes(` ${part} `);

/** Letters to put in, take out or change (Levenshtein), row by row, until the text is the value or how the value begins. */
function editDistance(text: string, value: string): number {
  let row = Array.from({ length: value.length + 1 }, (_, index) => index);
  for (let i = 1; i <= text.length; i++) {
    const next = [i];
    let [corner, left] = [i - 1, i];
    for (const [j, above] of row.entries().drop(1)) {
      left = Math.min(corner + (text[i - 1] === value[j - 1] ? 0 : 1), above + 1, left + 1);
      next.push(left);
      corner = above;
    }
    row = next;
  }
  const whole = row.at(-1) ?? 0;
  const beginnings = row.filter((_, end) => value[end] === " ").map((distance) => distance + 0.5);
  return Math.min(whole, ...beginnings);
}
