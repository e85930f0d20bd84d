import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isOpenToAll, keepPrivate } from "./private-folder.ts";

const root = mkdtempSync(join(tmpdir(), "winnow-private-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A name that ends with a slash is a folder. */
function folderWith(name: string, entries: string[], mode = 0o755): string {
  const folder = join(root, name);
  mkdirSync(folder);
  for (const entry of entries)
    entry.endsWith("/") ? mkdirSync(join(folder, entry)) : writeFileSync(join(folder, entry), "");
  chmodSync(folder, mode);
  return folder;
}
const modeOf = (folder: string) => (statSync(folder).mode & 0o7777).toString(8);

test.each<[string, string[], number]>([
  ["is empty", [], 0o755],
  ["everybody may write to", [], 0o777],
  ["is a new volume", ["lost+found/"], 0o755],
  ["has the service's own files", ["auth-secret", "winnow.db", "winnow.db-wal", "unreadable/", "sources/"], 0o750],
  ["has other files", [".gitkeep", "notes.txt"], 0o755],
  ["has a store beside other folders", ["winnow.db", "backups/"], 0o755],
])("a DATA_DIR that %s becomes private to its owner", (what, entries, mode) => {
  const folder = folderWith(what, entries, mode);
  keepPrivate(folder);
  expect([modeOf(folder), isOpenToAll(folder)]).toEqual(["700", false]);
});

test.each<[string, string[], number]>([
  ["a home with folders of other programs", ["pictures/"], 0o755],
  ["a folder for everybody's temporary files", ["winnow.db"], 0o1777],
])("%s is left alone", (what, entries, mode) => {
  const folder = folderWith(what, entries, mode);
  keepPrivate(folder);
  expect([modeOf(folder), isOpenToAll(folder)]).toEqual([mode.toString(8), true]);
});

test("a new folder is private", () => {
  const folder = join(root, "new", "inner");
  keepPrivate(folder);
  expect(modeOf(folder)).toBe("700");
});
