import { type ChildNode, DomHandler, type Element } from "domhandler";
import { ElementType, Parser } from "htmlparser2";
import { cleanText } from "../../../contract/values.ts";

/** Deeper than any card goes: what is deeper still is given up, so that no page can exhaust stack or time. */
const DEEPEST = 256;

/**
 * The element whose start tag begins at `start`, and where it ends. Parsing stops with its end tag, and drawings
 * are stepped over: a page is mostly not cards, a card mostly icons, and none of that is looked at. Entities stay
 * as they are until a value is taken.
 */
export function elementAt(html: string, start: number): { element: Element; end: number } | null {
  let depth = 0;
  let end: number | null = null;
  let skipped = 0;
  const stop = (at: number) => {
    end = at;
    parser.pause();
  };
  const handler = new DomHandler();
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > DEEPEST) stop(html.length);
        else handler.onopentag(name, attributes);
      },
      ontext: (text) => handler.ontext(text),
      onclosetag() {
        if (end !== null) return;
        handler.onclosetag();
        if (--depth === 0) stop(start + skipped + parser.endIndex + 1);
      },
    },
    { decodeEntities: false },
  );
  for (let at = start; at < html.length && end === null; ) {
    const piece = html.slice(at, at + PIECE);
    const drawing = piece.indexOf("<svg");
    parser.write(drawing < 0 ? piece : piece.slice(0, drawing));
    at += drawing < 0 ? piece.length : drawing;
    if (drawing < 0) continue;
    const after = html.indexOf(DRAWING_END, at);
    const next = after < 0 ? html.length : after + DRAWING_END.length;
    skipped += next - at;
    at = next;
  }
  const element = handler.root.children.find(isElement);
  return element ? { element, end: end ?? html.length } : null;
}

const DRAWING_END = "</svg>";
/** Looked through for drawings at a time, so that the last card does not search the whole rest of the page. */
const PIECE = 16_384;

/** The elements that have an attribute whose value passes, outermost only, each parsed on its own. */
export function* elementsWith(html: string, attribute: string, passes: (value: string) => boolean): Generator<Element> {
  const mark = `${attribute}=`;
  for (let at = html.indexOf(mark); at >= 0; ) {
    let next = at + mark.length;
    const start = startOfTag(html, at);
    if (start >= 0 && passes(valueAt(html, next))) {
      const found = elementAt(html, start);
      // The tag itself has no end: nothing whole can follow.
      if (!found) return;
      yield found.element;
      next = Math.max(next, found.end);
    }
    at = html.indexOf(mark, next);
  }
}

/** Far longer than any start tag of a card. */
const LONGEST_TAG = 8_192;

/** Where the start tag begins in which there is an attribute at `at`; -1 where it is none. */
function startOfTag(html: string, at: number): number {
  const from = Math.max(0, at - LONGEST_TAG);
  const before = html.slice(from, at);
  const start = before.lastIndexOf("<");
  const isTag = start >= 0 && /^<[a-z]/i.test(before.slice(start, start + 2)) && before.lastIndexOf(">") < start;
  return isTag && /\s$/.test(before.slice(-1)) ? from + start : -1;
}

function valueAt(html: string, at: number): string {
  const [, inDouble, inSingle, bare] = /^\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/.exec(html.slice(at, at + 512)) ?? [];
  return inDouble ?? inSingle ?? bare ?? "";
}

const isElement = (node: ChildNode): node is Element => node.type === ElementType.Tag;

/** Every element inside, in the page's order. */
export function elementsIn(element: Element, found: Element[] = []): Element[] {
  for (const child of element.children) {
    if (!isElement(child)) continue;
    found.push(child);
    elementsIn(child, found);
  }
  return found;
}

const INLINE = new Set(["a", "b", "bdi", "em", "i", "mark", "s", "small", "span", "strong", "sub", "sup", "u", "wbr"]);

/** What a person reads in the element, without the parts that `skip` names; null for nothing. */
export function textOf(element: Element | undefined, skip: (part: Element) => boolean = () => false): string | null {
  return element ? cleanText(gather(element, skip)) : null;
}

function gather(element: Element, skip: (part: Element) => boolean): string {
  let text = "";
  for (const child of element.children) {
    if (child.type === ElementType.Text) text += child.data;
    else if (isElement(child) && !skip(child)) {
      text += INLINE.has(child.name) ? gather(child, skip) : ` ${gather(child, skip)} `;
    }
  }
  return text;
}

/** The largest picture that the `img` elements offer, by the size that they or their addresses give. */
export function largestImage(images: Element[]): string | null {
  let largest: string | null = null;
  let most = -1;
  for (const { attribs } of images) {
    const listed = [attribs.srcset, attribs["data-srcset"]].flatMap((set) => (set ?? "").split(/,\s+/));
    for (const entry of [attribs.src, attribs["data-src"], ...listed]) {
      const [url = "", descriptor] = (entry ?? "").trim().split(/\s+/);
      if (url === "" || url.startsWith("data:")) continue;
      const [, width, height] = /\/(\d+)x(\d+)\.\w+(?:$|\?)/.exec(url) ?? [];
      const pixels = width ? Number(width) * Number(height) : Number.parseFloat(descriptor ?? "0") || 0;
      if (pixels > most) {
        most = pixels;
        largest = url;
      }
    }
  }
  return largest;
}
