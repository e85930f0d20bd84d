import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { camel, type NewOperation, type OperationKind, operationFileName, pascal } from "./names.ts";

/** A working source with an operation of each kind, which new ones are copied from. Its own tests run with ours. */
const template = fileURLToPath(new URL("../../source-template", import.meta.url));

/** The names of the template's operations. */
const templateOperations: Record<OperationKind, string> = {
  list: "items/search",
  cursor: "updates/list",
  thing: "profiles",
  lookup: "brands",
};
const ownNames = Object.values(templateOperations);

/** Writes the folder of a new source, with `instead` replacing template files; returns the paths written. */
export async function writeSource(
  folder: string,
  source: string,
  operations: NewOperation[],
  instead: Record<string, string> = {},
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const files = await filesFor(source, operations);
  for (const [name, content] of Object.entries(instead)) files.set(name, content);
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  return [...files.keys()];
}

/** The template's files for these operations. */
export async function filesFor(source: string, operations: NewOperation[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const file of (await readdir(template)).sort()) {
    const text = await readFile(join(template, file), "utf8");
    const own = ownNames.find((name) => file === operationFileName(name));
    if (file.endsWith(".json")) files.set(file, renamed(recordsFor(text, operations), source));
    else if (own === undefined) files.set(file, renamed(withoutUnused(forAll(text, operations)), source));
    for (const { name, kind } of operations) {
      if (own !== undefined && templateOperations[kind] === own)
        files.set(operationFileName(name), renamed(called(text, own, name), source));
    }
  }
  return files;
}

/** Drops the constants and imports that served other operations. */
function withoutUnused(text: string): string {
  const isUsed = (name: string) => text.split(new RegExp(`\\b${name}\\b`)).length > 2;
  const constants = /^const (\w+) = .*;\n/gm;
  const shorter = text.replace(constants, (line, name: string) => (isUsed(name) ? line : ""));
  const imported = /^ {2}(?:type )?(\w+),\n/gm;
  return shorter.replace(imported, (line, name: string) => (isUsed(name) ? line : ""));
}

/** The example records under the new operations' names. */
function recordsFor(text: string, operations: NewOperation[]): string {
  const records: Record<string, unknown> = JSON.parse(text);
  const own = operations.map(({ name, kind }) => {
    const example = JSON.stringify(records[templateOperations[kind]]);
    return [name, JSON.parse(called(withLinksTo(example, operations), templateOperations[kind], name))];
  });
  return `${JSON.stringify(Object.fromEntries(own), null, 2)}\n`;
}

/** List items link to the page of the first operation that returns one thing. */
function withLinksTo(text: string, operations: NewOperation[]): string {
  const detail = operations.find(({ kind }) => kind === "thing");
  return text.replaceAll(`/${templateOperations.thing}/`, `/${detail?.name ?? "items"}/`);
}

/** The text of an operation's file, with the operation renamed. */
function called(text: string, own: string, name: string): string {
  const spellings = [(word: string) => word, (word: string) => word.replaceAll("/", "-"), camel, pascal];
  return spellings.reduce((changed, spelled) => changed.replaceAll(spelled(own), spelled(name)), text);
}

const renamed = (text: string, source: string) =>
  text.replaceAll("template", source).replaceAll("Template", pascal(source));

/**
 * The text of a file about all operations. Code about one operation (a function, a line, a list entry, a call) is repeated
 * for each operation of that kind.
 */
function forAll(text: string, operations: NewOperation[]): string {
  const repeated = (part: string, own: string) =>
    operations
      .filter(({ kind }) => templateOperations[kind] === own)
      .map(({ name }) => called(withLinksTo(part, operations), own, name));
  const perKind = (part: string) => {
    const own = ownNames.find((name) => new RegExp(`\\b(${camel(name)}|${name})\\b`).test(part));
    return own === undefined ? [part] : repeated(part, own);
  };
  const perLine = (line: string) => {
    const [, before, list, after] =
      /^(.*(?:operations: \[|answer: \(call\) => ))(.*?)(\],| \?\? notFound\(\),)$/.exec(line) ?? [];
    if (list === undefined) return perKind(line);
    const joint = list.includes("??") ? " ?? " : ", ";
    return [`${before}${list.split(joint).flatMap(perKind).join(joint)}${after}`];
  };
  return text
    .split("\n\n")
    .flatMap((part) => {
      const own = ownNames.find((name) => part.includes(`\nfunction ${camel(name)}(`));
      return own === undefined ? [part.split("\n").flatMap(perLine).join("\n")] : repeated(part, own);
    })
    .join("\n\n");
}
