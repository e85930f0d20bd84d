import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { Command } from "commander";
import { expect, test } from "vitest";
import { endHere } from "../../test/support/cli/end-here.ts";
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

const { stdout: script } = await endHere(["completion", "bash"], {});

/** Bash completions after these words. */
async function offered(...words: string[]): Promise<string[]> {
  const list = ["winnow", ...words].map((word) => `'${word}'`).join(" ");
  const { stdout } = await promisify(execFile)("bash", [
    "-c",
    `${script}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length}; _winnow; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ]);
  return stdout.trim().split("\n");
}

test("bash completes commands, their options, operations and fields", async () => {
  expect(await offered("bat")).toEqual(["batch", "batches"]);
  expect(await offered("keys", "cr")).toEqual(["create"]);
  expect(await offered("keys", "create", "--em")).toEqual(["--email"]);
  expect(await offered("call", "nl")).toEqual(["nlretail/products/search"]);
  expect(await offered("call", "nlretail/products/search", "ke")).toEqual(["keyword="]);
  expect(await offered("call", "nlretail/products/search", "keyword=x", "--o")).toEqual(["--output"]);
  expect(await offered("completion", "")).toEqual(["bash", "zsh", "fish", "--help"]);
});

test("bash completes the values of fields and options that have a list", async () => {
  const valuation = ["call", "hkproperty/valuations"];
  expect(await offered(...valuation, "lan")).toEqual(["lang="]);
  expect(await offered(...valuation, "lang", "=")).toEqual(["hk", "sc", "en"]);
  expect(await offered(...valuation, "unit", "=", "x", "lang", "=", "s")).toEqual(["sc"]);
  expect(await offered("call", "stays/hotels/search", "star_ratings", "=", "4")).toEqual(["4"]);
  expect(await offered(...valuation, "--output", "nd")).toEqual(["ndjson"]);
});

test("zsh and fish offer the same words, with the operations' fields before the values", async () => {
  const [zsh, fish] = [await endHere(["completion", "zsh"], {}), await endHere(["completion", "fish"], {})];
  expect(zsh.stdout).toMatch(/^#compdef winnow\n/);
  expect(zsh.stdout).toContain('    "call hkproperty/valuations"*) given="');
  expect(zsh.stdout).toMatch(/\n {4}--output\) given="[^"]*\bndjson\b/);
  expect(zsh.stdout).toContain('    "keys") given="create list revoke rotate cap --help" ;;');
  expect(fish.stdout).toMatch(/\ncomplete -c winnow -l output -x -a '[^']*\bndjson\b/);
  expect(fish.stdout).toContain(
    `complete -c winnow -n 'test "$(__winnow_said)" = "keys"' -a 'create list revoke rotate cap --help'`,
  );
  expect(fish.stdout).toMatch(
    /-n 'string match -q -- "call hkproperty\/valuations\*" "\$\(__winnow_said\)"' -a '[^']*lang= lang=hk lang=sc lang=en /,
  );
  expect(await endHere(["completion", "tcsh"], {})).toMatchObject({ code: 1, stdout: "" });
});

test("bash offers lookup the fields that have one, describe no field, and no list that is too long to read", async () => {
  expect(await offered("lookup", "ruretail/products/search", "cit")).toEqual(["city", "city="]);
  expect(await offered("call", "ruretail/products/search", "cit")).toEqual(["city="]);
  expect(await offered("describe", "ruretail/products/search", "cit")).toEqual([""]);
  expect(await offered("batch", "nl")).toEqual(["nlretail/products/search"]);
});
