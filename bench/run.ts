import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { asMarkdown, type Suite } from "./support/suite.ts";

/**
 * `npm run bench [-- name ...]`: runs every file of this folder, or the named ones. Each runs in its own process, so that
 * one's memory growth is not counted as another's.
 */
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".ts") && file !== basename(import.meta.filename))
  .map((file) => basename(file, ".ts"))
  .sort();
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`there is no benchmark ${unknown.join(", ")}: the names are ${names.join(", ")}`);
  process.exit(2);
}

if (chosen.length === 1) {
  const file = pathToFileURL(join(import.meta.dirname, `${chosen[0]}.ts`)).href;
  const { default: suite } = (await import(file)) as { default: Suite };
  console.log(`## ${suite.name}\n`);
  for (const table of await suite.run()) console.log(asMarkdown(table));
} else {
  const head = `Measured on ${new Date().toISOString().slice(0, 10)} with Node ${process.version} on ${availableParallelism()} × ${cpus()[0]?.model ?? "processor"}.\n`;
  console.log(head);
  const parts = [head];
  for (const name of chosen.length > 0 ? chosen : names) {
    const { status, stdout } = spawnSync(process.execPath, [import.meta.filename, name], {
      stdio: ["ignore", "pipe", "inherit"],
      encoding: "utf8",
    });
    process.stdout.write(stdout);
    parts.push(stdout.trimEnd(), "");
    if (status !== 0) process.exitCode = 1;
  }
  if (chosen.length === 0 && !process.exitCode) writeFigures(parts.join("\n"));
}

/** A complete run replaces the previous figures; the hand-written text above them stays. */
function writeFigures(figures: string): void {
  const page = join(import.meta.dirname, "../docs/performance.md");
  const mark = "<!-- Below: written by `npm run bench`. -->\n";
  const [written] = readFileSync(page, "utf8").split(mark);
  writeFileSync(page, `${written}${mark}\n${figures.trimEnd()}\n`);
}
