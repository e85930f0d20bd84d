/** An element of a card. Its attributes are read when one is asked for: most never are. */
export class CardElement {
  readonly name: string;
  readonly children: Array<CardElement | string> = [];
  readonly #raw: string;
  #attributes: Map<string, string> | null = null;

  constructor(name: string, raw: string) {
    this.name = name;
    this.#raw = raw;
  }

  /** The value as it stands in the page, entities and all. */
  attribute(name: string): string | undefined {
    if (!this.#raw.includes(name)) return undefined;
    if (!this.#attributes) {
      this.#attributes = new Map();
      for (const [, key, double, single, bare] of this.#raw.matchAll(ATTRIBUTE)) {
        if (!this.#attributes.has(key!)) this.#attributes.set(key!, double ?? single ?? bare ?? "");
      }
    }
    return this.#attributes.get(name);
  }

  /** Whether any attribute speaks of something. */
  mentions(word: string): boolean {
    return this.#raw.includes(word);
  }

  /** The group that a pattern finds in the tag as it stands: quick, and no more than a hint. */
  glance(pattern: RegExp): string | undefined {
    return pattern.exec(this.#raw)?.[1];
  }
}

const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g;
const NAME = /[a-z][^\s/>]*/iy;
const UNQUOTED = /[^"'>]*/y;
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
/** Stepped over whole: drawings, and what is no mark-up. */
const OPAQUE = new Set(["script", "style", "svg", "template", "textarea"]);
/** Deeper than any card goes: what is deeper still is given up, so that no page can exhaust stack or time. */
const DEEPEST = 256;

/**
 * The element whose start tag begins at `start`, and where it ends. Only the element itself is gone through, tag by
 * tag, by search rather than letter by letter: a page is mostly not cards, and a general parser takes most of its
 * time over what no record needs (`docs/performance.md`). The tests hold this against parse5.
 */
export function scanElement(html: string, start: number): { element: CardElement; end: number } | null {
  const open: CardElement[] = [];
  let first: CardElement | null = null;
  for (let at = start; at >= 0 && at < html.length; ) {
    const tag = html.indexOf("<", at);
    if (tag > at) open.at(-1)?.children.push(html.slice(at, tag));
    if (tag < 0) break;
    NAME.lastIndex = html[tag + 1] === "/" ? tag + 2 : tag + 1;
    const name = NAME.exec(html)?.[0].toLowerCase();
    if (name === undefined) {
      at = afterNoTag(html, tag, open);
      continue;
    }
    const end = endOfTag(html, NAME.lastIndex);
    if (end < 0) break;
    if (html[tag + 1] === "/") {
      close(open, name);
      if (open.length === 0) return first && { element: first, end };
    } else {
      if (name === "li" && open.length > 1 && open.at(-1)?.name === "li") open.pop();
      const element = new CardElement(name, html.slice(NAME.lastIndex, end - 1));
      open.at(-1)?.children.push(element);
      first ??= element;
      if (OPAQUE.has(name)) {
        at = afterOpaque(html, end, name);
        continue;
      }
      if (!VOID.has(name)) open.push(element);
      if (open.length > DEEPEST) break;
    }
    at = end;
  }
  return first && { element: first, end: html.length };
}

/** Closes the innermost open element of this name and all inside it; a tag that closes nothing is passed over. */
function close(open: CardElement[], name: string): void {
  for (let depth = open.length - 1; depth >= 0; depth--) {
    if (open[depth]!.name === name) {
      open.length = depth;
      return;
    }
  }
}

/** A comment or declaration, which ends with its own mark; or a `<` that is only text. */
function afterNoTag(html: string, at: number, open: CardElement[]): number {
  const declared = /[!?/]/.test(html[at + 1] ?? "") ? ">" : null;
  const mark = html.startsWith("<!--", at) ? "-->" : declared;
  if (mark === null) {
    open.at(-1)?.children.push("&lt;");
    return at + 1;
  }
  const end = html.indexOf(mark, at + 2);
  return end < 0 ? html.length : end + mark.length;
}

function afterOpaque(html: string, from: number, name: string): number {
  const end = html.indexOf(`</${name}`, from);
  return end < 0 ? html.length : html.indexOf(">", end) + 1 || html.length;
}

/** Just past the `>` of a tag, which may hold others in its quoted values; -1 where it has no end. */
function endOfTag(html: string, from: number): number {
  for (let at = from; ; ) {
    UNQUOTED.lastIndex = at;
    UNQUOTED.test(html);
    at = UNQUOTED.lastIndex;
    const found = html[at];
    if (found === undefined) return -1;
    if (found === ">") return at + 1;
    const quote = html.indexOf(found, at + 1);
    if (quote < 0) return -1;
    at = quote + 1;
  }
}
