import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import type { StoreSettings } from "../../../src/store/open-store.ts";

/**
 * Stores that earlier versions left when they were killed with -9 in the middle of their work: `before-1.0` by commit
 * 7eb8d31e, `1.0.0-rc.1` by the last commit before pg-boss. Of one account: a job that has ended and whose webhook could not
 * be reached, one that runs, one that waits, a batch of nine that runs, one that is paused, and a schedule that is due two
 * minutes later. Of another one: a batch that costs more points than it has.
 */
export const killedVersions = ["before-1.0", "1.0.0-rc.1"] as const;

/** The secret that signs and seals in these stores. */
export const KILLED_SECRET = "the secret of the old store, 32+ characters";

/** Where their webhook was; nobody listens there. */
const RECEIVER = "http://127.0.0.1:9/hook";

/** Puts such a store into an empty place. Its webhook is at another address. */
export async function loadKilledStore(
  version: (typeof killedVersions)[number],
  { dataDir, url }: StoreSettings,
  receiver: string,
): Promise<void> {
  const kind = url === "" ? "sqlite" : "postgres";
  const file = new URL(`./killed/${version}.${kind}.sql`, import.meta.url);
  const statements = readFileSync(file, "utf8").replaceAll(RECEIVER, receiver);
  if (url === "") {
    const db = new DatabaseSync(join(dataDir, "winnow.db"));
    db.exec(statements);
    return db.close();
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Functions come before the tables that they name.
  await client.query(`set check_function_bodies = off; ${statements}`);
  await client.end();
}
