import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { generatedDocs } from "../src/app/generated-docs.ts";
import { commandLinePage } from "../src/cli/reference.ts";

/** Writes the pages of `docs/` that are generated from the code. `npm test` compares them with the committed ones. */
const root = fileURLToPath(new URL("..", import.meta.url));
const pages = { ...(await generatedDocs()), "docs/command-line.md": await commandLinePage() };
for (const [path, content] of Object.entries(pages)) {
  const file = `${root}/${path}`;
  await mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
  await writeFile(file, content);
  console.log(path);
}
