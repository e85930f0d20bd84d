import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatFiles } from "../src/cli/new-source/format-files.ts";
import { folderOf } from "../src/cli/new-source/names.ts";
import { loadSources } from "../src/contract/load-sources.ts";
import type { Source } from "../src/contract/source.ts";
import { standInFor } from "../src/source-kit/testing/stand-in-for.ts";

/**
 * `npm run examples [-- <source>]` writes the record that the reference page shows for each operation: the first one
 * of its first example, from its stand-in, with the stand-in's address taken out.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const sources = join(root, "src/sources");
const [only] = process.argv.slice(2);

const atPlaceholder = (record: unknown, origin: string, source: Source): unknown =>
  JSON.parse(JSON.stringify(record).replaceAll(origin, source.origins.site));

/** An operation imports its example record: one that is not there yet must not keep the source from being loaded. */
for (const entry of await readdir(sources, { recursive: true })) {
  const file = join(sources, entry.replace(/operation\.ts$/, "example-record.json"));
  const isWanted = entry.endsWith("/operation.ts") && (only === undefined || entry.startsWith(`${only}/`));
  if (isWanted && !existsSync(file)) await writeFile(file, "{}\n");
}

const written: string[] = [];
for (const source of await loadSources(sources, { ...(only && { only }), withoutExamples: true })) {
  const site = await standInFor(source);
  for (const operation of source.operations) {
    const [record] = await site.run(operation, operation.examples[0]);
    const folder = folderOf(operation.path.replace(`/api/${source.name}/`, ""));
    const file = join(sources, source.name, folder, "example-record.json");
    await writeFile(file, `${JSON.stringify(atPlaceholder(record, site.origin, source), null, 2)}\n`);
    written.push(file);
  }
  await site.close();
}
await formatFiles(root, written);
console.log(written.map((file) => file.slice(root.length)).join("\n"));
