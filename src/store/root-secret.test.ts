import { expect, test } from "vitest";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { forgetSecret, openRootSecret, refuseWrongSecret, WrongSecret } from "./root-secret.ts";

describeOnBothStores("the root secret of a store", (fresh) => {
  const secrets = (current: string, old = "") => ({ current, old });

  test("opens with AUTH_SECRET alone, until the operator accepts a new one", async () => {
    const { db } = await fresh.open();
    await forgetSecret(db);
    const root = await openRootSecret(db, secrets("first"));
    expect(await openRootSecret(db, secrets("first"))).toBe(root);
    await expect(openRootSecret(db, secrets("second"))).rejects.toThrow(WrongSecret);
    await expect(refuseWrongSecret(db, secrets("second"))).rejects.toThrow(/another AUTH_SECRET.*AUTH_SECRET_OLD/);
    await forgetSecret(db);
    expect(await openRootSecret(db, secrets("second"))).not.toBe(root);
    await expect(openRootSecret(db, secrets("first"))).rejects.toThrow(WrongSecret);
  });

  test("stays the same when AUTH_SECRET changes beside AUTH_SECRET_OLD, and the old one no longer opens it", async () => {
    const { db } = await fresh.open();
    await forgetSecret(db);
    const root = await openRootSecret(db, secrets("first"));
    const both = await Promise.all([1, 2, 3].map(() => openRootSecret(db, secrets("second", "first"))));
    expect(both).toEqual([root, root, root]);
    expect(await openRootSecret(db, secrets("second"))).toBe(root);
    await expect(openRootSecret(db, secrets("first"))).rejects.toThrow(WrongSecret);
  });

  test("the root secret of a store is the same for processes that start together on a new store", async () => {
    const { db } = await fresh.open();
    await forgetSecret(db);
    const made = await Promise.all([1, 2, 3, 4].map(() => openRootSecret(db, secrets("first"))));
    expect(new Set(made).size).toBe(1);
  });

  test("the root secret of a store is stored sealed, beside nothing that reveals AUTH_SECRET", async () => {
    const { db } = await fresh.open();
    await forgetSecret(db);
    const root = await openRootSecret(db, secrets("a secret to find"));
    const facts = JSON.stringify(await db.selectFrom("store_facts").selectAll().execute());
    expect(facts).not.toContain("a secret to find");
    expect(facts).not.toContain(root);
  });
});
