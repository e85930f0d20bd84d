/** What kind of value follows a name in the page: text, number, object, list, flag, or none where it is no JSON key. */
type ValueKind = "text" | "number" | "object" | "list" | "flag" | "none";

interface Name {
  count: number;
  kind: ValueKind;
}

/** The names that a page is built of, whatever it says: JSON keys, classes and data attributes, with how often each is there. */
export type Structure = ReadonlyMap<string, Name>;

export interface StructureDiff {
  vanished: string[];
  appeared: string[];
  /** Vanished names with the name that most likely took their place. */
  renamed: Array<{ from: string; to: string }>;
}

const QUOTED = /(?<!=)"([A-Za-z_@$][\w@$.-]{0,59})"(?:\s*:\s*(["{[\dtf-]))?/g;
const ATTRIBUTE = /\s(class|itemprop|data-[\w-]+)=["']([^"']{1,200})["']/g;
const MOST_BYTES = 4_000_000;
const MOST_LISTED = 20;
/** A name seen once may be a word of the content; what a list is built of comes with every item. */
const LEAST_COUNT = 2;

const kindOf: Record<string, ValueKind> = { '"': "text", "{": "object", "[": "list", t: "flag", f: "flag" };

export function structureOf(page: string): Structure {
  const names = new Map<string, Name>();
  const add = (name: string, kind: ValueKind) => {
    const known = names.get(name);
    if (!known) names.set(name, { count: 1, kind });
    else {
      known.count++;
      if (known.kind === "none") known.kind = kind;
    }
  };
  const text = page.slice(0, MOST_BYTES);
  for (const [, name, first] of text.matchAll(QUOTED)) {
    add(name!, first === undefined ? "none" : (kindOf[first] ?? "number"));
  }
  for (const [, attribute, value] of text.matchAll(ATTRIBUTE)) {
    for (const word of attribute === "class" ? value!.split(/\s+/) : [value!]) add(`${attribute}=${word}`, "none");
  }
  return names;
}

export function compareStructures(before: Structure, after: Structure): StructureDiff {
  const gone = only(before, after);
  const fresh = only(after, before);
  const renamed = gone.flatMap(([from, was]) => {
    const [best] = fresh
      .map(([to, is]) => ({ to, score: likeness(from, was, to, is) }))
      .sort((a, b) => b.score - a.score);
    return best && best.score >= 1.5 ? [{ from, to: best.to, score: best.score }] : [];
  });
  renamed.sort((a, b) => b.score - a.score);
  return {
    vanished: gone.slice(0, MOST_LISTED).map(([name]) => name),
    appeared: fresh.slice(0, MOST_LISTED).map(([name]) => name),
    renamed: renamed.slice(0, MOST_LISTED).map(({ from, to }) => ({ from, to })),
  };
}

/** Names of one page that the other has none of, the most frequent first. */
const only = (page: Structure, other: Structure): Array<[string, Name]> =>
  [...page]
    .filter(([name, { count }]) => count >= LEAST_COUNT && !other.has(name))
    .sort((a, b) => b[1].count - a[1].count)
    .slice(0, 200);

/** The same kind of value, about as often, and letters in common: the more of these, the likelier the new name. */
function likeness(from: string, was: Name, to: string, is: Name): number {
  const sameKind = was.kind === is.kind ? 1 : 0;
  const sameCount = Math.min(was.count, is.count) / Math.max(was.count, is.count);
  return sameKind + sameCount + sharedPairs(from, to);
}

/** Dice's coefficient over pairs of letters. */
function sharedPairs(a: string, b: string): number {
  const pairsOf = (word: string) =>
    new Set(Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2).toLowerCase()));
  const [first, second] = [pairsOf(a), pairsOf(b)];
  if (first.size + second.size === 0) return 0;
  return (2 * first.intersection(second).size) / (first.size + second.size);
}
