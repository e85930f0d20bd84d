import { existsSync } from "node:fs";
import { cp, mkdtemp, open, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome, request } from "../../test/support/metering/requests.ts";
import { describeOnBothStores, freshDatabase } from "../../test/support/store/stores.ts";
import { createAccounts } from "../accounts/accounts.ts";
import type { Caller } from "../accounts/types.ts";
import { systemClock } from "../base/clock.ts";
import { createMetering } from "../metering/metering.ts";
import { addBackup, newestBackup, restoreBackup, writeBackup } from "./backup.ts";
import { markInUse, refuseInUse, StoreInUse } from "./in-use.ts";
import { openStore, type Store } from "./open-store.ts";
import { openRootSecret, WrongSecret } from "./root-secret.ts";

/** Enough for all calls that are made during a backup, however slow the machine is. */
const POINTS = 1_000_000;

/** Charges one request, to a new account if no key is given; returns the key and the remaining points. */
async function charge(store: Store, given?: string): Promise<{ secret: string; points: number }> {
  const parts = { store, clock: systemClock, plans: openPlan(POINTS) };
  const metering = createMetering(parts);
  const accounts = createAccounts({ ...parts, metering });
  try {
    const secret = given ?? (await newKey(accounts));
    const caller = (await accounts.lookUpKey(secret, "127.0.0.1")) as Caller;
    const admission = await metering.admit(request(caller));
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

const SECRET = "the secret of this store, which is long enough";

describeOnBothStores("a backup of a running store", (fresh) => {
  let folder: string;
  let backup: string;
  let key: string;
  let charging = true;
  let calls = 0;
  let store: Store;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "winnow-backup-"));
    backup = join(folder, "backup");
    store = await fresh.open();
    key = (await charge(store)).secret;
    const service = (async () => {
      for (; charging; calls++) await charge(store, key);
    })();
    await writeBackup(fresh.settings(), SECRET, backup);
    charging = false;
    await service;
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const targets = {
    sqlite: async () => ({ dataDir: join(folder, "restored"), url: "" }),
    postgres: async () => ({ dataDir: join(folder, "beside-postgres"), url: await freshDatabase() }),
  };
  for (const [kind, target] of Object.entries(targets)) {
    test(`continues in ${kind} from one consistent moment, with its secret`, async () => {
      const to = await target();
      const sums = await restoreBackup(backup, to, "");
      expect(sums.points).toBe(POINTS - sums.charged - sums.held);
      expect(sums.charged).toBeLessThanOrEqual((calls + 1) * 10);
      expect(await readFile(join(to.dataDir, "auth-secret"), "utf8")).toBe(SECRET);
      const restored = await openStore(to);
      try {
        await openRootSecret(restored.db, { current: SECRET, old: "" });
        await expect(openRootSecret(restored.db, { current: "another", old: "" })).rejects.toThrow(WrongSecret);
        expect((await charge(restored, key)).points).toBe(sums.points - 10);
      } finally {
        await restored.close();
      }
      await expect(restoreBackup(backup, to, "")).rejects.toThrow(
        /There is a store in|is not empty|is using the store/,
      );
    });
  }

  test("a backup of a running store is not restored if its secret differs from that of the settings", async () => {
    const to = { dataDir: join(folder, "other-secret"), url: "" };
    await expect(restoreBackup(backup, to, "another secret")).rejects.toThrow(
      "AUTH_SECRET is not the one of the backup",
    );
  });

  test("a backup of a running store that is damaged or incomplete is not restored", async () => {
    const copy = join(folder, "damaged");
    await cp(backup, copy, { recursive: true });
    const to = { dataDir: join(folder, "never"), url: "" };
    const file = await open(join(copy, "winnow.db"), "r+");
    await file.write(Buffer.from([255]), 0, 1, 5_000);
    await file.close();
    await expect(restoreBackup(copy, to, "")).rejects.toThrow(
      "The backup is damaged: winnow.db does not match its checksum.",
    );
    await rm(join(copy, "manifest.json"));
    await expect(restoreBackup(copy, to, "")).rejects.toThrow("is not a complete backup");
  });

  test("a backup of a running store is one of several in a folder, of which the newest are kept and nothing else is deleted; the store knows when it was made", async () => {
    const several = join(folder, "several");
    await cp(backup, join(several, "2026-01-01"), { recursive: true });
    const began = Date.now();
    for (let nth = 0; nth < 3; nth++) await addBackup(fresh.settings(), SECRET, several, 2);
    const [kept, ...made] = (await readdir(several)).sort();
    expect([kept, made]).toEqual(["2026-01-01", [expect.any(String), expect.any(String)]]);
    await restoreBackup(join(several, made.at(-1)!), { dataDir: join(folder, "newest"), url: "" }, "");
    expect(await newestBackup(store.db)).toBeGreaterThanOrEqual(began);
  });

  test("does not overwrite another, and leaves nothing behind on failure", async () => {
    await expect(writeBackup(fresh.settings(), SECRET, backup)).rejects.toThrow("exists already: name a new folder");
    await openRootSecret(store.db, { current: SECRET, old: "" });
    const second = join(folder, "second");
    await expect(writeBackup(fresh.settings(), "another secret", second)).rejects.toThrow(WrongSecret);
    expect(existsSync(second)).toBe(false);
  });
});

describeOnBothStores("a store", (fresh) => {
  test("a store is reported as in use until its service has ended", async () => {
    const settings = fresh.settings();
    const store = await openStore(settings);
    const callOff = fresh.dialect === "sqlite" ? [1, 2].map(() => markInUse(settings.dataDir)) : [];
    await expect(refuseInUse(settings)).rejects.toThrow(StoreInUse);
    for (const end of callOff) end();
    await store.close();
    await expect.poll(() => refuseInUse(settings)).toBeUndefined();
  });
});
