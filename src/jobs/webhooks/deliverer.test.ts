import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type Receiver, startReceiver } from "../../../test/support/jobs/receiver.ts";
import { useJobs } from "../../../test/support/jobs/use-jobs.ts";
import { describeOnDrawnStores } from "../../../test/support/store/stores.ts";
import type { Caller } from "../../accounts/types.ts";
import { limits } from "../../limits/limits.ts";
import type { OpenJobs } from "../open-jobs.ts";

const AT_ONCE = 200;

/** No simulated time passes here, so a receiver that hangs is waited for indefinitely. */
describeOnDrawnStores("deliveries to receivers that hang", (fresh) => {
  const bench = useJobs(fresh);
  let receiver: Receiver;
  let process: OpenJobs;

  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());
  beforeEach(async () => {
    receiver.received.length = 0;
    receiver.answer = (response, { path }) => (path.startsWith("/hang") ? undefined : response.end());
    await bench.store.db.deleteFrom("webhook_deliveries").execute();
    process = await bench.process({ webhookNetwork: receiver.network });
  });

  const listen = (caller: Caller, path: string) =>
    process.webhooks.create(caller, { url: new URL(path, receiver.url).href, events: null });
  const tell = (caller: Caller) =>
    process.publish({ event: "points.low", accountId: caller.account.id, subject: randomUUID(), data: {} });
  const received = (path: string) => receiver.received.filter((one) => one.path.startsWith(path)).length;
  const until = (holds: () => boolean) => vi.waitUntil(holds, { timeout: 20_000, interval: 2 });

  /** Deliveries of as many accounts, to addresses that hang. */
  const hang = (accounts: number, each: number, over: object = {}) =>
    bench.store.db
      .insertInto("webhook_deliveries")
      .values(
        Array.from({ length: accounts * each }, (_, at) => ({
          id: randomUUID(),
          account_id: `hostile ${at % accounts}`,
          endpoint_id: null,
          url: new URL(`/hang/${at}`, receiver.url).href,
          event: "points.low",
          subject: `${at}`,
          payload: "{}",
          status: "pending" as const,
          next_at: 0,
          created_at: bench.clock.now() + at,
          ...over,
        })),
      )
      .execute();

  test("twenty for one account leave slots for another: limits.deliveriesOfAnAccount", async () => {
    const [hostile, other] = [await bench.newCaller("free"), await bench.newCaller("free")];
    for (let at = 0; at < limits.webhooks.max; at += 1) await listen(hostile, `/hang/${at}`);
    await listen(other, "/well");
    await tell(hostile);
    await until(() => received("/hang") === AT_ONCE * limits.deliveriesOfAnAccount.max);
    for (let sent = 1; sent <= 5; sent += 1) {
      await tell(other);
      await until(() => received("/well") === sent);
    }
    expect(received("/hang")).toBe(AT_ONCE * limits.deliveriesOfAnAccount.max);
  });

  test("one receiver of an account leaves slots for its other webhooks: limits.deliveriesOfAReceiver", async () => {
    const caller = await bench.newCaller("free");
    await listen(caller, "/hang");
    for (let at = 0; at < 10; at += 1) await tell(caller);
    await until(() => received("/hang") === AT_ONCE * limits.deliveriesOfAReceiver.max);
    await listen(caller, "/well");
    await tell(caller);
    await until(() => received("/well") === 1);
    expect(received("/hang")).toBe(AT_ONCE * limits.deliveriesOfAReceiver.max);
  });

  test("accounts enough to fill every slot with receivers that hang delay another only until they are seen to hang", async () => {
    await hang(AT_ONCE, 2);
    await process.sweep();
    await until(() => received("/hang") === AT_ONCE);
    const other = await bench.newCaller("free");
    await listen(other, "/well");
    await tell(other);
    const theirs = bench.store.db.selectFrom("webhook_deliveries").where("account_id", "=", other.account.id);
    await vi.waitUntil(
      async () => (await theirs.select("announced_at").executeTakeFirst())?.announced_at != null,
      20_000,
    );
    bench.clock.advance(2_000);
    await until(() => received("/well") === 1);
    // They hang in slots of their own now: from here on nobody waits for them.
    for (let sent = 2; sent <= 20; sent += 1) {
      await tell(other);
      await until(() => received("/well") === sent);
    }
    expect(received("/hang")).toBe(AT_ONCE);
  });

  test("deliveries that did not fit are sent as slots become free", async () => {
    const caller = await bench.newCaller("free");
    const waiting: Array<() => void> = [];
    receiver.answer = (response) => void waiting.push(() => response.end());
    await listen(caller, "/hang");
    for (let at = 0; at < 8; at += 1) await tell(caller);
    await until(() => waiting.length === 5);
    waiting[2]!();
    await until(() => waiting.length === 6);
    for (const answer of waiting) answer();
    await until(() => waiting.length === 8);
    for (const answer of waiting) answer();
  });
});
