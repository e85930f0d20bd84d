/** What a caller may have meant: the values most like a text, the likest first. */
export function nearest(text: string, values: Iterable<string>, most = 3): string[] {
  const wanted = plain(text);
  return [...new Set(values)]
    .map((value) => ({ value, distance: unlikeness(wanted, plain(value)) }))
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

/** A value that goes on where the text stops is nearer than any misspelling, and the shorter the nearer. */
function unlikeness(wanted: string, value: string): number {
  return value.startsWith(wanted) ? value.length / (value.length + 1) : editDistance(wanted, value);
}

/** Letters to put in, take out or change (Levenshtein), row by row. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
