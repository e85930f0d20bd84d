import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { CommandFailed } from "./command-failed.ts";
import { formatFiles } from "./new-source/format-files.ts";
import { checkedNames } from "./new-source/names.ts";
import { writeSource } from "./new-source/write-source.ts";
import { write } from "./output/write.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export function registerNewSource(program: Command): void {
  program
    .command("new-source")
    .description("Create a new source: operations, readers, a stand-in site and passing tests.")
    .argument("<name>", "neutral name of the source: lowercase letters and digits, such as lampshop")
    .option(
      "--operation <name>",
      "an operation, such as products/search (repeatable)",
      (name: string, names: string[]) => [...names, name],
      [] as string[],
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

async function newSource(name: string, options: { operation: string[] }): Promise<void> {
  const operations = checkedNames(name, options.operation);
  const folder = join(root, "src/sources", name);
  if (existsSync(folder)) throw new CommandFailed(`src/sources/${name} already exists`);
  const files = await writeSource(folder, name, operations);
  await formatFiles(root, [folder]);
  await write(`${files.map((file) => `src/sources/${name}/${file}`).join("\n")}

Try it:   npx vitest run src/sources/${name}
Serve it: npm start, then POST ${operations.map((operation) => `/api/${name}/${operation.name}`).join(" and ")}
Go on:    docs/adding-a-source.md (record, read, test, publish); npm run docs writes its pages
`);
}
