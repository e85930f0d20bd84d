import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { camel, folderOf, type NewOperation, pascal } from "./names.ts";

/** A source that works, with an operation of each kind: what a new one is copied from. Its own tests are run with ours. */
const template = fileURLToPath(new URL("../source-template", import.meta.url));

/** What the operations of the template are called there. */
const templateOperations: Record<NewOperation["kind"], string> = { list: "items/search", lookup: "profiles" };

/** Writes the folder of a new source; the files written, by their paths in it. */
export async function writeSource(folder: string, source: string, operations: NewOperation[]): Promise<string[]> {
  const written: string[] = [];
  for (const [path, content] of await filesFor(source, operations)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
    written.push(path);
  }
  return written;
}

async function filesFor(source: string, operations: NewOperation[]): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const path of (await readdir(template, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(template.length + 1))
    .sort()) {
    const text = await readFile(join(template, path), "utf8");
    const own = Object.values(templateOperations).find(
      (name) => path.startsWith(folderOf(name)) || isSiteOf(path, name),
    );
    if (own === undefined) files.set(path, renamed(forAll(text, operations), source));
    for (const { name, kind } of operations) {
      if (own !== undefined && templateOperations[kind] === own) {
        const linked = kind === "list" ? withLinksTo(text, operations) : text;
        files.set(path.replace(folderOf(own), folderOf(name)), renamed(called(linked, own, name), source));
      }
    }
  }
  return files;
}

const isSiteOf = (path: string, operation: string) => path === `site/${folderOf(operation)}.ts`;

/** What a list finds leads to the page of the first operation that gives one thing. */
function withLinksTo(text: string, operations: NewOperation[]): string {
  const detail = operations.find(({ kind }) => kind === "lookup");
  return detail ? text.replaceAll(`/${templateOperations.lookup}/`, `/${detail.name}/`) : text;
}

/** The text of an operation's file, with the operation called otherwise. */
function called(text: string, own: string, name: string): string {
  const spellings = [(word: string) => word, folderOf, camel, pascal];
  return spellings.reduce((changed, spelled) => changed.replaceAll(spelled(own), spelled(name)), text);
}

const renamed = (text: string, source: string) =>
  text.replaceAll("template", source).replaceAll("Template", pascal(source));

/**
 * The text of a file that speaks of all operations. What stands there of one operation (a line, an entry of a list,
 * a call) is repeated for each operation of that kind.
 */
function forAll(text: string, operations: NewOperation[]): string {
  const perKind = (part: string) => {
    const own = Object.values(templateOperations).find((name) =>
      new RegExp(`\\b(${camel(name)}|${name})\\b`).test(part),
    );
    if (own === undefined) return [part];
    return operations.filter(({ kind }) => templateOperations[kind] === own).map(({ name }) => called(part, own, name));
  };
  return text
    .split("\n")
    .flatMap((line) => {
      const [, before, list, after] =
        /^(.*(?:operations: \[|answer: \(call\) => ))(.*?)(\],| \?\? notFound\(\),)$/.exec(line) ?? [];
      if (list === undefined) return perKind(line);
      const joint = list.includes("??") ? " ?? " : ", ";
      return [`${before}${list.split(joint).flatMap(perKind).join(joint)}${after}`];
    })
    .join("\n");
}
