import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Source } from "../src/contract/source.ts";
import { standInFor } from "../src/extraction/testing/stand-in-for.ts";
import { findSources } from "../src/find-sources.ts";

/**
 * Writes the record that the reference page shows for each operation: the first one of its first example, from
 * its stand-in, with the stand-in's address taken out.
 */
const sources = fileURLToPath(new URL("../src/sources", import.meta.url));

const atPlaceholder = (record: unknown, origin: string, source: Source): unknown =>
  JSON.parse(JSON.stringify(record).replaceAll(origin, source.origins.site));

for (const source of await findSources()) {
  const site = await standInFor(source);
  for (const operation of source.operations) {
    const [record] = await site.run(operation, operation.examples[0]);
    const folder = operation.path.replace(`/api/${source.name}/`, "").replaceAll("/", "-");
    const file = `${sources}/${source.name}/${folder}/example-record.json`;
    await writeFile(file, `${JSON.stringify(atPlaceholder(record, site.origin, source), null, 2)}\n`);
    console.log(file.slice(sources.length + 1));
  }
  await site.close();
}
