import { decodeHTMLAttribute } from "entities";
import { isObserving } from "../../contract/provenance.ts";
import { noteScanned } from "../provenance/observed-html.ts";
import { afterNoTag, endOfName, endOfTag } from "./tags.ts";

/** A scanned page: its text and its elements, in document order. */
export interface ScannedPage {
  readonly html: string;
  readonly elements: PageElement[];
}

/** An element of a page, stored as positions in the text. Attributes and texts are cut out on demand: most are never read. */
export class PageElement {
  /** In lower case. */
  readonly name: string;
  readonly parent: PageElement | null;
  /** Index of its start tag. */
  readonly start: number;
  /** Index just past its start tag. */
  readonly contentFrom: number;
  contentTo: number;
  /** Index just past its end tag. */
  end: number;
  readonly #page: ScannedPage;
  /** Its index among the elements of the page, and that of its last descendant. */
  readonly #index: number;
  #last: number;

  constructor(page: ScannedPage, name: string, parent: PageElement | null, start: number, contentFrom: number) {
    this.#page = page;
    this.#index = page.elements.length;
    this.#last = this.#index;
    this.name = name;
    this.parent = parent;
    this.start = start;
    this.contentFrom = contentFrom;
    this.contentTo = contentFrom;
    this.end = contentFrom;
  }

  /** Called once, when all descendants are known. */
  close(contentTo: number, end: number): void {
    this.contentTo = contentTo;
    this.end = end;
    this.#last = this.#page.elements.length - 1;
  }

  /** All descendants, in document order. */
  inside(): PageElement[] {
    return this.#page.elements.slice(this.#index + 1, this.#last + 1);
  }

  /** The first matching descendant. */
  find(passes: (element: PageElement) => boolean): PageElement | undefined {
    for (let index = this.#index + 1; index <= this.#last; index++) {
      const element = this.#page.elements[index];
      if (element && passes(element)) return element;
    }
    return undefined;
  }

  children(): PageElement[] {
    const found: PageElement[] = [];
    let child = this.#page.elements[this.#index + 1];
    while (child && child.#index <= this.#last) {
      found.push(child);
      child = this.#page.elements[child.#last + 1];
    }
    return found;
  }

  /** The next sibling element, skipping text and comments. */
  next(): PageElement | null {
    const beside = this.#page.elements[this.#last + 1];
    return beside?.parent === this.parent ? beside : null;
  }

  /** Its children in order: elements, and the raw texts between them with entities encoded. */
  parts(): Array<PageElement | string> {
    const parts: Array<PageElement | string> = [];
    let at = this.contentFrom;
    const addText = (to: number) => {
      const text = to > at ? withoutMarks(this.#page.html.slice(at, to)) : "";
      if (text !== "") parts.push(text);
    };
    // Opaque elements have no visible text.
    if (isOpaque(this.name)) return parts;
    for (const child of this.children()) {
      addText(child.start);
      parts.push(child);
      at = child.end;
    }
    addText(this.contentTo);
    return parts;
  }

  /** The raw value, with entities encoded. */
  attribute(name: string): string | undefined {
    const value = this.#attribute(name);
    if (value && isObserving()) this.noteRead(name, decodeHTMLAttribute(value));
    return value;
  }

  /** Notes for the page's observer that its text, or an attribute, was read. */
  noteRead(attribute: string | null, raw: string): void {
    if (isObserving()) noteScanned(this, { html: this.#page.html, start: this.start }, attribute, raw);
  }

  #attribute(name: string): string | undefined {
    const tag = this.#tag();
    if (!tag.includes(name)) return undefined;
    ATTRIBUTE.lastIndex = 0;
    for (let found = ATTRIBUTE.exec(tag); found; found = ATTRIBUTE.exec(tag)) {
      if (found[1] === name) return found[2] ?? found[3] ?? found[4] ?? "";
    }
    return undefined;
  }

  /** Whether any attribute contains the word. */
  mentions(word: string): boolean {
    return this.#tag().includes(word);
  }

  #tag(): string {
    const { html } = this.#page;
    return html.slice(endOfName(html, this.start + 1), Math.max(0, this.contentFrom - 1));
  }
}

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;

/** Elements whose content is skipped: drawings and content that is not mark-up. */
const OPAQUE = new Set(["script", "style", "svg", "template", "textarea", "title"]);
export const isOpaque = (name: string): boolean => OPAQUE.has(name);

/** Text between two elements, without comments and stray end tags; any other `<` is text. */
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
