import { expect, test } from "vitest";
import { cellsWith, fillStore } from "../../test/support/store/filled-store.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { eraseValue } from "./erase-value.ts";
import { type TableName, tables } from "./tables/index.ts";

/** Columns of tables of nobody, and of requests, that no caller writes: ids, names of ours and what the operator typed. */
const wordsOfOurs = {
  alerts_sent: ["about", "event"],
  attempts: ["key"],
  forgotten_accounts: ["account_id"],
  health_baselines: ["operation", "state"],
  health_canaries: ["operation"],
  health_days: ["day", "operation"],
  health_overrides: ["by", "note", "source", "state"],
  oauth_clients: ["id", "name", "redirect_uris"],
  recalls: ["created_by", "field", "operation", "reason", "source"],
  requests: ["account_id", "door", "endpoint", "key_id", "plan", "request_id", "results_end", "source"],
  shared_windows: ["name"],
  sign_in_delays: ["key"],
  site_leases: ["holder", "origin"],
  site_limits: ["origin"],
  source_pauses: ["source"],
  store_facts: ["name", "value"],
  welcome_points: ["address_hash"],
};

describeOnBothStores("a store with a word in every column of every table", (fresh) => {
  test("has it, after an erasure, in no table of nobody and in no request or response but where no caller writes", async () => {
    const store = await fresh.open();
    await fillStore(store, "zweihorn", 11);
    await eraseValue(store, "zweihorn", { dryRun: false });
    // What an owner set up is the owner's to delete. A partition is named after its table.
    const isOwners = (name: TableName) => tables[name]?.of !== "nobody" && name !== "requests";
    const left = (await cellsWith(store.db, "zweihorn")).filter((cell) => !isOwners(cell.split(".")[0] as TableName));
    const expected = Object.entries(wordsOfOurs)
      .filter(([table]) => fresh.dialect === "postgres" || !tables[table as TableName].postgresOnly)
      .flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`));
    expect(left).toEqual(expected.toSorted());
  });
});
