/** The kind of value that follows a name in the page, `element` for HTML, or `none`. */
export type ValueKind = "text" | "number" | "object" | "list" | "flag" | "element" | "none";

interface Name {
  count: number;
  kind: ValueKind;
}

/** The names a page is built of, regardless of content: JSON keys, classes and data attributes, with their counts. */
export type Structure = ReadonlyMap<string, Name>;

export interface StructureDiff {
  vanished: string[];
  appeared: string[];
  /** Vanished names with their most likely replacement. */
  renamed: Array<{ from: string; to: string }>;
}

const QUOTED = /(?<!=)"([A-Za-z_@$][\w@$.-]{0,59})"(?:\s*:\s*(["{[\dtf-]))?/g;
const ATTRIBUTE = /\s(class|itemprop|data-[\w-]+)=["']([^"']{1,200})["']/g;
const ELEMENT = /<([a-z][a-z0-9-]*)[\s>]/gi;
const MAX_BYTES = 4_000_000;
const MAX_LISTED = 20;
/** A name seen once may be a word of the content, unless a value follows it, which makes it a key. */
const MIN_COUNT = 2;
const MIN_LIKENESS = 1.5;
/** A name that occurs once cannot be matched by count, so it must share some letters, or most of them for a word. */
const MIN_LETTERS = 0.3;
const MIN_LETTERS_OF_A_WORD = 0.6;

const kindOf: Record<string, ValueKind> = { '"': "text", "{": "object", "[": "list", t: "flag", f: "flag" };

export function pageStructure(page: string): Structure {
  const names = new Map<string, Name>();
  const add = (name: string, kind: ValueKind) => {
    const known = names.get(name);
    if (!known) names.set(name, { count: 1, kind });
    else {
      known.count++;
      if (known.kind === "none") known.kind = kind;
    }
  };
  const text = page.slice(0, MAX_BYTES);
  for (const [, name = "", first] of text.matchAll(QUOTED)) {
    // A reference to another place of the page, which differs on every page.
    if (/^_\d+$/.test(name)) continue;
    add(name, first === undefined ? "none" : (kindOf[first] ?? "number"));
  }
  for (const [, attribute, value = ""] of text.matchAll(ATTRIBUTE)) {
    for (const word of attribute === "class" ? value.split(/\s+/) : [value]) add(`${attribute}=${word}`, "none");
  }
  for (const [, element] of text.matchAll(ELEMENT)) add(`<${element}>`, "element");
  return names;
}

const MIN_PART = 4;

/** Without names that say what was asked for: a structure is kept for longer than the request, and for everybody. */
export function withoutRequest(page: Structure, request: Record<string, unknown>): Structure {
  const words =
    JSON.stringify(Object.values(request))
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const [long, short] = [words.filter(({ length }) => length >= MIN_PART), new Set(words)];
  const says = (name: string) =>
    long.some((word) => name.includes(word)) || name.split(/[^\p{L}\p{N}]+/u).some((part) => short.has(part));
  return new Map([...page].filter(([name]) => !says(name.toLowerCase())));
}

export function compareStructures(before: Structure, after: Structure): StructureDiff {
  const [lost, found] = [only(before, after), only(after, before)];
  const [gone, fresh] = [lost.filter(isKnown), found.filter(isKnown)];
  const pairs = [...lost, ...fewer(before, after)]
    .flatMap(([from, was]) => found.map(([to, is]) => ({ from, to, score: likeness(from, was, to, is) })))
    .filter(({ score }) => score >= MIN_LIKENESS)
    .sort((a, b) => b.score - a.score);
  const renamed: Array<{ from: string; to: string }> = [];
  for (const { from, to } of pairs) {
    if (!renamed.some((pair) => pair.from === from || pair.to === to)) renamed.push({ from, to });
  }
  return {
    vanished: gone.slice(0, MAX_LISTED).map(([name]) => name),
    appeared: fresh.slice(0, MAX_LISTED).map(([name]) => name),
    renamed: renamed.slice(0, MAX_LISTED),
  };
}

/** Returns the most likely new name of the lost field. */
export function likelyRename(
  { renamed }: StructureDiff,
  field: string | null,
): { from: string; to: string } | undefined {
  if (field === null) return renamed[0];
  return renamed.toSorted((a, b) => sharedPairs(b.from, field) - sharedPairs(a.from, field))[0];
}

/** Names that only this page has, the most frequent first. */
function only(page: Structure, other: Structure): Array<[string, Name]> {
  const known = new Set([...other.keys()].map(unnumbered));
  return [...page]
    .filter(([name]) => !known.has(unnumbered(name)))
    .sort((a, b) => Number(isKnown(b)) - Number(isKnown(a)) || b[1].count - a[1].count)
    .slice(0, 300);
}

/** Names that rows have lost while something else of the page keeps them, as often as they are gone. */
const fewer = (before: Structure, after: Structure): Array<[string, Name]> =>
  [...before].flatMap(([name, { count, kind }]): Array<[string, Name]> => {
    const left = after.get(name)?.count ?? 0;
    return left > 0 && left < count / 2 ? [[name, { count: count - left, kind }]] : [];
  });

/** `slot-1-3` and `slot-2-1` are places of the same kind. */
const unnumbered = (name: string): string => name.replaceAll(/(?<=[-_.])\d+/g, "#");

const isKnown = ([, { count, kind }]: [string, Name]): boolean => count >= MIN_COUNT || kind !== "none";

/** Scores a new name by kind of value, similar count, and shared letters. */
function likeness(from: string, was: Name, to: string, is: Name): number {
  const sameKind = was.kind === is.kind ? 1 : 0;
  const sameCount = Math.min(was.count, is.count) / Math.max(was.count, is.count);
  const letters = sharedPairs(from, to);
  if (was.count === 1 && letters < MIN_LETTERS) return 0;
  // Pages that are word lists name a field once, among the words of the content.
  if (!isKnown([from, was])) return letters < MIN_LETTERS_OF_A_WORD ? 0 : sameKind + letters;
  return sameKind + sameCount + letters;
}

/** Dice's coefficient over pairs of letters. */
export function sharedPairs(a: string, b: string): number {
  const pairsOf = (word: string) =>
    new Set(Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2).toLowerCase()));
  const [first, second] = [pairsOf(a), pairsOf(b)];
  if (first.size + second.size === 0) return 0;
  return (2 * first.intersection(second).size) / (first.size + second.size);
}
