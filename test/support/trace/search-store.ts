import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import type { Store } from "../../../src/store/open-store.ts";
import { type TableName, tableNames, tables } from "../../../src/store/tables/index.ts";

/** The bytes as they are, and as they are once unpacked, in every way in which the service packs. */
function forms(bytes: Uint8Array): string[] {
  const texts = [Buffer.from(bytes).toString("latin1")];
  for (const unpack of [zstdDecompressSync, gunzipSync]) {
    try {
      texts.push(unpack(bytes).toString("latin1"));
    } catch {
      // Packed in another way, or not at all.
    }
  }
  return texts;
}

const textsIn = (value: unknown): string[] => {
  if (value instanceof Uint8Array) return forms(value);
  return [typeof value === "string" ? value : String(value)];
};

/** Where words occur in any column of any table: `table.column`. */
export async function placesInStore({ db, dialect }: Store, word: string): Promise<string[]> {
  const places = new Set<string>();
  const all = tableNames.filter((name) => dialect === "postgres" || !tables[name].postgresOnly);
  for (const table of all as TableName[]) {
    for (const row of await db.selectFrom(table).selectAll().execute()) {
      for (const [column, value] of Object.entries(row)) {
        if (textsIn(value).some((text) => text.includes(word))) places.add(`${table}.${column}`);
      }
    }
  }
  return [...places].sort();
}

/** The files in which words occur, however they are packed. */
export async function placesInFiles(folder: string, word: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
  const found: string[] = [];
  for (const { parentPath, name } of files) {
    const bytes = await readFile(join(parentPath, name));
    if (forms(bytes).some((text) => text.includes(word))) found.push(name);
  }
  return found;
}
