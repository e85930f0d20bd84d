import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPlan } from "../../../test/support/metering/open-plan.ts";
import { request } from "../../../test/support/metering/requests.ts";
import { createAccounts } from "../../accounts/accounts.ts";
import type { Caller } from "../../accounts/types.ts";
import { systemClock } from "../../base/clock.ts";
import { openStore, type SqliteStore } from "../../store/open-store.ts";
import { openSqlite } from "../../store/sqlite-connection.ts";
import { createMetering } from "../metering.ts";

let dataDir: string;
let store: SqliteStore;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "winnow-locked-"));
  store = (await openStore({ dataDir, url: "" })) as SqliteStore;
});
afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true });
});

test("calls made while another program has locked the file get an error within seconds, together, and the next is admitted", async () => {
  const parts = { store, clock: systemClock, plans: openPlan(1_000) };
  const metering = createMetering(parts);
  const accounts = createAccounts({ ...parts, metering });
  const { id } = await accounts.createAccount({ email: "locked@people.example" });
  const { secret } = await accounts.createKey(id, { name: "key" });
  const caller = (await accounts.lookUpKey(secret, "127.0.0.1")) as Caller;
  const other = openSqlite(store.path);
  other.exec("begin immediate");
  // The lock is released only after all of them have their error.
  const refused = await Promise.allSettled(Array.from({ length: 5 }, () => metering.admit(request(caller))));
  expect(refused.map((one) => one.status === "rejected" && one.reason.code)).toEqual(Array(5).fill("unavailable"));
  other.exec("rollback");
  other.close();
  expect(await metering.admit(request(caller))).toMatchObject({ kind: "admitted" });
  accounts.close();
  await metering.close();
});
