import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StoreSettings } from "../../src/store/open-store.ts";
import { type Cluster, startCluster } from "../../test/support/store/postgres-cluster.ts";

interface Stores {
  /** "sqlite", "postgres" or "both". */
  store?: string;
  /** Whether PostgreSQL waits for the disk. */
  fsync: boolean;
}

type Use = (name: "SQLite" | "PostgreSQL", settings: StoreSettings) => Promise<void>;

/** Runs `use` on an empty store of each kind, one after the other, and removes the stores afterwards. */
export async function onStores({ store = "both", fsync }: Stores, use: Use): Promise<void> {
  if (store !== "postgres") await inFolder((dataDir) => use("SQLite", { dataDir, url: "" }));
  if (store !== "sqlite") await onPostgres(fsync, (settings) => use("PostgreSQL", settings));
}

/** Runs `use` on an empty PostgreSQL, which is stopped and removed afterwards. */
export const onPostgres = <Result>(
  fsync: boolean,
  use: (settings: StoreSettings) => Promise<Result>,
): Promise<Result> =>
  withCluster(fsync, (cluster) => inFolder((dataDir) => use({ dataDir, url: cluster.url("postgres") })));

export async function withCluster<Result>(fsync: boolean, use: (cluster: Cluster) => Promise<Result>): Promise<Result> {
  const cluster = await startCluster({ fsync });
  try {
    return await use(cluster);
  } finally {
    await cluster.stop();
  }
}

/** Runs `use` with a temporary folder. */
export async function inFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "winnow-script-"));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
