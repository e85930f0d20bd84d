import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { generatedDocs } from "../src/docs/generated.ts";

/** Writes the pages of `docs/` that are made from the code. `npm test` compares them with what is committed. */
const root = fileURLToPath(new URL("..", import.meta.url));
for (const [path, content] of Object.entries(await generatedDocs())) {
  const file = `${root}/${path}`;
  await mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
  await writeFile(file, content);
  console.log(path);
}
