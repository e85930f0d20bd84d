import { glob, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { limits } from "./limits.ts";

const root = new URL("../..", import.meta.url).pathname;
const texts: string[] = [];
for await (const file of glob(["{src,test}/**/*.test.ts"], { cwd: root })) {
  if (!file.endsWith("limits/limits.test.ts")) texts.push(await readFile(`${root}/${file}`, "utf8"));
}
const tests = texts.join("\n");

test.each(Object.keys(limits))("a test exceeds the limit %s", (name) => {
  expect(tests).toMatch(new RegExp(`limits\\.${name}\\b`));
});
