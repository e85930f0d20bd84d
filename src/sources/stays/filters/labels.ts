import type { SiteFilter } from "../reading/site-filters.ts";
import { filterLists } from "./filter-codes.ts";
import type { RequestedFilter } from "./requested-filters.ts";

const SMALL_WORDS = new Set(["a", "and", "at", "by", "for", "in", "of", "on", "or", "the", "to", "with", "only"]);
const SPELLINGS: Record<string, string> = { centre: "center", "24h": "24hour", childrens: "child", children: "child" };

/** Caches the words of labels, which repeat, up to more than any list of the site has. */
const MAX_KEPT = 5_000;
const kept = new Map<string, string[]>();

/** The significant words of a label or a value, so that "Turkish/Steam Baths" is `turkish_or_steam_bath`. */
function wordsOf(label: string): string[] {
  const known = kept.get(label);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const words = wordsIn(label);
  kept.set(label, words);
  return words;
}

function wordsIn(label: string): string[] {
  return label
    .toLowerCase()
    .replace(/[’']/g, "")
    .replace(/\bwi-fi\b/g, "wifi")
    .replace(/(\d+)[\s-]+hour/g, "$1hour")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !SMALL_WORDS.has(word))
    .map((word) => SPELLINGS[word] ?? word)
    .map((word) => (word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word));
}

const inOrder = (label: string) => wordsOf(label).join(" ");
const inAnyOrder = (label: string) => [...wordsOf(label)].sort().join(" ");

/** Word sets that two values of one list share ("hot spring bath", "bath or hot spring"): there the order decides. */
const shared = new Set(
  Object.values(filterLists).flatMap(({ codes }) => {
    const sets = Object.keys(codes).map((value) => inAnyOrder(value.replaceAll("_", " ")));
    return sets.filter((set, index) => sets.indexOf(set) !== index);
  }),
);

/** Filters that name the same facilities by the same ids: what the list says of one applies to the other. */
const SIBLINGS = [
  ["hotelfacility", "popular_activities", "accessible_facilities"],
  ["roomfacility", "accessible_room_facilities"],
];

/** The filter of the site's list that the words name; under the requested key, if there is one. */
export function findByLabel(requested: Named, offered: SiteFilter[]): SiteFilter | null {
  const { key } = requested;
  if (key === null) return findAmong(requested, offered);
  const own = findAmong(
    requested,
    offered.filter((filter) => filter.key === key),
  );
  if (own) return own;
  const siblings = SIBLINGS.find((keys) => keys.includes(key)) ?? [];
  const other = findAmong(
    requested,
    offered.filter((filter) => siblings.includes(filter.key)),
  );
  return other && { ...other, key };
}

/** The parts of a filter that its lookup by name needs. */
export type Named = Pick<RequestedFilter, "key" | "kind" | "labels">;

function findAmong({ kind, labels }: Named, offered: SiteFilter[]): SiteFilter | null {
  // A number matches a stepper, everything else an option with its own code.
  const candidates = offered.filter(({ code }) => (code === null) === (kind === "number"));
  for (const name of labels) {
    const find = (form: (label: string) => string) =>
      candidates.find(({ label }) => form(label) === form(name)) ?? null;
    const found = find(inOrder) ?? (shared.has(inAnyOrder(name)) ? null : find(inAnyOrder));
    if (found) return found;
  }
  return null;
}

/** Whether a label means the same as one of the names: all words of the shorter are among those of the longer. */
export function agrees(label: string, names: string[]): boolean {
  const here = wordsOf(label);
  return names.some((name) => {
    const there = wordsOf(name);
    const [short, long] = here.length < there.length ? [here, there] : [there, here];
    return short.length > 0 && short.every((word) => long.includes(word));
  });
}
