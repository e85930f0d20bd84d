import {
  compareStructures,
  pageStructure,
  type Structure,
  type StructureDiff,
  type ValueKind,
  withoutRequest,
} from "./page-structure.ts";

/** Kinds of pages that one operation reads: a list, a detail page, the response of a search box. */
const MAX_KINDS = 8;
/** Two pages that share this much of their names are of one kind. */
const SAME_KIND = 0.5;
/** A page that shares less with every known one is not compared. */
const COMPARABLE = 0.3;
const MAX_NAMES = 3_000;

/** How often the structure of a good page is taken: it costs some milliseconds. */
const EVERY_MS = 10 * 60_000;
/** No other page is taken until this one is known to be good or bad. */
const PAUSE_MS = 10_000;
/** Pages per run whose structure is taken. */
const MAX_CANDIDATES = 8;

type StoredName = [name: string, count: number, kind: ValueKind];

/** The structure of an operation's good pages: the newest of each kind. */
export class PageStructures {
  readonly #now: () => number;
  #kinds: Structure[] = [];
  #takenAt: number | null = null;
  #candidatesAt = Number.NEGATIVE_INFINITY;
  /** Structures of parsed pages, until their run shows whether they were good. */
  #candidates: Structure[] = [];
  #isChanged = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether a page of the next run is to be taken. */
  isDue(): boolean {
    const now = this.#now();
    if (now - this.#candidatesAt < PAUSE_MS) return false;
    return this.#takenAt === null || now - this.#takenAt >= EVERY_MS;
  }

  /** Takes a page that was parsed, without what was asked for. */
  consider(page: string, request: Record<string, unknown>): void {
    if (this.#candidates.length < MAX_CANDIDATES) this.#candidates.push(withoutRequest(pageStructure(page), request));
  }

  /** Returns the structures of an ended run's pages, which are not yet known to be good. */
  takeCandidates(): Structure[] {
    const candidates = this.#candidates;
    if (candidates.length > 0) this.#candidatesAt = this.#now();
    this.#candidates = [];
    return candidates;
  }

  /** Keeps pages that are known to be good. Of those of one kind the first remains: it is the one that fails first. */
  add(pages: Structure[]): void {
    if (pages.length === 0) return;
    for (const page of pages.toReversed()) {
      const known = this.#closest(page);
      if (known && known.likeness >= SAME_KIND) this.#kinds.splice(this.#kinds.indexOf(known.structure), 1);
      this.#kinds.push(page);
      if (this.#kinds.length > MAX_KINDS) this.#kinds.shift();
    }
    this.#takenAt = this.#now();
    this.#isChanged = true;
  }

  /** How a page differs from the most similar good one, and how alike they are. */
  differenceOf(text: string): { diff: StructureDiff | null; likeness: number } {
    const page = pageStructure(text);
    const known = this.like(page);
    if (!known) return { diff: null, likeness: 0 };
    return { diff: compareStructures(known.structure, page), likeness: known.likeness };
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

  /** For the store, once after each change: the most frequent names of each page first. */
  takeChanged(): { at: number; text: string } | null {
    if (!this.#isChanged || this.#takenAt === null) return null;
    this.#isChanged = false;
    const named = this.#kinds.map((kind) =>
      [...kind]
        .sort((a, b) => b[1].count - a[1].count)
        .slice(0, MAX_NAMES)
        .map(([name, about]): StoredName => [name, about.count, about.kind]),
    );
    return { at: this.#takenAt, text: JSON.stringify(named) };
  }

  /** Loads structures of good pages seen by another process or before a restart. */
  load(at: number, text: string): void {
    if (this.#takenAt !== null && this.#takenAt >= at) return;
    const stored: StoredName[][] = JSON.parse(text);
    this.#kinds = stored.map((names) => new Map(names.map(([name, count, kind]) => [name, { count, kind }])));
    this.#takenAt = at;
  }
}

/** Jaccard index: the share of names that both have among those that either has. */
function shared(a: Structure, b: Structure): number {
  const both = [...a.keys()].filter((name) => b.has(name)).length;
  return both / Math.max(1, a.size + b.size - both);
}
