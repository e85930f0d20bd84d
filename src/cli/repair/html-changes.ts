import { isTag } from "domhandler";
import { type AnyNode, all, attributeOf, type Document, type Element, one, textOf } from "../../source-kit/html.ts";
import { type At, type Change, closingIndex, inCode, type SourceFile } from "./changes.ts";

/** A class, an attribute, the value of one or an element that has another name now. */
export interface RenamedMark {
  from: string;
  to: string;
  isElement?: boolean;
  /** The fields whose values are where it was renamed. */
  fields: ReadonlySet<string>;
}

/** A place of a good page that a field was read from: a selector, and an attribute after `@`. */
export interface HtmlPlace {
  page: Document;
  field: string;
  place: string;
  raw: string;
}

/** Elements around a value that may be renamed: those of the row, mostly. */
const LEVELS = 4;
const MAX_MARKS = 12;

/** How the elements that have a field's values now differ from those that had them, the most frequent difference first. */
export function renamedMarks(places: readonly HtmlPlace[], pages: readonly Document[]): RenamedMark[] {
  const now = pages.flatMap((page) => all("*", page).flatMap((element) => valuesOf(element)));
  const byValue = Map.groupBy(now, ({ value }) => value);
  const marks = places.flatMap(({ page, field, place, raw }) => {
    const [selector = "", attribute] = place.split("@");
    const found = /^character \d/.test(place) ? null : one(selector, page);
    const was = found && attribute === undefined ? innermost(found) : found;
    const alike = byValue.get(raw)?.filter(({ from }) => (from === null) === (attribute === undefined)) ?? [];
    const around = alike.flatMap(({ element }) => levels(was, element));
    return around.flatMap(([before, after]) => differences(before, after)).map((mark) => ({ mark, field }));
  });
  const kinds = [...Map.groupBy(marks, ({ mark }) => JSON.stringify(mark)).values()];
  const commonest = kinds.sort((a, b) => b.length - a.length).slice(0, MAX_MARKS);
  return commonest.map((own) => ({ ...own[0]!.mark, fields: new Set(own.map(({ field }) => field)) }));
}

/** The innermost element that has all of the text. */
function innermost(element: Element): Element {
  const inner = element.children.find((child) => isTag(child) && textOf(child) === textOf(element));
  return inner ? innermost(inner as Element) : element;
}

const valuesOf = (element: Element) => [
  ...(innermost(element) === element ? [{ element, from: null, value: textOf(element) }] : []),
  ...Object.keys(element.attribs).map((from) => ({ element, from, value: attributeOf(from, element) })),
];

const levels = (was: AnyNode | null, is: AnyNode | null, left = LEVELS): Array<[Element, Element]> =>
  was && is && isTag(was) && isTag(is) && left > 0 ? [[was, is], ...levels(was.parent, is.parent, left - 1)] : [];

/** What one element has in place of what the other had. */
function differences(before: Element, after: Element): Array<Pick<RenamedMark, "from" | "to" | "isElement">> {
  const crossed = (were: readonly string[], are: readonly string[]) =>
    were
      .filter((from) => !are.includes(from))
      .flatMap((from) => are.filter((to) => !were.includes(to)).map((to) => ({ from, to })));
  const [old, now] = [before.attribs, after.attribs];
  const words = (attributes: Record<string, string>, name: string) =>
    attributes[name]?.split(/\s+/).filter((word) => /^[\w-]+$/.test(word)) ?? [];
  return [
    ...(before.name === after.name ? [] : [{ from: before.name, to: after.name, isElement: true }]),
    ...crossed(Object.keys(old), Object.keys(now)).filter(({ from, to }) => old[from] === now[to]),
    ...Object.keys(old)
      .filter((name) => /^(?:class|itemprop|data-)/.test(name))
      .flatMap((name) => crossed(words(old, name), words(now, name))),
  ];
}

const word = (text: string): string => `(?<![\\w-])${text.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`;

/** Everything in the code that names the mark, changed so that it finds the new one too. */
export const markChanges = ({ from, to, isElement }: RenamedMark, files: readonly SourceFile[]): Change[] =>
  inCode(files, (line, at) => {
    if (!line.includes(from)) return [];
    if (isElement) return elements(line, from, to, at);
    return [...selectors(line, from, to, at), ...attributes(line, from, to, at)];
  });

/** `.name` and `[attribute=name]`, in a selector. */
function selectors(line: string, from: string, to: string, at: At): Change[] {
  const simple = new RegExp(`\\.${word(from)}|\\[[^\\]]*${word(from)}[^\\]]*\\]`, "g");
  return [...line.matchAll(simple)].flatMap((match) => {
    const quotes = line.slice(0, match.index).match(/["'`]/g) ?? [];
    if (quotes.length % 2 === 0) return [];
    const renamed = match[0].replace(new RegExp(word(from), "g"), to);
    return [at(match.index, match.index + match[0].length, `:is(${match[0]}, ${renamed})`)];
  });
}

/** `name`, in a selector. */
function elements(line: string, from: string, to: string, at: At): Change[] {
  const quoted = [...line.matchAll(/(?<![=!]== )"([^"]*)"/g)];
  return quoted.flatMap(({ 1: selector = "", index }) =>
    [...selector.matchAll(new RegExp(`(?<![\\w.#:@=\\["-])${from}(?![\\w-])`, "g"))].map((match) => {
      const start = index + 1 + match.index;
      return at(start, start + from.length, `:is(${from}, ${to})`);
    }),
  );
}

/** `attributeOf("name", element)` and `element.attribute("name")`. */
function attributes(line: string, from: string, to: string, at: At): Change[] {
  return [...line.matchAll(new RegExp(`(?:[\\w$]+\\??\\.attribute|attributeOf)\\("${from}"`, "g"))].flatMap((match) => {
    const end = closingIndex(line, line.indexOf("(", match.index));
    const call = line.slice(match.index, end);
    return end < 0 ? [] : [at(match.index, end, `(${call} ?? ${call.replace(`"${from}"`, `"${to}"`)})`)];
  });
}
