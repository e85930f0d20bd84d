import type { SearchReading } from "../reading/search-reading.ts";
import { agrees } from "./labels.ts";
import type { SettledFilter } from "./wanted.ts";

/**
 * The filters that the site passed over: it does so in silence with a code that it does not know. Where nothing
 * was found the filters were taken, or there would be results; only ids are held against the list then.
 */
export function ignoredFilters(asked: SettledFilter[], reading: SearchReading): SettledFilter[] {
  const applied = asked.length === 0 || reading.page.facts.total === 0 ? null : reading.filters()?.applied;
  if (!applied) return [];
  const keys = new Set([...applied].map((id) => id.slice(0, id.indexOf("="))));
  return asked.filter(({ key, code }) =>
    // The site moves the ends of a price range to its own steps.
    key === "price" ? !keys.has(key) : !applied.has(`${key}=${code}`),
  );
}

/** The guesses whose code the site uses for something else; its answer must be in English. */
export function misinterpretedFilters(asked: SettledFilter[], reading: SearchReading): SettledFilter[] {
  const guesses = asked.filter(({ isGuess }) => isGuess);
  const names = guesses.length === 0 ? null : reading.filters()?.names;
  return guesses.filter(({ key, code, labels }) => {
    const name = names?.get(`${key}=${code}`);
    return name !== undefined && !agrees(name, labels);
  });
}
