import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { expect, test } from "vitest";
import { registerFor } from "./command-groups.ts";
import { groups } from "./commands.ts";
import { commandLinePage } from "./reference.ts";

/** The program after these words: the command they name in full, the others as the list shows them. */
async function programAfter(words: string[]): Promise<Command> {
  const program = new Command("winnow");
  await registerFor(program, groups, words);
  return program;
}
const namesAfter = async (words: string[]) => (await programAfter(words)).commands.map((one) => one.name()).sort();

test("docs/command-line.md lists every command and option; `npm run docs` regenerates it", async () => {
  expect(await readFile(new URL("../../docs/command-line.md", import.meta.url), "utf8")).toBe(await commandLinePage());
});

test("the accounts group creates the commands that the list names, including `winnow admin grant`", async () => {
  const listed = await namesAfter([]);
  expect(listed).toContain("admin");
  expect(await namesAfter(["admin", "grant"])).toEqual(listed);
});

test("`help call` is the help of call; unknown words show the list", async () => {
  const optionsOf = async (...words: string[]) =>
    (await programAfter(words)).commands.find((one) => one.name() === "call")!.options.length;
  expect(await optionsOf("help", "call")).toBe(await optionsOf("--verbose", "call"));
  expect(await optionsOf("help", "call")).toBeGreaterThan(5);
  expect([await optionsOf("help"), await optionsOf("toString"), await optionsOf("keys", "call")]).toEqual([0, 0, 0]);
});
