import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endHere } from "../../../test/support/cli/end-here.ts";
import { camel, checkedNames, folderOf, pascal } from "./names.ts";
import { writeSource } from "./write-source.ts";

describe("names", () => {
  test.each([
    ["lamps/search", "lamps-search", "lampsSearch", "LampsSearch"],
    ["lamps", "lamps", "lamps", "Lamps"],
    ["big-lamps/by-id", "big-lamps-by-id", "bigLampsById", "BigLampsById"],
  ])("%s is the folder %s, the value %s and the type %s", (name, ...spelled) => {
    expect([folderOf(name), camel(name), pascal(name)]).toEqual(spelled);
  });

  test("an operation that ends in search or list is a list in pages, any other gives one thing", () => {
    const kinds = checkedNames("lampshop", ["lamps/search", "lamps/list", "lamps", "search/lamps", "searches"]);
    expect(kinds).toEqual([
      { name: "lamps/search", kind: "list" },
      { name: "lamps/list", kind: "list" },
      { name: "lamps", kind: "lookup" },
      { name: "search/lamps", kind: "lookup" },
      { name: "searches", kind: "lookup" },
    ]);
    expect(checkedNames("lampshop", [])).toEqual([{ name: "items/search", kind: "list" }]);
  });

  test.each(["Lampshop", "lamp-shop", "1lamp", "", "lamp shop", "lampé"])("%j is no source's name", (name) => {
    expect(() => checkedNames(name, [])).toThrow(`"${name}" cannot be a source's name`);
  });

  test.each(["Lamps", "/lamps", "lamps/", "lamps//all", "1lamps", "lamps_all", ""])("%j is no operation", (name) => {
    expect(() => checkedNames("lampshop", ["fine", name])).toThrow(`"${name}" cannot be an operation's name`);
  });

  test.each(["site", "class", "stand-in", "stand/in", "json"])("%s is a reserved word", (name) => {
    expect(() => checkedNames("lampshop", [name])).toThrow(`"${name}" cannot be an operation name: it is a reserved`);
  });

  test("two operations cannot share a folder", () => {
    expect(() => checkedNames("lampshop", ["lamps/big", "lamps-big"])).toThrow(
      'the operation "lamps-big" is named twice',
    );
    expect(() => checkedNames("lampshop", ["lamps/big", "lamps/small"])).not.toThrow();
  });
});

describe("the files of a new source", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "winnow-new-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const read = (path: string) => readFile(join(folder, path), "utf8");

  test("each operation has its own folder and page, and all of them are in the source and its stand-in", async () => {
    const operations = checkedNames("lampshop", ["lamps/search", "shades/list", "lamps"]);
    const written = await writeSource(folder, "lampshop", operations);
    expect(written).toEqual(expect.arrayContaining(["source.ts", "suite.test.ts", "site/stand-in.ts"]));
    expect((await readdir(folder)).sort()).toEqual([
      ...["README.md", "canaries.ts", "lamps", "lamps-search", "shades-list", "site", "source.ts", "suite.test.ts"],
    ]);
    expect((await readdir(join(folder, "site"))).sort()).toEqual([
      ...["catalogue.ts", "lamps-search.ts", "lamps.ts", "shades-list.ts", "stand-in.ts"],
    ]);
    const source = await read("source.ts");
    expect(source).toContain("operations: [lampsSearch, shadesList, lamps]");
    expect(source).toContain('import lampsSearch from "./lamps-search/operation.ts";');
    expect(source).toContain('name: "lampshop"');
    expect(await read("site/stand-in.ts")).toContain(
      "lampsSearch(call) ?? shadesList(call) ?? lamps(call) ?? notFound()",
    );
    expect(await read("lamps-search/operation.ts")).toContain('"/api/lampshop/lamps/search"');
    expect(await read("lamps-search/record.ts")).toContain("Lampshop");
    // What a list finds leads to the page of one thing.
    expect(await read("lamps-search/read-page.ts")).not.toContain("/profiles/");
    for (const path of written)
      expect(await read(path), path).not.toMatch(/[Tt]emplate|items\/search|itemsSearch|profiles/);
  });

  test("a source of lists alone has no page of one thing", async () => {
    await writeSource(folder, "lampshop", checkedNames("lampshop", ["lamps/search"]));
    expect((await readdir(folder)).sort()).toEqual([
      "README.md",
      "canaries.ts",
      "lamps-search",
      "site",
      "source.ts",
      "suite.test.ts",
    ]);
    expect(await read("source.ts")).toContain("operations: [lampsSearch]");
    expect(await read("site/stand-in.ts")).toContain("lampsSearch(call) ?? notFound()");
  });
});

test("the command refuses a source that there is, and a name that it cannot have, before it writes anything", async () => {
  const taken = await endHere(["new-source", "nlretail"], {});
  expect([taken.code, JSON.parse(taken.stderr).error.message]).toEqual([1, "src/sources/nlretail already exists"]);
  expect((await endHere(["new-source", "lamp-shop", "--operation", "lamps"], {})).code).toBe(1);
});
