import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { CommandFailed } from "../command-failed.ts";
import { write } from "../output/write.ts";
import { addOperations } from "./new-source/add-operations.ts";
import { formatFiles } from "./new-source/format-files.ts";
import { foundIn, newFiles, proposalWords } from "./new-source/from-recording.ts";
import { checkedNames } from "./new-source/names.ts";
import { writeSource } from "./new-source/write-source.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export function register(program: Command): void {
  program
    .command("new-source")
    .description("Create a source, or add operations to one: readers, a stand-in site and passing tests.")
    .argument(
      "<name>",
      "neutral name of the source: lowercase letters and digits, such as lampshop; of an existing one, to add operations",
    )
    .option(
      "--operation <name>",
      "an operation, such as products/search (repeatable)",
      (name: string, names: string[]) => [...names, name],
      [] as string[],
    )
    .option(
      "--from-recording <file>",
      "propose a list or one thing, its fields and a stand-in from a WARC, or from a saved .html or .json page",
    )
    .addHelpText(
      "after",
      `
An operation whose name ends in "search" or "list" returns a paged list. Any other returns one thing by ID or URL.
Name another kind after it: offers/list=cursor (a list by cursor), brands=lookup (values for a field of another operation).
docs/adding-a-source.md explains the next steps to a real site.`,
    )
    .action(newSource);
}

async function newSource(name: string, options: { operation: string[]; fromRecording?: string }): Promise<void> {
  const operations = checkedNames(name, options.operation);
  const [first, ...more] = operations;
  const { kind } = first;
  if (options.fromRecording !== undefined && ((kind !== "list" && kind !== "thing") || more.length > 0))
    throw new CommandFailed(
      "a recording gives one list or one thing: name one --operation, such as lamps/search or lamps",
    );
  const found =
    options.fromRecording === undefined ? null : await foundIn(options.fromRecording, kind === "list" ? kind : "thing");
  const folder = join(root, "src/sources", name);
  const isNew = !existsSync(folder);
  if (!isNew && options.operation.length === 0)
    throw new CommandFailed(`src/sources/${name} already exists: name the --operation to add`);
  const proposed = found ? await newFiles(name, first, found) : {};
  const files = await (isNew ? writeSource : addOperations)(folder, name, operations, proposed);
  await formatFiles(root, [folder]);
  if (found) await write(proposalWords(found));
  await write(`${files.map((file) => `src/sources/${name}/${file}`).join("\n")}

Try it:   npx vitest run src/sources/${name}
Serve it: npm start, then POST ${operations.map((operation) => `/api/${name}/${operation.name}`).join(" and ")}
Go on:    docs/adding-a-source.md (record, read, test, publish); npm run docs writes its pages
`);
}
