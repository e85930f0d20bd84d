import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { createEndingTools } from "../jobs/ending-tools.ts";
import { NEVER } from "../jobs/job-store.ts";
import { createDelegatedAccess } from "./delegated-access.ts";

describeOnBothStores("what a password reset stops", (fresh) => {
  const metered = useMetered(fresh);
  const access = () => {
    const { store, clock } = metered;
    return createDelegatedAccess({ store, clock, ...createEndingTools(store, clock, "a secret of the tests") });
  };

  /** An account with one of everything that acts by itself. */
  async function busyAccount(email: string) {
    const { store, clock, accounts } = metered;
    const { id } = await accounts.createAccount({ email });
    const { key } = await accounts.createKey(id, { name: "k" });
    const now = clock.now();
    const about = { account_id: id, key_id: key.id, source: "s", endpoint: "/api/s/x", created_at: now };
    await store.db
      .insertInto("batches")
      .values({ ...about, id: `b ${id}`, status: "running", total: 1, cost_at_most: 1, webhook: "https://x.example" })
      .execute();
    const job = { ...about, params: "{}", timeout: 1, status: "queued", priority: 0, run_after: now };
    await store.db
      .insertInto("jobs")
      .values([
        { ...job, id: `i ${id}`, batch_id: `b ${id}`, line: 1, webhook: null },
        { ...job, id: `j ${id}`, batch_id: null, line: null, webhook: "https://x.example" },
      ] as never)
      .execute();
    const delivery = { account_id: id, endpoint_id: null, url: `https://x.example/${id}`, event: "e", subject: id };
    await store.db
      .insertInto("webhook_deliveries")
      .values({
        ...delivery,
        id: `d ${id}`,
        about: `j ${id}`,
        payload: "{}",
        status: "pending",
        next_at: now,
        created_at: now,
      })
      .execute();
    return id;
  }

  const rows = async (id: string) => {
    const { db } = metered.store;
    const [batch, jobs, delivery, account] = await Promise.all([
      db.selectFrom("batches").where("account_id", "=", id).select(["status", "webhook"]).executeTakeFirstOrThrow(),
      db.selectFrom("jobs").where("account_id", "=", id).orderBy("id").select(["run_after", "webhook"]).execute(),
      db.selectFrom("webhook_deliveries").where("account_id", "=", id).select("status").executeTakeFirstOrThrow(),
      db.selectFrom("accounts").where("id", "=", id).select("webhook_secret_no").executeTakeFirstOrThrow(),
    ]);
    return { batch, waits: jobs[0]!.run_after, reported: jobs[1]!.webhook, delivery: delivery.status, ...account };
  };

  test("stops batches, pending deliveries, addresses named by jobs, and the account's signing secret; another account's stay", async () => {
    const [mine, other] = [await busyAccount("mine@people.example"), await busyAccount("other@people.example")];
    const before = await rows(other);
    const stopped = await access().stop(mine, { keys: true });
    expect(stopped.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      "api_key ended",
      "batch stopped",
      "job active",
    ]);
    expect(await rows(mine)).toEqual({
      batch: { status: "paused", webhook: null },
      waits: NEVER,
      reported: null,
      delivery: "failed",
      webhook_secret_no: 1,
    });
    expect(await rows(other)).toEqual(before);
    expect(before).toMatchObject({ batch: { status: "running" }, delivery: "pending", webhook_secret_no: 0 });
  });
});
