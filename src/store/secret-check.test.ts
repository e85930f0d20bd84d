import { expect, test } from "vitest";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { checkSecret, forgetSecret, WrongSecret } from "./secret-check.ts";

describeOnBothStores("a store", (fresh) => {
  test("opens only with the secret it was written with, until the operator accepts a new one", async () => {
    const { db } = await fresh.open();
    await checkSecret(db, "first");
    await checkSecret(db, "first");
    await expect(checkSecret(db, "second")).rejects.toThrow(WrongSecret);
    await expect(checkSecret(db, "second")).rejects.toThrow(
      /another AUTH_SECRET.*put its file DATA_DIR\/auth-secret back/,
    );
    await forgetSecret(db);
    await checkSecret(db, "second");
    await expect(checkSecret(db, "first")).rejects.toThrow(WrongSecret);
  });

  test("stores nothing that reveals the secret or can be used as it", async () => {
    const { db } = await fresh.open();
    await forgetSecret(db);
    await checkSecret(db, "a secret to find");
    const facts = await db.selectFrom("store_facts").selectAll().execute();
    expect(JSON.stringify(facts)).not.toContain("a secret to find");
    expect(facts).toHaveLength(1);
  });
});
