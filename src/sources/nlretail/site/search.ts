import { folded } from "../../../contract/same-text.ts";
import { cycled, onDemand, paged, recent } from "../../../source-kit/stand-in/lists.ts";
import { CATALOGUE_SIZE, productAt } from "./catalogue.ts";

export const PAGE_SIZE = 24;

/** Products by word. */
const wordIndex = onDemand(() => {
  const index = new Map<string, number[]>();
  const categoryWords = new Map<string, string[]>();
  for (let number = 0; number < CATALOGUE_SIZE; number++) {
    const { title, categories } = productAt(number);
    const path = categories.map(({ name }) => name).join(" ");
    const words = categoryWords.get(path) ?? wordsOf(path);
    categoryWords.set(path, words);
    for (const word of new Set([...wordsOf(title), ...words])) {
      const numbers = index.get(word);
      if (numbers) numbers.push(number);
      else index.set(word, [number]);
    }
  }
  return index;
});

const wordsOf = (text: string): string[] => folded(text).match(/[a-z0-9]+/g) ?? [];

const recentSearches = recent<number[]>(32);

/** Words of customers for those of the catalogue, in either number. */
const SYNONYMS = new Map(
  "tv televisie,mobiel telefoon,iphone smartphone,ps5 playstation,console spelcomputer,games game,kleding mode,schoen schoenen,boeken boek,tassen tas,stoelen stoel,jassen jas,lampen lamp,laptops laptop"
    .split(",")
    .map((pair) => pair.split(" ") as [string, string]),
);

/** Products that match every word (or a word with that prefix), best match first. */
function matching(words: string[]): number[] {
  if (words.length === 0) return [];
  const sets = words.map((given) => {
    const word = SYNONYMS.get(given) ?? given;
    const having = new Set<number>();
    for (const [known, numbers] of wordIndex()) {
      if (known.startsWith(word)) for (const number of numbers) having.add(number);
    }
    return having;
  });
  const [first = new Set<number>(), ...others] = sets;
  const titles = onDemand((number: number) => wordsOf(productAt(number).title));
  const named = (number: number) => words.filter((word) => titles(number).includes(word)).length;
  return [...first]
    .filter((number) => others.every((set) => set.has(number)))
    .sort((a, b) => named(b) - named(a) || productAt(b).reviewCount - productAt(a).reviewCount || a - b);
}

/** One page of results; null past the end. */
export function searchResults(text: string, page: number) {
  const matches = recentSearches(text, () => matching(wordsOf(text)));
  const found = paged(matches, page, PAGE_SIZE);
  if (!found) return null;
  const { items: organic, lastPage, total } = found;
  return {
    text,
    page,
    lastPage,
    total,
    /** Sponsored ones at the top. A sponsored product is also among the others, on its own page. */
    cards: [
      ...sponsored(matches, page).map((number) => ({ product: productAt(number), sponsored: true })),
      ...organic.map((number) => ({ product: productAt(number), sponsored: false })),
    ],
  };
}

export type Results = NonNullable<ReturnType<typeof searchResults>>;

/** Six on the first page of a long list, two on the others, none on a short list. */
function sponsored(matches: number[], page: number): number[] {
  if (matches.length < PAGE_SIZE) return [];
  const wanted = page === 1 ? 6 : 2;
  return Array.from({ length: wanted }, (_, step) => cycled(matches, page * 41 + step));
}
