import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { endHere } from "../../../../test/support/cli/end-here.ts";
import { addOperations } from "./add-operations.ts";
import { camel, checkedNames, operationFileName, pascal } from "./names.ts";
import { writeSource } from "./write-source.ts";

describe("names", () => {
  test.each([
    ["lamps/search", "lamps-search.ts", "lampsSearch", "LampsSearch"],
    ["lamps", "lamps.ts", "lamps", "Lamps"],
    ["big-lamps/by-id", "big-lamps-by-id.ts", "bigLampsById", "BigLampsById"],
  ])("%s is the file %s, the value %s and the type %s", (name, ...spelled) => {
    expect([operationFileName(name), camel(name), pascal(name)]).toEqual(spelled);
  });

  test("an operation that ends in search or list is a paged list, any other returns one thing", () => {
    const kinds = checkedNames("lampshop", ["lamps/search", "lamps/list", "lamps", "search/lamps", "searches"]);
    expect(kinds).toEqual([
      { name: "lamps/search", kind: "list" },
      { name: "lamps/list", kind: "list" },
      { name: "lamps", kind: "thing" },
      { name: "search/lamps", kind: "thing" },
      { name: "searches", kind: "thing" },
    ]);
    expect(checkedNames("lampshop", ["offers/list=cursor", "brands=lookup"])).toEqual([
      { name: "offers/list", kind: "cursor" },
      { name: "brands", kind: "lookup" },
    ]);
    expect(() => checkedNames("lampshop", ["brands=guess"])).toThrow('"guess" is not a kind of operation');
    expect(checkedNames("lampshop", [])).toEqual([{ name: "items/search", kind: "list" }]);
  });

  test.each(["Lampshop", "lamp-shop", "1lamp", "", "lamp shop", "lampé"])("%j is not a source's name", (name) => {
    expect(() => checkedNames(name, [])).toThrow(`"${name}" cannot be a source's name`);
  });

  test.each(["Lamps", "/lamps", "lamps/", "lamps//all", "1lamps", "lamps_all", ""])(
    "%j is not an operation",
    (name) => {
      expect(() => checkedNames("lampshop", ["fine", name])).toThrow(`"${name}" cannot be an operation's name`);
    },
  );

  test.each(["source", "class", "stand-in", "stand/in", "json"])("%s is a reserved word", (name) => {
    expect(() => checkedNames("lampshop", [name])).toThrow(`"${name}" cannot be an operation name: it is a reserved`);
  });

  test("two operations cannot share a file", () => {
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

  test("each operation has its own file, and all of them are in the source and its stand-in", async () => {
    const names = ["lamps/search", "shades/list", "lamps", "offers=cursor", "makers=lookup"];
    const written = await writeSource(folder, "lampshop", checkedNames("lampshop", names));
    expect(written.sort()).toEqual([
      "README.md",
      "canaries.ts",
      "example-records.json",
      "lamps-search.ts",
      "lamps.ts",
      "makers.ts",
      "offers.ts",
      "shades-list.ts",
      "source.ts",
      "stand-in.ts",
      "suite.test.ts",
    ]);
    const source = await read("source.ts");
    expect(source).toContain("operations: [lampsSearch, shadesList, offers, lamps, makers]");
    expect(source).toContain('import lampsSearch from "./lamps-search.ts";');
    expect(source).toContain('name: "lampshop"');
    expect(await read("stand-in.ts")).toContain(
      "lampsSearch(call) ?? shadesList(call) ?? offers(call) ?? lamps(call) ?? makers(call) ?? notFound()",
    );
    expect(await read("lamps-search.ts")).toContain('"/api/lampshop/lamps/search"');
    expect(Object.keys(JSON.parse(await read("example-records.json")))).toEqual(
      names.map((name) => name.split("=")[0]),
    );
    for (const path of written)
      expect(await read(path), path).not.toMatch(/[Tt]emplate|items\/search|itemsSearch|profiles|updates|brands/);
  });

  test("a source with only lists has no detail page", async () => {
    const written = await writeSource(folder, "lampshop", checkedNames("lampshop", ["lamps/search"]));
    expect(written).not.toContain("profiles.ts");
    expect(await read("source.ts")).toContain("operations: [lampsSearch]");
    expect(await read("stand-in.ts")).toContain("lampsSearch(call) ?? notFound()");
  });
});

describe("operations added to an existing source", () => {
  let folder: string;
  const named = (...operations: string[]) => checkedNames("lampshop", operations);
  const read = (path: string) => readFile(join(folder, path), "utf8");
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "winnow-added-"));
    await writeSource(folder, "lampshop", named("lamps/search"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test("have their own files, and are in the manifest, the canaries, the example records and the stand-in", async () => {
    await addOperations(folder, "lampshop", named("lamps"));
    await addOperations(folder, "lampshop", named("offers=cursor", "makers=lookup"));
    const source = await read("source.ts");
    expect(source).toContain("operations: [lampsSearch, lamps, offers, makers]");
    expect(source).toContain('import makers from "./makers.ts";');
    expect(source).toContain(
      'joinedStandIns((await import("./stand-in.ts")).standIn, (await import("./stand-in-lamps.ts")).standIn, (await import("./stand-in-offers.ts")).standIn)',
    );
    expect(await read("canaries.ts")).toContain('"lamps": [{ request: { item: "1001" } }');
    expect(Object.keys(JSON.parse(await read("example-records.json")))).toEqual([
      "lamps/search",
      "lamps",
      "offers",
      "makers",
    ]);
    expect(await read("stand-in-offers.ts")).not.toMatch(/escapeHtml|hasWords/);
  });

  test("replace nothing, and nothing is written if a file has another form", async () => {
    await expect(addOperations(folder, "lampshop", named("lamps/search"))).rejects.toThrow("already exists");
    await writeFile(join(folder, "source.ts"), "export default {};");
    await expect(addOperations(folder, "lampshop", named("lamps"))).rejects.toThrow("source.ts is not in the form");
    await expect(read("lamps.ts")).rejects.toThrow("ENOENT");
  });
});

test("an existing source or an invalid name is rejected before anything is written", async () => {
  const taken = await endHere(["new-source", "nlretail"], {});
  expect([taken.code, JSON.parse(taken.stderr).error.message]).toEqual([
    1,
    "src/sources/nlretail already exists: name the --operation to add",
  ]);
  expect((await endHere(["new-source", "lamp-shop", "--operation", "lamps"], {})).code).toBe(1);
});
