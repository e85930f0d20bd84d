import { compareStructures, pageStructure, type Structure } from "../../health/structure.ts";
import type { Change, SourceFile } from "./changes.ts";
import { closingIndex } from "./changes.ts";

/** A class, an attribute, the value of one or an element that has another name now. */
export interface RenamedMark {
  from: string;
  to: string;
  isElement?: boolean;
}

/** The marks of a page that are likely to be renamed. */
export function renamedMarks(good: string, bad: string): RenamedMark[] {
  const [before, after] = [pageStructure(good), pageStructure(bad)];
  const { renamed } = compareStructures(before, after);
  const marks = renamed.flatMap(({ from, to }): RenamedMark[] => {
    const [[attribute, value], [newAttribute, newValue]] = [from, to].map((name) => name.split("=")) as [
      string[],
      string[],
    ];
    if (value === undefined || newValue === undefined) return [];
    if (attribute === newAttribute) return [{ from: value, to: newValue }];
    return value === newValue ? [{ from: attribute!, to: newAttribute! }] : [];
  });
  const all = [...marks, ...renamedElements(before, after)];
  return [...new Map(all.map((mark) => [`${mark.from} ${mark.to}`, mark])).values()];
}

/** Elements of a kind that is gone, and those of a new kind of which there are as many. */
function renamedElements(before: Structure, after: Structure): RenamedMark[] {
  const only = (page: Structure, other: Structure) =>
    [...page].filter(([name, { kind }]) => kind === "element" && !other.has(name));
  const fresh = only(after, before);
  return only(before, after).flatMap(([from, { count }]) =>
    fresh
      .filter(([, as]) => as.count === count)
      .map(([to]) => ({ from: from.slice(1, -1), to: to.slice(1, -1), isElement: true })),
  );
}

const word = (text: string): string => `(?<![\\w-])${text.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`;

/** Everything in the code that names the mark, changed so that it finds the new one too. */
export function markChanges({ from, to, isElement }: RenamedMark, files: readonly SourceFile[]): Change[] {
  return files.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) => {
      if (/^\s*(?:\/\/|\/?\*|import\b)/.test(line) || !line.includes(from)) return [];
      const at = (start: number, end: number, text: string): Change => ({
        file,
        line: index + 1,
        from: start,
        to: end,
        text,
      });
      if (isElement) return elements(line, from, to, at);
      return [...selectors(line, from, to, at), ...attributes(line, from, to, at)];
    }),
  );
}

type At = (from: number, to: number, text: string) => Change;

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
