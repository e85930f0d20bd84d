import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";
import type { NewKey } from "../accounts/keys.ts";
import { NEVER } from "../jobs/job-store.ts";
import { acceleratedClock } from "../source-testing/accelerated-clock.ts";
import { openStore, type Store } from "../store/open-store.ts";

const request = { shelf: "top", count: 50 };
const RUN_COST = 15;
const input = { operation: "toyshelf/things", name: "Top shelf", request, cron: "0 7 * * *", time_zone: "UTC" };

describeOnDrawnStores("the key that last changed or started work pays for it", (fresh) => {
  let service: TestService;
  let store: Store;
  beforeAll(async () => {
    const folder = await sourcesFolder({ toyshelf: toySource("toyshelf"), other: toySource("other") });
    const { url } = fresh.settings();
    service = await startTestService({
      sourcesFolder: folder,
      // What runs every few seconds runs twenty times as often.
      clock: acceleratedClock(20),
      ...(url !== "" && { env: { DATABASE_URL: url } }),
    });
    store = await openStore(service.config.database);
  });
  afterAll(async () => {
    await store.close();
    await service.close();
  });

  let accounts = 0;
  /** An account with keys of these kinds. */
  async function keysOf<const K extends Record<string, Partial<NewKey>>>(kinds: K) {
    const email = `payer-${accounts++}-${fresh.dialect}@test.example`;
    const { id } = await service.accounts.createAccount({ email, plan: "pro", points: 10_000 });
    const made = await Promise.all(
      Object.entries(kinds).map(async ([name, kind]) => {
        const { secret, key } = await service.accounts.createKey(id, { name, ...kind });
        return [name, { secret, id: key.id }] as const;
      }),
    );
    return Object.fromEntries(made) as Record<keyof K, { secret: string; id: string }>;
  }
  const post = (path: string, { secret }: { secret: string }, body: object = {}) =>
    service.post(path, body, { key: secret });
  const patch = (path: string, { secret }: { secret: string }, payload: object) =>
    service.inject({ method: "PATCH", url: path, headers: { "access-token": secret }, payload });
  const spent = async ({ id }: { id: string }) => (await service.accounts.findKey(id))!.spent;
  const ended = (path: string, { secret }: { secret: string }) =>
    expect.poll(
      async () => {
        const { status, last_run } = (await service.get(path, secret)).json();
        return last_run?.status ?? status;
      },
      { timeout: 20_000 },
    );

  test("a capped key can neither change, run nor resume what its cap does not cover, and nothing is changed", async () => {
    const { maker, capped } = await keysOf({ maker: {}, capped: { spending_cap: 1 } });
    const { id } = (await post("/schedules", maker, input)).json();
    const path = `/schedules/${id}`;
    const changed = await patch(path, capped, { request: { ...request, count: 500 } });
    expect([changed.statusCode, changed.json().detail]).toEqual([
      403,
      expect.stringMatching(/spending cap is reached: .* the cap leaves 1\. Nothing was changed\.$/),
    ]);
    for (const action of ["run", "resume"]) expect((await post(`${path}/${action}`, capped)).statusCode).toBe(403);
    expect((await service.get(path, maker.secret)).json()).toMatchObject({ request, last_run: null });
    expect(await spent(maker)).toBe(0);
  });

  test("a key that runs a schedule of another is charged for that run and the next ones", async () => {
    const { maker, runner } = await keysOf({ maker: {}, runner: { spending_cap: 2 * RUN_COST } });
    const { id } = (await post("/schedules", maker, input)).json();
    const path = `/schedules/${id}`;
    expect((await post(`${path}/run`, runner)).statusCode).toBe(200);
    await ended(path, maker).toBe("succeeded");
    expect(await spent(maker)).toBe(0);
    const first = await spent(runner);
    expect(first).toBeGreaterThan(0);
    expect((await post(`${path}/run`, maker)).statusCode).toBe(200);
    await expect.poll(() => spent(maker), { timeout: 20_000 }).toBe(first);
    expect(await spent(runner)).toBe(first);
  });

  test("a schedule stops with the key that last changed it, whoever made it", async () => {
    const { maker, changer } = await keysOf({ maker: {}, changer: {} });
    const { id } = (await post("/schedules", maker, input)).json();
    const path = `/schedules/${id}`;
    expect((await patch(path, changer, { cron: "* * * * *" })).statusCode).toBe(200);
    await service.accounts.revokeKey(changer.id);
    await store.db.updateTable("schedules").set({ next_at: 1 }).where("id", "=", id).execute();
    await ended(path, maker).toBe("failed");
    await expect
      .poll(async () => (await service.get(path, maker.secret)).json(), { timeout: 20_000 })
      .toMatchObject({ status: "paused", pause_reason: "The API key has been revoked.", spent_this_month: 0 });
    expect([await spent(maker), await spent(changer)]).toEqual([0, 0]);
    expect((await post(`${path}/resume`, maker)).json()).toMatchObject({ status: "active" });
  });

  test("the failed items of a batch are retried, and a paused one is resumed, by the key that asks for it", async () => {
    const { maker, capped, other } = await keysOf({ maker: {}, capped: { spending_cap: 1 }, other: {} });
    const batch = { operation: input.operation, requests: [request, request] };
    const { id } = (await post("/batches", maker, batch)).json();
    const path = `/batches/${id}`;
    await ended(path, maker).toBe("finished");
    const before = await spent(maker);
    await store.db.updateTable("jobs").set({ status: "failed" }).where("batch_id", "=", id).execute();
    expect((await post(`${path}/retry`, capped)).statusCode).toBe(403);
    expect((await post(`${path}/retry`, other)).statusCode).toBe(200);
    await ended(path, maker).toBe("finished");
    expect([await spent(maker), await spent(other)]).toEqual([before, before]);

    // With an item that waits: upkeep finishes a batch that has none.
    const waiting = { status: "queued", run_after: NEVER, ended_at: null } as const;
    await store.db.updateTable("jobs").set(waiting).where("batch_id", "=", id).execute();
    await store.db.updateTable("batches").set({ status: "paused", ended_at: null }).where("id", "=", id).execute();
    expect((await post(`${path}/resume`, capped)).statusCode).toBe(403);
    expect((await post(`${path}/resume`, maker)).statusCode).toBe(200);
    const { key_id } = await store.db
      .selectFrom("batches")
      .where("id", "=", id)
      .select("key_id")
      .executeTakeFirstOrThrow();
    expect(key_id).toBe(maker.id);
  });

  test("a key whose sources were narrowed pays for nothing beyond them", async () => {
    const { maker, narrowed } = await keysOf({ maker: {}, narrowed: { sources: ["toyshelf", "other"] } });
    const { id } = (await post("/schedules", narrowed, input)).json();
    const path = `/schedules/${id}`;
    await service.accounts.changeKey(narrowed.id, { sources: ["other"] });
    expect((await post(`${path}/run`, narrowed)).statusCode).toBe(403);
    await store.db.updateTable("schedules").set({ next_at: 1 }).where("id", "=", id).execute();
    await expect
      .poll(async () => (await service.get(path, maker.secret)).json(), { timeout: 20_000 })
      .toMatchObject({ status: "paused", pause_reason: expect.stringContaining("may not use toyshelf") });
    expect(await spent(narrowed)).toBe(0);
  });

  test("a link to results ends with the key that made it", async () => {
    const { maker, sharer } = await keysOf({ maker: {}, sharer: {} });
    const job = await service.post("/api/toyshelf/things", request, {
      key: maker.secret,
      headers: { prefer: "respond-async" },
    });
    const { id } = job.json();
    await ended(`/jobs/${id}`, maker).toBe("succeeded");
    const openBy = async (key: { secret: string }) =>
      new URL((await post(`/jobs/${id}/link`, key)).json().url).pathname;
    const [own, shared] = [await openBy(maker), await openBy(sharer)];
    const statuses = async () => [(await service.get(own)).statusCode, (await service.get(shared)).statusCode];
    expect(await statuses()).toEqual([200, 200]);
    await service.accounts.revokeKey(sharer.id);
    expect(await statuses()).toEqual([200, 404]);
  });
});
