import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (pattern: string): string =>
  globSync(pattern, { cwd: root })
    .map((file) => readFileSync(join(root, file), "utf8"))
    .join("\n");
const typescript = read("client/test/*.test.ts");
const python = read("clients/python/tests/test_*.py");

const table = /## What both clients do\n([\s\S]*?)\n## /.exec(readFileSync(join(root, "docs/client.md"), "utf8"))![1]!;
const rows = table
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .slice(2)
  .map((line) => line.slice(2, -2).split(" | ") as [typescript: string, python: string]);

test.each(rows)("both clients have a test of: %s", (inTypescript, inPython) => {
  expect(typescript.includes(`"${inTypescript}"`)).toBe(true);
  expect(python.includes(`def test_${inPython}(self)`)).toBe(true);
});

test("the table has rows, and no test stands for two of them", () => {
  for (const column of [0, 1]) expect(new Set(rows.map((row) => row[column])).size).toBe(rows.length);
  expect(rows.length).toBeGreaterThan(20);
});

test("every group of endpoints is a property of both clients", () => {
  const groups = [...read("client/src/generated/endpoints.ts").matchAll(/^export class (\w+)Endpoints /gm)].map(
    ([, name]) => name!.toLowerCase(),
  );
  expect(groups.length).toBeGreaterThan(5);
  const inTypescript = read("client/src/winnow.ts");
  const inPython = read("clients/python/src/winnow_client/_async/client.py");
  expect(groups.filter((group) => !inTypescript.includes(`this.${group} = `))).toEqual([]);
  expect(groups.filter((group) => !inPython.includes(`self.${group} = `))).toEqual([]);
});
