import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { endHere } from "./testing/end-here.ts";

const { stdout: script } = await endHere(["completion", "bash"], {});

/** What bash offers after these words. */
async function offered(...words: string[]): Promise<string[]> {
  const list = ["winnow", ...words].map((word) => `'${word}'`).join(" ");
  const { stdout } = await promisify(execFile)("bash", [
    "-c",
    `${script}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length}; _winnow; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ]);
  return stdout.trim().split("\n");
}

test("bash completes commands, their options, operations and fields", async () => {
  expect(await offered("ba")).toEqual(["batch", "batches"]);
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
