import { CATALOGUE_SIZE, type CatalogueProduct, productAt } from "./catalogue.ts";

export const PAGE_SIZE = 24;

/** Which products have a word, by word; made at the first search. */
let index: Map<string, number[]> | null = null;

function wordIndex(): Map<string, number[]> {
  if (index) return index;
  index = new Map();
  for (let number = 0; number < CATALOGUE_SIZE; number++) {
    const { title, categories } = productAt(number);
    const words = new Set(wordsOf(`${title} ${categories.map(({ name }) => name).join(" ")}`));
    for (const word of words) {
      const numbers = index.get(word);
      if (numbers) numbers.push(number);
      else index.set(word, [number]);
    }
  }
  return index;
}

export const wordsOf = (text: string): string[] =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];

/** Products that have every word of the text (or a word that begins with it), best match first. */
function search(text: string): number[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const sets = words.map((word) => {
    const found = new Set<number>();
    for (const [known, numbers] of wordIndex()) {
      if (known.startsWith(word)) for (const number of numbers) found.add(number);
    }
    return found;
  });
  const [first, ...others] = sets;
  return [...first!]
    .filter((number) => others.every((set) => set.has(number)))
    .sort((a, b) => productAt(b).reviewCount - productAt(a).reviewCount || a - b);
}

export interface Results {
  text: string;
  page: number;
  lastPage: number;
  total: number;
  /** Sponsored ones on top. A sponsored product stands among the others as well, on its own page. */
  cards: Array<{ product: CatalogueProduct; sponsored: boolean }>;
}

/** One page of results; null past the end. */
export function resultsOf(text: string, page: number): Results | null {
  const found = search(text);
  const lastPage = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  if (page < 1 || page > lastPage) return null;
  const organic = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return {
    text,
    page,
    lastPage,
    total: found.length,
    cards: [
      ...sponsored(found, page).map((number) => ({ product: productAt(number), sponsored: true })),
      ...organic.map((number) => ({ product: productAt(number), sponsored: false })),
    ],
  };
}

/** Six on the first page of a long list, two on the others, none on a short list. */
function sponsored(found: number[], page: number): number[] {
  if (found.length < PAGE_SIZE) return [];
  const wanted = page === 1 ? 6 : 2;
  return Array.from({ length: wanted }, (_, step) => found[(page * 41 + step) % found.length]!);
}
