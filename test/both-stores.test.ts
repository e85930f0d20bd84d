import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The table of scenarios in docs/testing.md. */
const section = read("docs/testing.md").split("## Background work on both stores")[1]!.split("\n## ")[0]!;
const scenarios = [...section.matchAll(/^\| `(.+?)` \| (.+?) \|$/gm)].map(([, file, owner]) => ({
  file: file!,
  owner: owner!,
}));
const files = globSync("{src,test}/**/*.test.ts", { cwd: root }).map((path) => ({ path, text: read(path) }));

test("every scenario of background work is owned by one test", () => {
  expect(scenarios.length).toBeGreaterThan(15);
  for (const { file, owner } of scenarios) {
    const owners = files.filter(({ text }) => text.includes(`"${owner}"`)).map(({ path }) => path);
    expect(owners, owner).toEqual([file]);
    expect(read(file).split(`"${owner}"`), `${owner} is there once`).toHaveLength(2);
  }
});

test("every owner runs on both stores", () => {
  for (const { file, owner } of scenarios) {
    const text = read(file);
    const before = text.slice(0, text.indexOf(`"${owner}"`));
    const around = before.match(/^(describe\w*|test)\b/gm)?.at(-1);
    const isOnBoth =
      /^describeOn(?:Both|Drawn)Stores$/.test(around ?? "") ||
      text.includes(`test.each(["sqlite", "postgres"] as const)("${owner}"`);
    expect(isOnBoth, `${file}: ${owner}`).toBe(true);
  }
});
