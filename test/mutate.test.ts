import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { applied, mutantsOf } from "../scripts/mutate/mutants-of.ts";
import { reachOf } from "../scripts/mutate/reach.ts";

const changesOf = (source: string) =>
  mutantsOf("piece.ts", source).map((mutant) => applied(source, mutant).replace(/\s+/g, " ").trim());

describe("a mutant", () => {
  test.each([
    ["if (a < b) c();", ["if (true) c();", "if (false) c();", "if (a <= b) c();", "if (a >= b) c();", "if (a < b) {}"]],
    ["const x = a ?? b;", ["const x = (a);", "const x = (b);"]],
    ["const x = !a && b;", ["const x = !a || b;", "const x = (a) && b;"]],
    ["const x = list.sort().map(f);", ["const x = list.map(f);"]],
    ["const x = /^a$/.test(b);", ["const x = /a$/.test(b);", "const x = /^a/.test(b);"]],
    ["const x = [7, 'y'];", ["const x = [];", "const x = [8, 'y'];", 'const x = [7, ""];']],
    ["function f(): void { g(); }", ["function f(): void {}", "function f(): void { }"]],
  ])("of %s is each of the changes, one at a time", (source, expected) => {
    expect(changesOf(source)).toEqual(expected);
  });

  test.each([
    'import { a } from "./a.ts";',
    'type A = "x" | 3;',
    'log.warn({ a: 1 }, "words");',
    'const problem = new Error("our own fault");',
    'const field = { description: "for people" };',
  ])("skips code that does not affect behaviour: %s", (source) => {
    expect(changesOf(source).filter((change) => change !== "")).toEqual([]);
  });

  test("knows its line", () => {
    expect(mutantsOf("piece.ts", "\n\nconst x = true;")).toMatchObject([{ line: 3, before: "true", after: "false" }]);
  });
});

const root = join(import.meta.dirname, "..");

test("a test that loads the sources by folder reaches each of them", () => {
  const reach = reachOf(root, ["src/app/generated-docs.test.ts"]);
  expect(reach.get("src/sources/stays/hotels-search.ts")).toMatchObject([{ test: "src/app/generated-docs.test.ts" }]);
});

test("the tests that reach a file are found through imports and started programs, nearest first", () => {
  const reach = reachOf(root, ["src/cli/init.test.ts", "src/cli/launch.test.ts", "src/accounts/plans.test.ts"]);
  expect(reach.get("src/cli/winnow.ts")!.map(({ test }) => test)).toEqual([
    "src/cli/init.test.ts",
    "src/cli/launch.test.ts",
  ]);
  expect(reach.get("src/accounts/plans.ts")![0]).toEqual({ test: "src/accounts/plans.test.ts", steps: 1 });
});
