import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome, request } from "../../test/support/metering/requests.ts";
import { ensureProgram, postgres } from "../../test/support/programs.ts";
import { freshDatabase } from "../../test/support/store/stores.ts";
import { createAccounts } from "../accounts/accounts.ts";
import type { KeyHolder } from "../accounts/types.ts";
import { systemClock } from "../base/clock.ts";
import { createMetering } from "../metering/metering.ts";
import { sumsOf } from "./copy-store.ts";
import { openStore, type Store, type StoreSettings } from "./open-store.ts";
import { openSqlite } from "./sqlite-connection.ts";

const run = promisify(execFile);

/** Charges one request, of a new account where no key is given; the key, and the points that are left. */
async function charge(store: Store, given?: string): Promise<{ secret: string; points: number }> {
  const parts = { store, clock: systemClock, plans: openPlan(1_000) };
  const metering = createMetering(parts);
  const accounts = createAccounts({ ...parts, metering });
  try {
    const secret = given ?? (await newKey(accounts));
    const holder = (await accounts.lookUpKey(secret, "127.0.0.1")) as KeyHolder;
    const admission = await metering.admit(request(holder));
    if (admission.kind !== "admitted") throw new Error(admission.kind);
    return { secret, points: (await metering.settle(admission.hold, outcome())).points };
  } finally {
    accounts.close();
    await metering.close();
  }
}

async function newKey(accounts: ReturnType<typeof createAccounts>): Promise<string> {
  const { id } = await accounts.createAccount({ email: "kept@people.example" });
  return (await accounts.createKey(id, { name: "key" })).secret;
}

describe("a backup that is restored", () => {
  const folders: string[] = [];
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  async function check(from: StoreSettings, copy: (store: Store) => Promise<StoreSettings>): Promise<void> {
    const store = await openStore(from);
    const { secret } = await charge(store);
    const before = await sumsOf(store.db);
    const restored = await openStore(await copy(store));
    expect(await sumsOf(restored.db)).toEqual(before);
    expect((await charge(restored, secret)).points).toBe(980);
    await store.close();
    await restored.close();
  }

  test("VACUUM INTO of a running SQLite store goes on where it was", async () => {
    const folder = await mkdtemp(join(tmpdir(), "winnow-restore-"));
    folders.push(folder);
    await check({ dataDir: join(folder, "old"), url: "" }, async () => {
      await mkdir(join(folder, "new"));
      const db = openSqlite(join(folder, "old", "winnow.db"));
      db.exec(`vacuum into '${join(folder, "new", "winnow.db")}'`);
      db.close();
      return { dataDir: join(folder, "new"), url: "" };
    });
  });

  test("pg_dump of a running PostgreSQL store goes on where it was", async () => {
    const [bin, from, to] = await Promise.all([ensureProgram(postgres), freshDatabase(), freshDatabase()]);
    const folder = await mkdtemp(join(tmpdir(), "winnow-restore-"));
    folders.push(folder);
    const dump = join(folder, "winnow.dump");
    await check({ dataDir: "", url: from }, async () => {
      await run(join(bin, "pg_dump"), ["-Fc", "-f", dump, from]);
      await run(join(bin, "pg_restore"), ["-d", to, dump]);
      return { dataDir: "", url: to };
    });
  });
});
