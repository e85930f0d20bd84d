import { attributeOf, type Element, elementAt, type PlacedElement, visibleText } from "../../source-kit/html.ts";
import { largestOf, sidesIn, srcsetOf } from "../../source-kit/values.ts";

/** The elements with an attribute whose value passes, outermost only, each parsed on its own. */
export const elementsWith = (html: string, attribute: string, passes: (value: string) => boolean) =>
  elementsAt(
    html,
    `${attribute}=`,
    (at) => passes(valueAt(html, at)) && /\s/.test(html[at - attribute.length - 2] ?? ""),
  );

/** The elements with a word in their start tag, such as a class name. */
export const elementsMarked = (html: string, word: string) => elementsAt(html, word, () => true);

function* elementsAt(html: string, mark: string, passes: (behind: number) => boolean): Generator<PlacedElement> {
  for (let at = html.indexOf(mark); at >= 0; ) {
    let next = at + mark.length;
    const start = startOfTag(html, at);
    if (start >= 0 && passes(next)) {
      const found = elementAt(html, start);
      // The tag itself has no end: nothing complete can follow.
      if (!found) return;
      yield found;
      next = Math.max(next, found.end);
    }
    at = html.indexOf(mark, next);
  }
}

/** Far longer than any start tag of a card. */
const LONGEST_TAG = 8_192;

/** Index of the start tag that contains `at`; -1 if none does. */
function startOfTag(html: string, at: number): number {
  const from = Math.max(0, at - LONGEST_TAG);
  const before = html.slice(from, at);
  const start = before.lastIndexOf("<");
  const isTag = start >= 0 && /^<[a-z]/i.test(before.slice(start, start + 2)) && before.lastIndexOf(">") < start;
  return isTag ? from + start : -1;
}

function valueAt(html: string, at: number): string {
  const [, inDouble, inSingle, bare] = /^\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/.exec(html.slice(at, at + 512)) ?? [];
  return inDouble ?? inSingle ?? bare ?? "";
}

const INLINE = new Set(["a", "b", "bdi", "em", "i", "mark", "s", "small", "span", "strong", "sub", "sup", "u", "wbr"]);

const isInline = ({ name }: Element): boolean => INLINE.has(name);

/** The visible text of the element, without the parts that `skip` names; null if empty. */
export const cardText = (element: Element | null | undefined, skip?: (part: Element) => boolean): string | null =>
  visibleText(element, { isInline, ...(skip && { skip }) });

/** Whether an attribute of the element has the word, in its name or its value. */
export const mentions = ({ attribs }: Element, word: string): boolean =>
  Object.entries(attribs).some((attribute) => attribute.some((text) => text.includes(word)));

/** The largest picture that the `img` elements offer, by their sizes or those in their addresses. */
export const largestImage = (images: Element[]): string | null =>
  largestOf(
    images.flatMap((image) =>
      ["src", "data-src", "srcset", "data-srcset"]
        .flatMap((name) => srcsetOf(attributeOf(name, image)))
        .map(({ url, size }) => {
          const [width, height] = sidesIn(url) ?? [size, 1];
          return { url, size: width * height };
        }),
    ),
  );
