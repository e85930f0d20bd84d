import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { asMarkdown, type Suite } from "./support/suite.ts";

/**
 * `npm run bench [-- name ...]`: every file of this folder, or the ones named. Each in a process of its own, so that
 * the memory that one has grown is not counted as another's.
 */
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && file !== basename(import.meta.filename))
  .map((file) => basename(file, ".ts"))
  .sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`no measurement called ${unknown.join(", ")}; there are ${names.join(", ")}`);
  process.exit(2);
}

if (wanted.length === 1) {
  const file = pathToFileURL(join(import.meta.dirname, `${wanted[0]}.ts`)).href;
  const { default: suite } = (await import(file)) as { default: Suite };
  console.log(`## ${suite.name}\n`);
  for (const table of await suite.run()) console.log(asMarkdown(table));
} else {
  console.log(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? "processor"}\n`);
  for (const name of wanted.length > 0 ? wanted : names) {
    const { status } = spawnSync(process.execPath, [import.meta.filename, name], { stdio: "inherit" });
    if (status !== 0) process.exitCode = 1;
  }
}
