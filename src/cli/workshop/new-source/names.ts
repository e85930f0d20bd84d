import { CommandFailed } from "../../command-failed.ts";

/** A list in pages or by cursor, one thing by its ID or URL, or a lookup of values for another operation. */
const KINDS = ["list", "cursor", "thing", "lookup"] as const;
export type OperationKind = (typeof KINDS)[number];

export interface NewOperation {
  /** As in its path: `products/search`. */
  name: string;
  kind: OperationKind;
}

/** Files and names that the new source already has, and reserved words. */
const TAKEN = new Set(
  "site source catalogue stand-in html json challenge call new class delete default function import export return switch case enum package".split(
    " ",
  ),
);

/** Reads `lamps`, `lamps/search` and `brands=lookup`: valid names of a source and an operation, and its kind. */
export function checkedNames(source: string, operations: string[]): [NewOperation, ...NewOperation[]] {
  if (!/^[a-z][a-z0-9]*$/.test(source)) {
    throw new CommandFailed(
      `"${source}" cannot be a source's name: use lower-case letters and digits only, such as lampshop`,
    );
  }
  const given = (operations.length > 0 ? operations : ["items/search"]).map((text) => text.split("="));
  const names = given.map(([name = ""]) => name);
  const odd = names.find((name) => !/^[a-z][a-z0-9]*([/-][a-z0-9]+)*$/.test(name));
  if (odd !== undefined) {
    throw new CommandFailed(
      `"${odd}" cannot be an operation's name: use words parted by / or -, such as products/search`,
    );
  }
  const taken = names.find((name) => TAKEN.has(operationFileName(name).replace(".ts", "")));
  if (taken !== undefined) throw new CommandFailed(`"${taken}" cannot be an operation name: it is a reserved word`);
  const files = names.map(operationFileName);
  const twice = names.find((name, index) => files.indexOf(operationFileName(name)) < index);
  if (twice !== undefined) throw new CommandFailed(`the operation "${twice}" is named twice`);
  return given.map(([name = "", kind]) => ({ name, kind: kindOf(name, kind) })) as [NewOperation, ...NewOperation[]];
}

function kindOf(name: string, given: string | undefined): OperationKind {
  if (given === undefined) return /(^|[/-])(search|list)$/.test(name) ? "list" : "thing";
  const kind = KINDS.find((one) => one === given);
  if (kind === undefined) throw new CommandFailed(`"${given}" is not a kind of operation: use ${KINDS.join(", ")}`);
  return kind;
}

/** The file of an operation: `products-search.ts`. */
export const operationFileName = (operation: string): string => `${operation.replaceAll("/", "-")}.ts`;

export const camel = (words: string): string =>
  words.replace(/[/-]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

export const pascal = (words: string): string => camel(words).replace(/^./, (letter) => letter.toUpperCase());
