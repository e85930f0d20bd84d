import { readdirSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { asMarkdown, type Suite } from "./support/suite.ts";

/** `npm run bench [-- name ...]`: every file of this folder, or the ones named. */
const wanted = process.argv.slice(2);
const suites = await Promise.all(
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(".ts") && file !== basename(import.meta.filename))
    .sort()
    .map(async (file) => {
      const { default: suite } = (await import(pathToFileURL(join(import.meta.dirname, file)).href)) as {
        default: Suite;
      };
      return suite;
    }),
);
const unknown = wanted.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  console.error(`no measurement called ${unknown.join(", ")}; there are ${suites.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

console.log(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? "processor"}\n`);
for (const suite of suites.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  console.log(`## ${suite.name}\n`);
  for (const table of await suite.run()) console.log(asMarkdown(table));
}
