import type { Structure, ValueKind } from "./structure.ts";

/** Kinds of pages that one operation reads: a list, a detail page, the response of a search box. */
const MAX_KINDS = 8;
/** Two pages that share this much of their names are of one kind. */
const SAME_KIND = 0.5;
/** A page that shares less with every known one is not compared. */
const COMPARABLE = 0.3;
const MAX_NAMES = 3_000;

type StoredName = [name: string, count: number, kind: ValueKind];

/** The structure of an operation's good pages: the newest of each kind. */
export class PageStructures {
  #kinds: Structure[] = [];

  add(page: Structure): void {
    const known = this.#closest(page);
    if (known && known.likeness >= SAME_KIND) this.#kinds.splice(this.#kinds.indexOf(known.structure), 1);
    this.#kinds.push(page);
    if (this.#kinds.length > MAX_KINDS) this.#kinds.shift();
  }

  /** The most similar good page; null if there is none of its kind. */
  like(page: Structure): { structure: Structure; likeness: number } | null {
    const known = this.#closest(page);
    return known && known.likeness >= COMPARABLE ? known : null;
  }

  #closest(page: Structure): { structure: Structure; likeness: number } | null {
    const [best] = this.#kinds
      .map((structure) => ({ structure, likeness: shared(structure, page) }))
      .sort((a, b) => b.likeness - a.likeness);
    return best ?? null;
  }

  /** Serialises for the store, the most frequent names of each page first. */
  toText(): string {
    return JSON.stringify(
      this.#kinds.map((kind) =>
        [...kind]
          .sort((a, b) => b[1].count - a[1].count)
          .slice(0, MAX_NAMES)
          .map(([name, about]): StoredName => [name, about.count, about.kind]),
      ),
    );
  }

  load(text: string): void {
    const stored: StoredName[][] = JSON.parse(text);
    this.#kinds = stored.map((names) => new Map(names.map(([name, count, kind]) => [name, { count, kind }])));
  }
}

/** Jaccard index: the share of names that both have among those that either has. */
function shared(a: Structure, b: Structure): number {
  const both = [...a.keys()].filter((name) => b.has(name)).length;
  return both / Math.max(1, a.size + b.size - both);
}
