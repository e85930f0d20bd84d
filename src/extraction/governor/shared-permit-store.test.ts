import { expect, test } from "vitest";
import { systemClock } from "../../clock.ts";
import { describeOnBothStores } from "../../store/testing/stores.ts";
import { Governor } from "./governor.ts";
import { sharedPermitStore } from "./shared-permit-store.ts";

const patient = new AbortController().signal;

describeOnBothStores("permits shared by processes", (store) => {
  test.skipIf(store.dialect === "sqlite")("two processes together have no more in flight than one may", async () => {
    let under = 0;
    let most = 0;
    const processes = await Promise.all(
      [1, 2].map(async () => {
        const opened = await store.open();
        if (opened.dialect !== "postgres") throw new Error("PostgreSQL was meant");
        const permits = sharedPermitStore(opened.pool);
        return new Governor("https://site.example", () => ({ concurrency: 3, perSecond: null }), permits, systemClock);
      }),
    );
    await Promise.all(
      processes.flatMap((governor) =>
        Array.from({ length: 10 }, async () => {
          const permit = await governor.acquire("one", patient);
          most = Math.max(most, ++under);
          await new Promise((resolve) => setImmediate(resolve));
          under--;
          permit.release({ kind: "answered", tookMs: 1 });
        }),
      ),
    );
    expect(most).toBeLessThanOrEqual(3);
    expect(most).toBeGreaterThan(0);
  });

  test.skipIf(store.dialect === "sqlite")("what the site told one process holds for the other", async () => {
    const opened = await store.open();
    if (opened.dialect !== "postgres") throw new Error("PostgreSQL was meant");
    const [one, other] = [sharedPermitStore(opened.pool), sharedPermitStore(opened.pool)];
    const allowed = { concurrency: 4, perSecond: 100 };
    expect(await one.acquire("https://paused.example", "a", allowed)).toBe(0);
    await one.release("https://paused.example", "a", allowed, { kind: "throttled", retryAfterMs: 60_000 });
    const waitMs = await other.acquire("https://paused.example", "b", allowed);
    expect(waitMs).toBeGreaterThan(50_000);
    expect(waitMs).toBeLessThanOrEqual(60_000);
  });
});
