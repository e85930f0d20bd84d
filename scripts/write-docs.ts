import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { generatedDocs } from "../src/app/generated-docs.ts";

/** Writes the generated pages of `docs/`. `npm test` compares them with the committed ones. */
const root = fileURLToPath(new URL("..", import.meta.url));

async function write(pages: Record<string, string>): Promise<void> {
  for (const [path, content] of Object.entries(pages)) {
    const file = `${root}/${path}`;
    await mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await writeFile(file, content);
    console.log(path);
  }
}

await write(await generatedDocs());
// Runs last, because the command line uses the client, part of which was just written.
const { commandLinePage } = await import("../src/cli/reference.ts");
await write({ "docs/command-line.md": await commandLinePage() });
