import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";

/** Adds new migrations to the list of frozen ones. A listed migration that has changed must be fixed by hand. */
const folder = new URL("../src/store/migrations/", import.meta.url);
const list = new URL("frozen.json", folder);
const frozen = JSON.parse(await readFile(list, "utf8").catch(() => "{}")) as Record<string, string>;
for (const name of (await readdir(folder)).sort()) {
  if (!/^\d{3}-.*\.ts$|^column-types\.ts$/.test(name) || name in frozen) continue;
  frozen[name] = createHash("sha256")
    .update(await readFile(new URL(name, folder)))
    .digest("hex");
  console.log(`frozen: ${name}`);
}
await writeFile(list, `${JSON.stringify(Object.fromEntries(Object.entries(frozen).sort()), null, 2)}\n`);
