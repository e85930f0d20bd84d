import { CommandFailed } from "../command-failed.ts";

/** A list in pages, or one thing by its ID or URL. */
export type OperationKind = "list" | "lookup";

export interface NewOperation {
  /** As in its path: `products/search`. */
  name: string;
  kind: OperationKind;
}

/** Folders, files and names that the new source has already, and words of the language. */
const TAKEN = new Set(
  "site catalogue stand-in html json challenge call new class delete default function import export return switch case enum package".split(
    " ",
  ),
);

/** `lamps` and `lamps/search`: what a source and an operation may be called. */
export function checkedNames(source: string, operations: string[]): NewOperation[] {
  if (!/^[a-z][a-z0-9]*$/.test(source)) {
    throw new CommandFailed(
      `"${source}" cannot be a source's name: use small letters and digits alone, such as lampshop`,
    );
  }
  const names = operations.length > 0 ? operations : ["items/search"];
  const odd = names.find((name) => !/^[a-z][a-z0-9]*([/-][a-z0-9]+)*$/.test(name));
  if (odd !== undefined) {
    throw new CommandFailed(
      `"${odd}" cannot be an operation's name: use words parted by / or -, such as products/search`,
    );
  }
  const taken = names.find((name) => TAKEN.has(folderOf(name)));
  if (taken !== undefined) throw new CommandFailed(`"${taken}" cannot be an operation name: it is a reserved word`);
  const folders = names.map(folderOf);
  const twice = names.find((_, index) => folders.indexOf(folders[index]!) < index);
  if (twice !== undefined) throw new CommandFailed(`the operation "${twice}" is named twice`);
  return names.map((name) => ({ name, kind: /(^|[/-])(search|list)$/.test(name) ? "list" : "lookup" }));
}

/** The folder of an operation: `products-search`. */
export const folderOf = (operation: string): string => operation.replaceAll("/", "-");

export const camel = (words: string): string =>
  words.replace(/[/-]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export const pascal = (words: string): string => camel(words).replace(/^./, (letter) => letter.toUpperCase());
