import { compareStructures, pageStructure } from "../../health/structure.ts";
import type { Change, SourceFile } from "./changes.ts";
import { closingIndex } from "./changes.ts";

/** A class, an attribute or the value of one that has another name now. */
export interface RenamedMark {
  from: string;
  to: string;
}

/** The marks of a page that are likely to be renamed. */
export function renamedMarks(good: string, bad: string): RenamedMark[] {
  const { renamed } = compareStructures(pageStructure(good), pageStructure(bad));
  const marks = renamed.flatMap(({ from, to }): RenamedMark[] => {
    const [[attribute, value], [newAttribute, newValue]] = [from, to].map((name) => name.split("=")) as [
      string[],
      string[],
    ];
    if (value === undefined || newValue === undefined) return [];
    if (attribute === newAttribute) return [{ from: value, to: newValue }];
    return value === newValue ? [{ from: attribute!, to: newAttribute! }] : [];
  });
  return [...new Map(marks.map((mark) => [`${mark.from} ${mark.to}`, mark])).values()];
}

const word = (text: string): string => `(?<![\\w-])${text.replace(/[^\w-]/g, "\\$&")}(?![\\w-])`;

/** Everything in the code that names the mark, changed so that it finds the new one too. */
export function markChanges({ from, to }: RenamedMark, files: readonly SourceFile[]): Change[] {
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

/** `attributeOf("name", element)` and `element.attribute("name")`. */
function attributes(line: string, from: string, to: string, at: At): Change[] {
  return [...line.matchAll(new RegExp(`(?:[\\w$]+\\??\\.attribute|attributeOf)\\("${from}"`, "g"))].flatMap((match) => {
    const end = closingIndex(line, line.indexOf("(", match.index));
    const call = line.slice(match.index, end);
    return end < 0 ? [] : [at(match.index, end, `(${call} ?? ${call.replace(`"${from}"`, `"${to}"`)})`)];
  });
}
