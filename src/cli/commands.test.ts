import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { expect, test } from "vitest";
import { registerFor } from "./commands.ts";

const namesAfter = async (words: string[]) => {
  const program = new Command("winnow");
  await registerFor(program, words);
  return program.commands.map((command) => command.name()).sort();
};

test("what the group of accounts makes is what the list of commands tells: `winnow admin grant` too", async () => {
  const listed = await namesAfter([]);
  expect(listed).toContain("admin");
  expect(await namesAfter(["admin", "grant"])).toEqual(listed);
});

test("docs/command-line.md has every command", async () => {
  const page = await readFile(new URL("../../docs/command-line.md", import.meta.url), "utf8");
  const missing = (await namesAfter([])).filter((name) => !new RegExp(`^\\|.*\`${name}[ \`]`, "m").test(page));
  expect(missing).toEqual([]);
});
