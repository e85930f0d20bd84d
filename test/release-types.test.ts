import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { manifest } from "../scripts/release/assemble.ts";
import { typePackages, writeTypes } from "../scripts/release/types.ts";

// The compiler is run here, on a machine that may have other things to do.
vi.setConfig({ testTimeout: 180_000 });

const installed = join(import.meta.dirname, "../node_modules");

/** A source as its author writes it, with mistakes that its types must show. */
const author = `
import { all, countField, defineRequest, jsonList, jsonRecord, operation, parseHtml, perResults, type Static, text, timeoutField, whole } from "winnow/source";
import { recordedStandIn, type StandIn } from "winnow/stand-in";
import { sourceSuite } from "winnow/testing";

const Thing = jsonRecord("Thing", {
  id: text("id").filled("always").meaning("ID."),
  size: whole("size").meaning("Size."),
});
type Thing = Static<typeof Thing>;
export const thing: Thing = { "@type": "Thing", id: "1", size: null };
// @ts-expect-error never null
export const without: Thing = { "@type": "Thing", id: null, size: 1 };
// @ts-expect-error no such degree
text("id").filled("sometimes");

export const things = operation({
  path: "/api/shop/things",
  summary: "Things",
  description: "Things.",
  price: perResults({ credits: 1, results: 20 }),
  request: defineRequest("Things", { count: countField(), timeout: timeoutField }),
  record: Thing,
  examples: [{ count: 2 }],
  pageNumber: (body, page) => ({ path: "/things?" + body.count.toFixed() + page.toFixed() }),
  // @ts-expect-error a request has no such field
  keep: (record, body) => record.id !== body.keyword,
  read: jsonList(Thing, { rows: "things" }),
});
export const standIn: StandIn = recordedStandIn([]);
export const names: string[] = all("p", parseHtml("<p>")).map(({ name }) => name);
// @ts-expect-error a suite is of a source
sourceSuite({});
`;

test("packages outside the repository are checked against the types of a release", async () => {
  const folder = await mkdtemp(join(tmpdir(), "winnow-types-"));
  try {
    const release = join(folder, "node_modules/winnow");
    await mkdir(release, { recursive: true });
    await writeFile(join(release, "package.json"), JSON.stringify(manifest()));
    writeTypes(release);
    for (const name of [...typePackages, "@types"])
      await symlink(join(installed, name), join(folder, "node_modules", name));
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
    await writeFile(join(folder, "source.ts"), author);
    const words = [
      "--ignoreConfig",
      "--noEmit",
      "--strict",
      "--skipLibCheck",
      "--module",
      "nodenext",
      "--types",
      "node",
      "source.ts",
    ];
    const checked = promisify(execFile)(process.execPath, [join(installed, "typescript/bin/tsc"), ...words], {
      cwd: folder,
    });
    expect(await checked.catch(({ stdout }: { stdout: string }) => ({ stdout }))).toMatchObject({ stdout: "" });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
