import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { applied, mutantsOf } from "../scripts/mutate/mutants-of.ts";
import { reachOf } from "../scripts/mutate/reach.ts";
import { switched } from "../scripts/mutate/switched.ts";

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
  ])("is not made where no behaviour hangs on it: %s", (source) => {
    expect(changesOf(source).filter((change) => change !== "")).toEqual([]);
  });

  test("knows its line", () => {
    expect(mutantsOf("piece.ts", "\n\nconst x = true;")).toMatchObject([{ line: 3, before: "true", after: "false" }]);
  });
});

describe("a file with switches", () => {
  const module = pathToFileURL(join(import.meta.dirname, "../scripts/mutate/mutant-switch.js")).href;
  const source = `
    const text = (value) => value?.name.trim().slice(0, 2) ?? "none";
    export const grade = (points) => {
      const seen = [];
      if (points > 10) seen.push("high");
      else seen.push("low");
      if (points < 0) throw new RangeError("below");
      return [...seen, text(points > 5 ? { name: " long " } : null)];
    };`;
  const mutants = mutantsOf("piece.ts", source).map((mutant, at) => ({ ...mutant, id: at + 1 }));
  const load = async (text: string) =>
    (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { grade(points: number): unknown };
  const answersOf = ({ grade }: { grade(points: number): unknown }) =>
    [-1, 0, 3, 6, 10, 11].map((points) => {
      try {
        return grade(points) ?? "nothing";
      } catch (error) {
        return (error as Error).name;
      }
    });

  test("does what the file with that one change does, for each number, and what it did before without one", async () => {
    const all = await load(switched(source, mutants, module));
    const { __winnowMutant: state } = globalThis as unknown as { __winnowMutant: { active: number } };
    try {
      expect(answersOf(all)).toEqual(answersOf(await load(source)));
      for (const mutant of mutants) {
        state.active = mutant.id;
        const alone = answersOf(await load(`${applied(source, mutant)}\n//${mutant.id}`));
        expect(answersOf(all), `${mutant.before} -> ${mutant.after}`).toEqual(alone);
      }
    } finally {
      state.active = 0;
    }
    expect(mutants.length).toBeGreaterThan(20);
  });
});

const root = join(import.meta.dirname, "..");

test("a test that loads the sources by their folder reaches each of them", () => {
  const reach = reachOf(root, ["src/app/generated-docs.test.ts"]);
  expect(reach.get("src/sources/stays/hotels-search/operation.ts")).toMatchObject([
    { test: "src/app/generated-docs.test.ts" },
  ]);
});

test("the tests that reach a file are found through imports and through programs that are started, nearest first", () => {
  const reach = reachOf(root, ["src/cli/init.test.ts", "src/cli/launch.test.ts", "src/accounts/plans.test.ts"]);
  expect(reach.get("src/cli/winnow.ts")!.map(({ test }) => test)).toEqual([
    "src/cli/init.test.ts",
    "src/cli/launch.test.ts",
  ]);
  expect(reach.get("src/accounts/plans.ts")![0]).toEqual({ test: "src/accounts/plans.test.ts", steps: 1 });
});
