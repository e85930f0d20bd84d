/**
 * Suggests what a caller may have meant: the most similar values first. A value is similar if it continues the text, if one
 * contains the other, or if few letters differ. Others are left out.
 */
export function nearest(text: string, values: Iterable<string>, max = 3): string[] {
  const wanted = plain(text);
  return [...new Set(values)]
    .map((value) => ({ value, distance: unlikeness(wanted, plain(value)) }))
    .filter(({ distance }) => Math.floor(distance) <= mistakesIn(wanted))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, max)
    .map(({ value }) => value);
}

/** Longer than any name; texts are compared up to this length. */
const LONGEST = 100;

const plain = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, LONGEST);

/** Maximum number of different letters: a third. */
const mistakesIn = (wanted: string): number => Math.floor(wanted.length / 3);

/**
 * Values that start with or contain the text rank above misspellings. A different number is a different value, not a
 * misspelling.
 */
function unlikeness(wanted: string, value: string): number {
  if (wanted === value) return 0;
  if (/^\d*$/.test(wanted)) return Number.POSITIVE_INFINITY;
  if (value.startsWith(wanted)) return 0.8 * (value.length / (value.length + 1));
  if (holds(value, wanted) || holds(wanted, value)) return 0.9;
  return editDistance(wanted, value);
}

/** Whole words only; one or two letters say too little. */
const holds = (text: string, part: string): boolean => part.length > 2 && ` ${text} `.includes(` ${part} `);

/** Edit distance (Levenshtein), computed row by row, between the text and the value or its best prefix. */
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
