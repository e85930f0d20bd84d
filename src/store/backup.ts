import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { computeSums, copyStore, type Sums } from "./copy-store.ts";
import { CopyFailed } from "./former-store.ts";
import { refuseInUse } from "./in-use.ts";
import { connectStore, openStore, type Store, type StoreSettings, whileOpen } from "./open-store.ts";
import { longRunning } from "./postgres-settings.ts";
import { keepPrivate } from "./private-folder.ts";
import { openRootSecret } from "./root-secret.ts";
import { putRow } from "./row-changes.ts";
import { openSqlite } from "./sqlite-connection.ts";

const STORE = "winnow.db";
const SECRET = "auth-secret";
const MANIFEST = "manifest.json";

interface Manifest {
  made_at: string;
  sums: Sums;
  /** SHA-256 of each file. */
  files: Record<string, string>;
}

/**
 * Everything a service needs to continue elsewhere, in one folder: the store of either kind as an SQLite file, its secret,
 * and a manifest with checksums and the totals of points. The service may be running: the copy is a consistent snapshot.
 */
export async function writeBackup(from: StoreSettings, secret: string, folder: string): Promise<Sums> {
  if (existsSync(folder)) throw new CopyFailed(`${folder} exists already: name a new folder.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const sums = await copyInto(from, folder, secret);
    await writeFile(join(folder, SECRET), secret, { mode: 0o600 });
    const files = Object.fromEntries(
      await Promise.all([STORE, SECRET].map(async (name) => [name, await checksumOf(join(folder, name))] as const)),
    );
    const manifest: Manifest = { made_at: new Date().toISOString(), sums, files };
    await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    await whileOpen(connectStore(from), ({ db }) =>
      putRow(db, "store_facts", { name: NEWEST }, { value: String(Date.parse(manifest.made_at)) }),
    );
    return sums;
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}

const NEWEST = "newest backup";

/** When the newest backup of the store was made; null if none was. */
export async function newestBackup(db: Store["db"]): Promise<number | null> {
  const fact = await db.selectFrom("store_facts").where("name", "=", NEWEST).select("value").executeTakeFirst();
  return fact ? Number(fact.value) : null;
}

/** Writes a backup to a folder named by the time, inside the given one, and deletes all complete ones but the newest. */
export async function addBackup(from: StoreSettings, secret: string, folder: string, keep: number): Promise<Sums> {
  const name = new Date().toISOString().replaceAll(":", "-");
  const sums = await writeBackup(from, secret, join(folder, name));
  const isOfThese = (one: string) => /^\d{4}-\d\d-\d\dT/.test(one) && existsSync(join(folder, one, MANIFEST));
  const complete = (await readdir(folder)).filter(isOfThese).sort();
  for (const old of complete.slice(0, -keep)) await rm(join(folder, old), { recursive: true });
  return sums;
}

async function copyInto(from: StoreSettings, folder: string, secret: string): Promise<Sums> {
  if (from.url === "") {
    const db = openSqlite(join(from.dataDir, STORE), { readOnly: true });
    db.prepare("vacuum into ?").run(join(folder, STORE));
    db.close();
  }
  return whileOpen(await openStore({ dataDir: folder, url: "" }), async (copy) => {
    if (from.url !== "")
      await whileOpen(connectStore({ ...from, ...longRunning }), (store) => copyStore(store, copy, () => secret));
    await openRootSecret(copy.db, { current: secret, old: "" });
    return computeSums(copy.db);
  });
}

/** Restores a backup into an empty store of either kind. `given` is the AUTH_SECRET of the settings, or empty. */
export async function restoreBackup(folder: string, to: StoreSettings, given: string): Promise<Sums> {
  const { sums } = await readManifest(folder);
  const secret = await readFile(join(folder, SECRET), "utf8");
  if (given !== "" && given !== secret) {
    throw new CopyFailed(
      `AUTH_SECRET is not the one of the backup, which is in ${join(folder, SECRET)}: set that one.`,
    );
  }
  keepPrivate(to.dataDir);
  await refuseInUse(to);
  const target = join(to.dataDir, STORE);
  const secretFile = join(to.dataDir, SECRET);
  if (to.url === "" && existsSync(target))
    throw new CopyFailed(`There is a store in ${to.dataDir}: move it away first.`);
  if (given === "" && existsSync(secretFile) && (await readFile(secretFile, "utf8")) !== secret) {
    throw new CopyFailed(`${secretFile} is not the backup's: move it away first.`);
  }
  if (to.url === "") await copyFile(join(folder, STORE), target);
  if (given === "") await writeFile(secretFile, secret, { mode: 0o600 });
  return whileOpen(await openStore({ ...to, ...longRunning }), async (store) => {
    if (to.url !== "") await copyFromFile(join(folder, STORE), store, secret);
    const found = await computeSums(store.db);
    if (JSON.stringify(found) !== JSON.stringify(sums)) {
      throw new CopyFailed(`The sums differ: ${JSON.stringify(sums)} became ${JSON.stringify(found)}.`);
    }
    await openRootSecret(store.db, { current: secret, old: "" });
    return found;
  });
}

/** Opens a copy: opening changes the file, and the backup must keep its checksum. */
async function copyFromFile(file: string, to: Store, secret: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "winnow-restore-"));
  try {
    await copyFile(file, join(dataDir, STORE));
    await chmod(join(dataDir, STORE), 0o600);
    await whileOpen(connectStore({ dataDir, url: "" }), (from) => copyStore(from, to, () => secret));
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), "utf8").catch(() => {
    throw new CopyFailed(`${folder} is not a complete backup: it has no ${MANIFEST}.`);
  });
  const manifest: Manifest = JSON.parse(text);
  for (const [name, checksum] of Object.entries(manifest.files)) {
    const found = await checksumOf(join(folder, name)).catch(() => null);
    if (found !== checksum) throw new CopyFailed(`The backup is damaged: ${name} does not match its checksum.`);
  }
  return manifest;
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
