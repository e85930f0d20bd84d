import { sql } from "kysely";
import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { createMetering } from "./metering.ts";

const DAY_MS = 86_400_000;
const answer = { status: 200, headers: {}, body: Buffer.from("[]") };

describeOnBothStores("maintenance", (fresh) => {
  const metered = useMetered(fresh, openPlan(100_000));
  const count = async (table: "answers" | "idempotency" | "requests") => {
    const rows = await metered.store.db.selectFrom(table).selectAll().execute();
    return rows.length;
  };

  test("each row is deleted when it expires: keys after a day, responses after seven, history after 90", async () => {
    const { metering, newCaller, hold, clock } = metered;
    const caller = await newCaller();
    const repeated = { key: "order-1", digest: "digest" };
    await metering.settle(await hold(caller, { idempotency: repeated }), outcome({ answer }));
    await metering.settle(await hold(caller), outcome({ answer }));
    await metering.settle(await hold(caller), outcome());
    // Read back, so that background writes are complete.
    expect(await metering.answerOf(caller.account.id, "nobody")).toBeNull();
    await expect.poll(() => count("answers")).toBe(2);
    const left = async () => [await count("idempotency"), await count("answers"), await count("requests")];
    const deleted = async (ms: number) => {
      clock.advance(ms);
      return [await metering.maintenance.deleteOld(), ...(await left())];
    };
    expect(await left()).toEqual([1, 2, 3]);
    expect(await deleted(DAY_MS - 1)).toEqual([0, 1, 2, 3]);
    expect(await deleted(1)).toEqual([1, 0, 2, 3]);
    expect(await deleted(6 * DAY_MS - 1)).toEqual([0, 0, 2, 3]);
    expect(await deleted(1)).toEqual([2, 0, 0, 3]);
    // To the day, and not a millisecond earlier.
    expect(await deleted(83 * DAY_MS)).toEqual([0, 0, 0, 3]);
    // The newest row stays, so that its number is not reused.
    expect(await deleted(1)).toEqual([2, 0, 0, 1]);
  });

  test("the call log expires after seven days; evidence, lookups and shared windows at their end; all are counted", async () => {
    const { clock, metering, store } = metered;
    const { db } = store;
    const now = clock.now() + 10 * DAY_MS;
    clock.set(now);
    while ((await metering.maintenance.deleteOld()) > 0);
    const logged = (request_id: string, started_at: number) => ({
      request_id,
      account_id: "a",
      key_id: "k",
      endpoint: "/api/x",
      source: "x",
      door: "http",
      kind: "refused",
      started_at,
      ended_at: started_at,
      status: 429,
      error_code: null,
      error_text: null,
      address: "",
      body: null,
      headers_in: "{}",
      headers_out: "{}",
      steps: "[]",
      skipped: 0,
    });
    const week = now - 7 * DAY_MS;
    await db
      .insertInto("call_log")
      .values([logged("old", week - 1), logged("young", week)])
      .execute();
    const warc = Buffer.from("x");
    const ending = [now, now + 1];
    await db
      .insertInto("evidence")
      .values(
        ending.map((expires_at) => ({
          account_id: "a",
          request_id: String(expires_at),
          source: "x",
          warc,
          expires_at,
        })),
      )
      .execute();
    const lookup = { source: "x", headers: "{}", body: warc, results: 1, warc: null, asked_at: 1 };
    await db
      .insertInto("lookup_answers")
      .values(ending.map((expires_at) => ({ ...lookup, key: String(expires_at), expires_at })))
      .execute();
    await db
      .insertInto("shared_windows")
      .values(ending.map((ends_at) => ({ name: String(ends_at), start: 1, used: 1, ends_at })))
      .execute();
    expect(await metering.maintenance.deleteOld()).toBe(4);
    const left = await Promise.all([
      db.selectFrom("call_log").select("request_id as name").execute(),
      db.selectFrom("evidence").select("request_id as name").execute(),
      db.selectFrom("lookup_answers").select("key as name").execute(),
      db.selectFrom("shared_windows").select("name").execute(),
    ]);
    expect(left.map((rows) => rows.map(({ name }) => name))).toEqual([
      ["young"],
      [String(now + 1)],
      [String(now + 1)],
      [String(now + 1)],
    ]);
    expect(await metering.maintenance.deleteOld()).toBe(0);
  });

  test("a request that has not ended is not deleted, however old", async () => {
    const { metering, newCaller, hold, clock } = metered;
    const caller = await newCaller();
    await hold(caller, { timeoutSeconds: 100 * 86_400 });
    await metering.settle(await hold(caller), outcome());
    await metering.settle(await hold(caller), outcome());
    clock.advance(91 * DAY_MS);
    await metering.maintenance.deleteOld();
    const open = await metered.store.db.selectFrom("requests").where("ended_at", "is", null).selectAll().execute();
    expect(open).toHaveLength(1);
  });

  test("once started it runs every five seconds until it is stopped", async () => {
    const { metering, newCaller, hold, clock } = metered;
    const caller = await newCaller();
    const points = async () => (await metering.peek(caller)).points;
    const before = await points();
    const errors: unknown[] = [];
    metering.maintenance.start((error) => errors.push(error));
    const fiveSecondsOn = () => {
      clock.advance(5_000);
      return points();
    };
    for (let hour = 0; hour < 2; hour++) {
      await hold(caller, { timeoutSeconds: 1 });
      expect(await points()).toBe(before - 20);
      clock.advance(3_600_000);
      await expect.poll(fiveSecondsOn).toBe(before);
    }
    await metering.maintenance.close();
    await hold(caller, { timeoutSeconds: 1 });
    clock.advance(3_600_000);
    for (let round = 0; round < 5; round++) expect(await fiveSecondsOn()).toBe(before - 20);
    // It does not know whether the store answered meanwhile.
    expect(await metering.maintenance.expireHolds()).toBe(0);
    expect(errors).toEqual([]);
  });

  test("closing waits for the round in flight, so that its dependencies may be closed afterwards", async () => {
    const { store, clock, newCaller, hold } = metered;
    const metering = createMetering({ store, clock, plans: openPlan(100_000) });
    await hold(await newCaller(), { timeoutSeconds: 1 });
    clock.advance(3_600_000);
    const errors: unknown[] = [];
    metering.maintenance.start((error) => errors.push(error));
    const closing = await store.db.transaction().execute(async (trx) => {
      if (store.dialect === "postgres") await sql`lock table requests in access exclusive mode`.execute(trx);
      clock.advance(5_000);
      return { closed: metering.close() };
    });
    await closing.closed;
    expect(errors).toEqual([]);
    const open = await store.db.selectFrom("requests").where("ended_at", "is", null).selectAll().execute();
    expect(open.filter(({ expires_at }) => Number(expires_at) <= clock.now())).toEqual([]);
  });
});
