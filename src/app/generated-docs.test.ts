import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { generatedDocs } from "./generated-docs.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const docs = await generatedDocs();

test.each(Object.keys(docs))("%s says what the code says; `npm run docs` writes it anew", async (path) => {
  expect(await readFile(`${root}/${path}`, "utf8")).toBe(docs[path]);
});
