import { type ChildNode, DomHandler, type Element } from "domhandler";
import { ElementType, Parser } from "htmlparser2";
import { cleanText } from "../../../contract/values.ts";

/** Deeper than any page goes; what is below is left out, so that no page can exhaust the stack. */
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
  const handler = new DomHandler();
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth++;
        if (depth <= DEEPEST) handler.onopentag(name, attributes);
      },
      ontext: (text) => handler.ontext(text),
      onclosetag() {
        if (depth <= DEEPEST) handler.onclosetag();
        depth--;
        if (depth > 0 || end !== null) return;
        end = start + skipped + parser.endIndex + 1;
        parser.pause();
      },
    },
    { decodeEntities: false },
  );
  for (let at = start; at < html.length && end === null; ) {
    const drawing = html.indexOf("<svg", at);
    parser.write(html.slice(at, drawing < 0 ? html.length : drawing));
    if (drawing < 0) break;
    const after = html.indexOf(DRAWING_END, drawing);
    at = after < 0 ? html.length : after + DRAWING_END.length;
    skipped += at - drawing;
  }
  const element = handler.root.children.find(isElement);
  return element ? { element, end: end ?? html.length } : null;
}

const DRAWING_END = "</svg>";

/** The elements that have an attribute whose value passes, outermost only, each parsed on its own. */
export function* elementsWith(html: string, attribute: string, passes: (value: string) => boolean): Generator<Element> {
  const mark = `${attribute}=`;
  for (let at = html.indexOf(mark); at >= 0; ) {
    let next = at + mark.length;
    const start = html.lastIndexOf("<", at);
    if (/\s/.test(html[at - 1] ?? "") && isStartTag(html, start, at)) {
      const [, quoted, bare] = VALUE.exec(html.slice(next, next + 512)) ?? [];
      if (passes((quoted ?? bare ?? "").replace(/^"|"$|^'|'$/g, ""))) {
        const found = elementAt(html, start);
        if (found) {
          yield found.element;
          next = Math.max(next, found.end);
        }
      }
    }
    at = html.indexOf(mark, next);
  }
}

const VALUE = /^\s*(?:("[^"]*"|'[^']*')|([^\s>]+))/;

const isStartTag = (html: string, start: number, before: number): boolean =>
  start >= 0 && /[a-z]/i.test(html[start + 1] ?? "") && html.lastIndexOf(">", before) < start;

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
