import { copyFile, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder with an empty, migrated SQLite store: copied, because migrations take longer than most tests. */
export async function storeFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `winnow-${name}-`));
  const migrated = process.env.MIGRATED_TEST_STORE;
  if (migrated) await copyFile(migrated, join(folder, "winnow.db"));
  return folder;
}
