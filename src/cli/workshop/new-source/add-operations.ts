import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CommandFailed } from "../../command-failed.ts";
import { camel, type NewOperation, operationFileName } from "./names.ts";
import { filesFor } from "./write-source.ts";

/** A change of an existing file; null if the file is not in the form that it expects. */
type Edit = (text: string) => string | null;

/**
 * Adds operations to an existing source: their files, a stand-in for their pages, and their entries in the manifest, the
 * canaries and the example records. Nothing is written unless all of it can be. Returns the paths written.
 */
export async function addOperations(
  folder: string,
  source: string,
  operations: [NewOperation, ...NewOperation[]],
  instead: Record<string, string> = {},
): Promise<string[]> {
  const made = new Map([...(await filesFor(source, operations)), ...Object.entries(instead)]);
  const own = operations[0].name.replaceAll("/", "-");
  const standIn = made.get("stand-in.ts")!.replace("./recorded.json", `./recorded-${own}.json`);
  const files = new Map([
    ...operations.map(({ name }) => [operationFileName(name), made.get(operationFileName(name))!] as const),
    [`stand-in-${own}.ts`, standIn],
    ...(made.has("recorded.json") ? [[`recorded-${own}.json`, made.get("recorded.json")!] as const] : []),
  ]);
  const taken = [...files.keys()].find((name) => existsSync(join(folder, name)));
  if (taken !== undefined) throw new CommandFailed(`src/sources/${source}/${taken} already exists`);
  const edits: Array<[file: string, edit: Edit]> = [
    ["source.ts", inManifest(operations, `./stand-in-${own}.ts`)],
    ["canaries.ts", inCanaries(made.get("canaries.ts")!, operations)],
    ["example-records.json", withRecords(made.get("example-records.json")!)],
  ];
  for (const [name, edit] of edits) {
    const changed = edit(await readFile(join(folder, name), "utf8").catch(() => ""));
    if (changed === null) {
      throw new CommandFailed(
        `src/sources/${source}/${name} is not in the form that new-source writes: create the operation under another name and move its files`,
      );
    }
    files.set(name, changed);
  }
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  return [...files.keys()];
}

const inManifest =
  (operations: NewOperation[], standIn: string): Edit =>
  (text) => {
    const list = /operations: \[([^\]]*?),?\s*\]/;
    const whole = /standIn: async \(\) =>\s*([\s\S]+?),(?=\n\s*\w+:|\n\}\);)/;
    if (!list.test(text) || !whole.test(text)) return null;
    const imports = operations
      .map(({ name }) => `import ${camel(name)} from "./${operationFileName(name)}";\n`)
      .join("");
    const part = `(await import("${standIn}")).standIn`;
    const joined = text
      .replace(
        list,
        (_, named: string) => `operations: [${[named, ...operations.map(({ name }) => camel(name))].join(", ")}]`,
      )
      .replace(whole, (_, before: string) => {
        const parts = /^joinedStandIns\(([\s\S]+?),?\s*\)$/.exec(before)?.[1] ?? before;
        return `standIn: async () => joinedStandIns(${parts}, ${part}),`;
      });
    return imports + importing("joinedStandIns", joined);
  };

/** The kit's import with one more name. */
const importing = (name: string, text: string): string =>
  new RegExp(`import \\{[^}]*\\b${name}\\b`).test(text)
    ? text
    : text.replace(
        /import \{ ([^}]*)\} from "\.\.\/\.\.\/source-kit\/source\.ts"/,
        `import { ${name}, $1} from "../../source-kit/source.ts"`,
      );

const inCanaries =
  (made: string, operations: NewOperation[]): Edit =>
  (text) => {
    const lines = operations.map(({ name }) => {
      const [, calls] =
        new RegExp(`\\[operationResource\\(${camel(name)}\\)\\]: (\\[.*?\\])(?:,\\n| \\})`).exec(made) ?? [];
      return `${JSON.stringify(name)}: ${calls},`;
    });
    return /live: \{/.test(text) ? text.replace("live: {", `live: {\n    ${lines.join("\n    ")}`) : null;
  };

const withRecords =
  (made: string): Edit =>
  (text) =>
    `${JSON.stringify({ ...JSON.parse(text || "{}"), ...JSON.parse(made) }, null, 2)}\n`;
