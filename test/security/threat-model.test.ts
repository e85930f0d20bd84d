import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The threat model names a test for each claim, and that test must exist. */

const page = readFileSync("docs/threat-model.md", "utf8");
const quoted = [...page.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name!);
const tests = globSync(["src/**/*.test.{ts,tsx}", "test/**/*.test.ts", "dashboard/src/**/*.test.{ts,tsx}"]);

test("every named test exists", () => {
  const named = quoted.filter((name) => /\.test\.tsx?$/.test(name) || name.startsWith("T/"));
  expect(named.length).toBeGreaterThan(50);
  const missing = named.filter((name) => {
    if (name === "T/") return false;
    const path = name.replace(/^T\/(.+?)(?:\.test\.ts)?$/, "test/security/$1.test.ts");
    return !tests.some((file) => file === path || file.endsWith(`/${path}`));
  });
  expect(missing).toEqual([]);
});

test("every named file and folder exists", () => {
  const paths = quoted.filter((name) => /^(?:src|test|scripts|docs|dashboard)\//.test(name));
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test("each row of the Top 10 names a test, and each reproduction names its own by title", () => {
  const rows = page.split("\n").filter((line) => /^\| API\d/.test(line));
  expect(rows).toHaveLength(10);
  expect(rows.filter((row) => !/`(?:T\/|src\/)/.test(row))).toEqual([]);
  const reproductions = [...page.matchAll(/^\| (\d+) \| [^|]+ \| (`T\/[^|]+) \|$/gm)];
  expect(new Set(reproductions.map(([, number]) => Number(number))).size).toBe(11);
  for (const [, , shown] of reproductions) {
    const [file, ...titles] = [...shown!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
    const text = readFileSync(`test/security/${file!.slice(2)}.test.ts`, "utf8");
    for (const title of titles) expect([file, title, text.includes(title)]).toEqual([file, title, true]);
  }
});
