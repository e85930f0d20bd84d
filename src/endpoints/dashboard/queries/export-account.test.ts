import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { fillStore } from "../../../../test/support/store/filled-store.ts";
import { describeOnDrawnStores } from "../../../../test/support/store/stores.ts";
import { ownedTables } from "../../../store/ownership.ts";
import { columns } from "../../../store/tables/index.ts";
import { exportAccount } from "./export-account.ts";

describeOnDrawnStores("the export of an account", (fresh) => {
  test("has every column of every table with its rows, but for credentials, and nothing of another account", async () => {
    const store = await fresh.open();
    await fillStore(store, "ada", 11);
    await fillStore(store, "bob", 22);
    const bytes = Buffer.concat(await Array.fromAsync(exportAccount(store, "ada") as AsyncIterable<Buffer>));
    const text = gunzipSync(bytes).toString();
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { table: string; row: object });
    const expected = ownedTables.map(({ name, secrets = [] }) => [
      name,
      Object.keys(columns[name]).filter((column) => !secrets.includes(column)),
    ]);
    expect(lines.map(({ table, row }) => [table, Object.keys(row)])).toEqual(expected);
    expect(text).not.toContain("bob");
    expect(text).toContain('["ada answers body"]');
  });

  test("the export of an account that fails half-way is an error to its reader, not a file that ends or never ends", async () => {
    const store = await openedAndClosed();
    await expect(Array.fromAsync(exportAccount(store, "ada") as AsyncIterable<Buffer>)).rejects.toThrow();
  });

  async function openedAndClosed() {
    const store = await fresh.open();
    await store.close();
    return store;
  }
});
