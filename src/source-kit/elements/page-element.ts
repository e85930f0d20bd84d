import { afterNoTag, endOfName, endOfTag } from "./tags.ts";

/** One page as it was gone through: its text, and the elements that were found in it, in the page's order. */
export interface ScannedPage {
  readonly html: string;
  readonly elements: PageElement[];
}

/**
 * An element of a page, by where it stands in the text. Attributes and texts are cut out when they are asked for:
 * most never are.
 */
export class PageElement {
  /**
   * An element of no page. While it lives, so does the shape of elements, and with it the code that the engine made
   * for them: without it, a collection between two pages throws both away (`docs/performance.md`).
   */
  static readonly none = new PageElement({ html: "", elements: [] }, "", null, 0, 0);

  /** In lower case. */
  readonly name: string;
  readonly parent: PageElement | null;
  /** Where its start tag begins. */
  readonly start: number;
  /** Just past its start tag. */
  readonly contentFrom: number;
  contentTo: number;
  /** Just past its end tag. */
  end: number;
  readonly #page: ScannedPage;
  /** Its place among the elements of the page, and that of the last one inside it. */
  readonly #place: number;
  #last: number;

  constructor(page: ScannedPage, name: string, parent: PageElement | null, start: number, contentFrom: number) {
    this.#page = page;
    this.#place = page.elements.length;
    this.#last = this.#place;
    this.name = name;
    this.parent = parent;
    this.start = start;
    this.contentFrom = contentFrom;
    this.contentTo = contentFrom;
    this.end = contentFrom;
  }

  /** Called once, when all that is inside was found. */
  close(contentTo: number, end: number): void {
    this.contentTo = contentTo;
    this.end = end;
    this.#last = this.#page.elements.length - 1;
  }

  /** Every element inside, in the page's order. */
  inside(): PageElement[] {
    return this.#page.elements.slice(this.#place + 1, this.#last + 1);
  }

  /** The first element inside that passes. */
  find(passes: (element: PageElement) => boolean): PageElement | undefined {
    for (let place = this.#place + 1; place <= this.#last; place++) {
      const element = this.#page.elements[place];
      if (element && passes(element)) return element;
    }
    return undefined;
  }

  children(): PageElement[] {
    const found: PageElement[] = [];
    let child = this.#page.elements[this.#place + 1];
    while (child && child.#place <= this.#last) {
      found.push(child);
      child = this.#page.elements[child.#last + 1];
    }
    return found;
  }

  /** The element beside it, past text and comments. */
  next(): PageElement | null {
    const beside = this.#page.elements[this.#last + 1];
    return beside?.parent === this.parent ? beside : null;
  }

  /** What is in it, in order: elements, and the texts between them as they stand in the page, entities and all. */
  parts(): Array<PageElement | string> {
    const parts: Array<PageElement | string> = [];
    let at = this.contentFrom;
    const addText = (to: number) => {
      const text = to > at ? withoutMarks(this.#page.html.slice(at, to)) : "";
      if (text !== "") parts.push(text);
    };
    // What is stepped over has no text that a person reads.
    if (isOpaque(this.name)) return parts;
    for (const child of this.children()) {
      addText(child.start);
      parts.push(child);
      at = child.end;
    }
    addText(this.contentTo);
    return parts;
  }

  /** The value as it stands in the page, entities and all. */
  attribute(name: string): string | undefined {
    const tag = this.#tag();
    if (!tag.includes(name)) return undefined;
    ATTRIBUTE.lastIndex = 0;
    for (let found = ATTRIBUTE.exec(tag); found; found = ATTRIBUTE.exec(tag)) {
      if (found[1] === name) return found[2] ?? found[3] ?? found[4] ?? "";
    }
    return undefined;
  }

  /** Whether any attribute speaks of something. */
  mentions(word: string): boolean {
    return this.#tag().includes(word);
  }

  #tag(): string {
    const { html } = this.#page;
    return html.slice(endOfName(html, this.start + 1), Math.max(0, this.contentFrom - 1));
  }
}

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;

/** Stepped over whole: drawings, and what is no mark-up. */
const OPAQUE = new Set(["script", "style", "svg", "template", "textarea", "title"]);
export const isOpaque = (name: string): boolean => OPAQUE.has(name);

/** Text between two elements, without comments and end tags of nothing; a `<` that begins none of them is text. */
function withoutMarks(text: string): string {
  let clean = "";
  let at = 0;
  for (let mark = text.indexOf("<"); mark >= 0; mark = text.indexOf("<", at)) {
    clean += text.slice(at, mark);
    at = afterMark(text, mark);
    if (at === mark + 1) clean += "&lt;";
  }
  return at === 0 ? text : clean + text.slice(at);
}

function afterMark(text: string, mark: number): number {
  const nameTo = text[mark + 1] === "/" ? endOfName(text, mark + 2) : mark + 2;
  if (nameTo === mark + 2) return afterNoTag(text, mark);
  const end = endOfTag(text, nameTo);
  return end < 0 ? text.length : end;
}
