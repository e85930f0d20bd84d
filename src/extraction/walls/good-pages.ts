import type { Answer } from "../../contract/site.ts";
import type { Source } from "../../contract/source.ts";
import { hasLandmark, isPage, pageTitle } from "./find-wall.ts";

const REMEMBERED = 10;
const HEAD_BYTES = 8 * 1024;
/** A page this many times smaller than the smallest good one is far smaller. */
const FAR_SMALLER = 4;

interface GoodPage {
  bytes: number;
  title: string | null;
}

/**
 * What the last good pages of a source looked like. A page that no reader understood and that has nothing in common with
 * them is a suspected wall: perhaps one that the table of signs does not know, perhaps a rebuilt site.
 */
export class GoodPages {
  readonly #source: Pick<Source, "landmarks">;
  #pages: GoodPage[] = [];
  #isOnlyData = false;

  constructor(source: Pick<Source, "landmarks">) {
    this.#source = source;
  }

  note({ body }: Answer): void {
    const head = new TextDecoder().decode(body.subarray(0, HEAD_BYTES));
    if (!isPage(head)) {
      this.#isOnlyData = this.#pages.length === 0;
      return;
    }
    this.#isOnlyData = false;
    this.#pages = [...this.#pages, { bytes: body.length, title: pageTitle(head) }].slice(-REMEMBERED);
  }

  /** Why an unreadable response may be a wall; null if it is data, or resembles the source's pages. */
  suspicion(answer: Answer): string | null {
    if (!isPage(answer.text()) || hasLandmark(this.#source, answer)) return null;
    if (this.#source.landmarks?.length) return "it has no landmark of the source's pages";
    if (this.#isOnlyData) return "it is a page instead of data";
    const smallest = Math.min(...this.#pages.map(({ bytes }) => bytes));
    const { length } = answer.body;
    if (Number.isFinite(smallest) && length * FAR_SMALLER < smallest)
      return `it has ${length} bytes, and the last good pages have at least ${smallest}`;
    const title = pageTitle(answer.text());
    const words = this.#wordsOfEveryTitle();
    const isForeign = title !== null && words.size > 0 && !wordsIn(title).some((word) => words.has(word));
    return isForeign ? `its title "${title}" is none of the source's` : null;
  }

  /** Usually the name of the site. One title alone says nothing. */
  #wordsOfEveryTitle(): Set<string> {
    const titles = [...new Set(this.#pages.map(({ title }) => title))];
    const [first, ...others] = titles.map((title) => wordsIn(title ?? ""));
    if (!first || others.length === 0) return new Set();
    return new Set(first.filter((word) => others.every((words) => words.includes(word))));
  }
}

const wordsIn = (title: string): string[] => title.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
