import type { SiteFilter } from "../reading/site-filters.ts";
import type { WantedFilter } from "./wanted.ts";

const SMALL_WORDS = new Set(["a", "and", "at", "by", "for", "in", "of", "on", "or", "the", "to", "with", "only"]);
const SPELLINGS: Record<string, string> = {
  centre: "center",
  wi: "wifi",
  fi: "wifi",
  "24h": "24hour",
  childrens: "child",
};

/** A label or a value as the set of its words, so that "Turkish/Steam Bath" is `turkish_or_steam_bath`. */
export function fingerprint(label: string): string {
  const words = label
    .toLowerCase()
    .replace(/[’']/g, "")
    .replace(/(\d+)[\s-]+hour/g, "$1hour")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "" && !SMALL_WORDS.has(word))
    .map((word) => SPELLINGS[word] ?? word)
    .map((word) => (word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word));
  return [...new Set(words)].sort().join(" ");
}

/** The filter of the site's list that the words name; within the key, where the key is known. */
export function findByLabel(wanted: WantedFilter, offered: SiteFilter[]): SiteFilter | null {
  const words = fingerprint(wanted.words);
  // A number goes to a stepper, everything else to an option with a code of its own.
  const isNumber = wanted.code !== null;
  return (
    offered.find(
      ({ key, code, label }) =>
        (wanted.key === null || wanted.key === key) && (code === null) === isNumber && fingerprint(label) === words,
    ) ?? null
  );
}
