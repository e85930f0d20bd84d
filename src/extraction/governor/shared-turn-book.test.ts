import { expect, test } from "vitest";
import { systemClock } from "../../clock.ts";
import { describeOnBothStores } from "../../store/testing/stores.ts";
import { Governor } from "./governor.ts";
import { sharedTurnBook } from "./shared-turn-book.ts";

const patient = new AbortController().signal;

describeOnBothStores("turns shared by processes", (store) => {
  test.skipIf(store.dialect === "sqlite")("two processes together have no more under way than one may", async () => {
    let under = 0;
    let most = 0;
    const processes = await Promise.all(
      [1, 2].map(async () => {
        const opened = await store.open();
        if (opened.dialect !== "postgres") throw new Error("PostgreSQL was meant");
        const book = sharedTurnBook(opened.pool);
        return new Governor("https://site.example", () => ({ concurrency: 3, perSecond: null }), book, systemClock);
      }),
    );
    await Promise.all(
      processes.flatMap((governor) =>
        Array.from({ length: 10 }, async () => {
          const turn = await governor.turn("one", patient);
          most = Math.max(most, ++under);
          await new Promise((resolve) => setImmediate(resolve));
          under--;
          turn.over({ kind: "answered", tookMs: 1 });
        }),
      ),
    );
    expect(most).toBeLessThanOrEqual(3);
    expect(most).toBeGreaterThan(0);
  });

  test.skipIf(store.dialect === "sqlite")("what the site told one process holds for the other", async () => {
    const opened = await store.open();
    if (opened.dialect !== "postgres") throw new Error("PostgreSQL was meant");
    const [one, other] = [sharedTurnBook(opened.pool), sharedTurnBook(opened.pool)];
    const allowed = { concurrency: 4, perSecond: 100 };
    expect(await one.take("https://paused.example", "a", allowed)).toBe(0);
    await one.give("https://paused.example", "a", allowed, { kind: "throttled", retryAfterMs: 60_000 });
    const waitMs = await other.take("https://paused.example", "b", allowed);
    expect(waitMs).toBeGreaterThan(50_000);
    expect(waitMs).toBeLessThanOrEqual(60_000);
  });
});
