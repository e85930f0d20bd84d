import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { acceleratedClock } from "../src/source-testing/accelerated-clock.ts";
import { copyStore } from "../src/store/copy-store.ts";
import { connectStore, openStore, type Store, type StoreSettings } from "../src/store/open-store.ts";
import { type Receiver, startReceiver } from "./support/jobs/receiver.ts";
import { startTestService, type TestService } from "./support/service.ts";
import { KILLED_SECRET, killedVersions, loadKilledStore } from "./support/store/killed-store.ts";
import { freshDatabase } from "./support/store/stores.ts";
import { sourcesFolder, toySource } from "./support/toy-folder.ts";

const PRICE = 3;
const jobRows = (store: Store) => store.db.selectFrom("jobs").selectAll();

describe.each(killedVersions)("a store that %s left when it was killed", (version) => {
  const folders: string[] = [];
  let receiver: Receiver;
  let service: TestService;
  let store: Store;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await service.close();
    await store.close();
  });
  afterAll(async () => {
    await receiver.close();
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  });

  async function empty(dialect: Store["dialect"]): Promise<StoreSettings> {
    const dataDir = await mkdtemp(join(tmpdir(), "winnow-upgrade-"));
    folders.push(dataDir);
    return { dataDir, url: dialect === "postgres" ? await freshDatabase() : "" };
  }

  /** Migrated in place, or copied into a new store if it is from before 1.0. */
  async function upgraded(dialect: Store["dialect"]): Promise<StoreSettings> {
    const killed = await empty(dialect);
    await loadKilledStore(version, killed, `http://127.0.0.1:${receiver.port}/hook`);
    if (version !== "before-1.0") return killed;
    const place = await empty(dialect);
    const stores = [connectStore(killed), await openStore(place)] as const;
    await copyStore(...stores, () => {});
    for (const one of stores) await one.close();
    return place;
  }

  /** Starts this version three minutes after the kill. */
  async function start({ dataDir, url }: StoreSettings): Promise<void> {
    store = await openStore({ dataDir, url });
    const { at } = await jobRows(store)
      .clearSelect()
      .select(({ fn }) => fn.max("created_at").as("at"))
      .executeTakeFirstOrThrow();
    receiver.received.length = 0;
    service = await startTestService({
      sourcesFolder: await sourcesFolder({ toyshelf: toySource("toyshelf") }),
      clock: acceleratedClock(20, Number(at) + 180_000),
      env: { DATA_DIR: dataDir, DATABASE_URL: url, AUTH_SECRET: KILLED_SECRET, WINNOW_PRIVATE_HOSTS: "127.0.0.1" },
    });
  }

  const batchOf = async (items: number) => {
    const { id } = await store.db
      .selectFrom("batches")
      .where("total", "=", items)
      .select("id")
      .executeTakeFirstOrThrow();
    return id;
  };

  test.each(["sqlite", "postgres"] as const)("loses and repeats no work on %s", async (dialect) => {
    await start(await upgraded(dialect));
    const { id: ada } = await store.db
      .selectFrom("people")
      .where("email", "=", "ada@people.example")
      .select("id")
      .executeTakeFirstOrThrow();
    const { secret } = await service.accounts.createKey(ada, { name: "after the upgrade" });
    const paused = await batchOf(2);
    const isPaused = await service.get(`/batches/${paused}`, secret);
    expect(isPaused.json()).toMatchObject({ status: "paused", items: { succeeded: 0 } });
    await service.post(`/batches/${paused}/resume`, {}, { key: secret });

    const open = () => jobRows(store).where("ended_at", "is", null).execute();
    // Two items of the account without points stay.
    await expect.poll(async () => (await open()).length).toBe(2);
    await expect
      .poll(
        async () =>
          (await store.db.selectFrom("jobs").where("schedule_id", "is not", null).select("id").execute()).length,
      )
      .toBe(1);
    await expect.poll(async () => (await open()).length).toBe(2);
    await expect
      .poll(() => receiver.received.map(({ body }) => JSON.parse(body).type).sort())
      .toEqual(["batch.finished", "batch.finished", ...Array(4).fill("job.succeeded")]);

    const rows = await jobRows(store).where("account_id", "=", ada).execute();
    expect(rows).toHaveLength(3 + 9 + 2 + 1);
    expect(rows.every(({ status, charged }) => status === "succeeded" && charged === PRICE)).toBe(true);
    const batch = (await service.get(`/batches/${await batchOf(9)}`, secret)).json();
    expect(batch).toMatchObject({ status: "finished", items: { succeeded: 9, failed: 0 }, charged: 9 * PRICE });
    const records = (await service.get(`/batches/${batch.id}/records`, secret)).json() as Array<{ "@line": number }>;
    expect(Map.groupBy(records, (record) => record["@line"]).size).toBe(9);
    expect(records).toHaveLength(3 + 1 + 2 + 3 + 4 + 5 + 6 + 7 + 8);

    const { points, held } = await moneyOf(ada);
    expect([points, held]).toEqual([10_000 - rows.length * PRICE, 0]);
    const requests = await store.db.selectFrom("requests").where("account_id", "=", ada).select("cost").execute();
    expect(requests.map(({ cost }) => cost)).toEqual(rows.map(() => PRICE));
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(6);

    const short = await store.db.selectFrom("batches").where("total", "=", 4).selectAll().executeTakeFirstOrThrow();
    expect(short.status).toBe("paused");
    expect(await moneyOf(short.account_id)).toEqual({ points: 7 - 2 * PRICE, held: 0 });
  });

  async function moneyOf(account: string): Promise<{ points: number; held: number }> {
    const { points } = await store.db
      .selectFrom("balances")
      .where("account_id", "=", account)
      .select("points")
      .executeTakeFirstOrThrow();
    const { held } = await store.db
      .selectFrom("api_keys")
      .where("account_id", "=", account)
      .select(({ fn }) => fn.sum<number>("held").as("held"))
      .executeTakeFirstOrThrow();
    return { points: Number(points), held: Number(held) };
  }
});
