import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { requestRow } from "../../test/support/metering/request-row.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { closeNextDay } from "./closed-spans.ts";
import { readTagUsage } from "./tag-usage.ts";

const DAY = 86_400_000;

describeOnBothStores("usage by tag", (fresh) => {
  const metered = useMetered(fresh);

  test("usage by tag is the same from the sums of past days as from their requests, for every filter", async () => {
    const { store, clock } = metered;
    const today = Math.floor(clock.now() / DAY) * DAY;
    const tags = [null, "team-a", "nightly,team-a", "nightly"];
    const rows = Array.from({ length: 120 }, (_, n) => {
      const started_at = today - 3 * DAY + n * 3_000_000;
      return requestRow({
        request_id: crypto.randomUUID(),
        account_id: n % 5 === 0 ? "other" : "mine",
        key_id: `k${n % 2}`,
        endpoint: `/api/x/${n % 3}`,
        source: n % 3 === 0 ? "x" : "y",
        started_at,
        ended_at: started_at + 100,
        status: n % 7 === 0 ? 500 : 200,
        results: n,
        cost: n % 11,
        tags: tags[n % 4]!,
      });
    });
    await store.db.insertInto("requests").values(rows).execute();
    const filters = [
      { accountId: "mine" },
      {},
      { accountId: "mine", start: today - 2 * DAY - 7_200_000, end: today + 7_200_000 },
      { accountId: "mine", keyIds: ["k1"], sources: ["y"], endpoint: "/api/x/1", statusClass: 2 },
      { accountId: "mine", tag: "nightly" },
    ];
    const read = () => Promise.all(filters.map((filter) => readTagUsage(store.db, filter)));
    const before = await read();
    expect(before[0]).toHaveLength(3);
    expect(before[0]!.find(({ tag }) => tag === null)).toMatchObject({ requests: expect.any(Number) });
    while ((await closeNextDay(store.db, today + 2 * DAY, 10 * DAY)) !== null);
    const sums = await store.db.selectFrom("tag_days").selectAll().execute();
    expect(sums.length).toBeGreaterThan(0);
    expect(await read()).toEqual(before);
  });
});
