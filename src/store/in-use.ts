import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { FixableError } from "../base/fixable-error.ts";
import type { StoreSettings } from "./open-store.ts";

/** A service is using a store that the caller needs exclusively. */
export class StoreInUse extends FixableError {
  constructor(place: string) {
    super(`A service is using the store in ${place}: stop it first, then run this again.`);
    this.name = "StoreInUse";
  }
}

const lockIn = (dataDir: string): DatabaseSync => new DatabaseSync(join(dataDir, "in-use.lock"), { timeout: 0 });

/** Marks an embedded store as in use, until the returned function is called or the process ends in any way. */
export function markInUse(dataDir: string): () => void {
  const lock = lockIn(dataDir);
  // Any number of processes share this SQLite lock; only an exclusive one conflicts.
  lock.exec("create table if not exists lock (id integer); begin; select * from lock");
  return () => lock.close();
}

/** Throws if a service is using the store. PostgreSQL reports who is connected as the same user. */
export async function refuseInUse({ dataDir, url }: StoreSettings): Promise<void> {
  if (url === "" ? isMarked(dataDir) : await hasOthers(url))
    throw new StoreInUse(url === "" ? dataDir : "DATABASE_URL");
}

function isMarked(dataDir: string): boolean {
  const lock = lockIn(dataDir);
  try {
    lock.exec("begin exclusive");
    return false;
  } catch {
    return true;
  } finally {
    lock.close();
  }
}

async function hasOthers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`select 1 from pg_stat_activity where datname = current_database()
      and usename = current_user and backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`);
    return rows.length > 0;
  } finally {
    await client.end();
  }
}
