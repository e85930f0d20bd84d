import { readFile, writeFile } from "node:fs/promises";
import { withMarkedParts } from "../src/docs/marked-parts.ts";
import { findSources } from "../src/sources/find-sources.ts";
import { hostileBehaviours, hostileTable, openHostileWorld } from "../test/support/source-kit/hostile-sites.ts";

/** Prints a table of what every source does with difficult but fair sites; `--write` puts it into docs/stand-ins.md. */
const world = await openHostileWorld();
const outcomes = [];
for (const source of await findSources()) {
  for (const behaviour of Object.keys(hostileBehaviours)) outcomes.push(await world.meet(source, behaviour));
}
await world.close();
const table = hostileTable(outcomes);
console.log(table);
if (process.argv.includes("--write")) {
  const page = new URL("../docs/stand-ins.md", import.meta.url);
  await writeFile(page, withMarkedParts(await readFile(page, "utf8"), { hostile: table }));
}
