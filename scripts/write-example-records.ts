import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatFiles } from "../src/cli/workshop/new-source/format-files.ts";
import { loadSources } from "../src/contract/load-sources.ts";
import type { Source } from "../src/contract/source.ts";
import { standInFor } from "../src/source-testing/stand-in-for.ts";

/**
 * `npm run examples [-- <source>]` writes the record that the reference page shows for each operation: the first record of
 * its first example, from its stand-in, with the stand-in's address removed.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const sources = join(root, "src/sources");
const [only] = process.argv.slice(2);
const exampleFile = (source: string) => join(sources, source, "example-records.json");

const atPlaceholder = (record: unknown, origin: string, source: Source): unknown =>
  JSON.parse(JSON.stringify(record).replaceAll(origin, source.origins.site));

const names = (await readdir(sources)).filter((name) => existsSync(join(sources, name, "source.ts")));
const files = names.filter((name) => only === undefined || name === only).map((name) => exampleFile(name));
/** A manifest imports its example records, so a missing file must not keep the source from loading. */
for (const file of files) if (!existsSync(file)) await writeFile(file, "{}\n");

for (const source of await loadSources(sources, { ...(only && { only }), withoutExamples: true })) {
  const site = await standInFor(source);
  const records: Record<string, unknown> = {};
  for (const operation of source.operations) {
    const [record] = await site.run(operation, operation.examples[0]);
    records[operation.path.replace(`/api/${source.name}/`, "")] = atPlaceholder(record, site.origin, source);
  }
  await writeFile(exampleFile(source.name), `${JSON.stringify(records, null, 2)}\n`);
  await site.close();
}
await formatFiles(root, files);
console.log(files.map((file) => file.slice(root.length)).join("\n"));
