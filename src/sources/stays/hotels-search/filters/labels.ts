import type { SiteFilter } from "../reading/site-filters.ts";
import { filterLists } from "./filter-codes.ts";
import type { WantedFilter } from "./wanted.ts";

const SMALL_WORDS = new Set(["a", "and", "at", "by", "for", "in", "of", "on", "or", "the", "to", "with", "only"]);
const SPELLINGS: Record<string, string> = { centre: "center", "24h": "24hour", childrens: "child", children: "child" };

/** The words that matter of a label or a value, so that "Turkish/Steam Baths" is `turkish_or_steam_bath`. */
function wordsOf(label: string): string[] {
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

/** The filter of the site's list that the words name; within the key, where the key is known. */
export function findByLabel(wanted: WantedFilter, offered: SiteFilter[]): SiteFilter | null {
  // A number goes to a stepper, everything else to an option with a code of its own.
  const isNumber = typeof wanted.value === "number";
  const candidates = offered.filter(
    ({ key, code }) => (wanted.key === null || wanted.key === key) && (code === null) === isNumber,
  );
  const find = (form: (label: string) => string) =>
    candidates.find(({ label }) => form(label) === form(wanted.words)) ?? null;
  return find(inOrder) ?? (shared.has(inAnyOrder(wanted.words)) ? null : find(inAnyOrder));
}
