import { expect, test } from "vitest";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { openStore } from "../store/open-store.ts";
import { createPaidTraffic } from "./paid-traffic.ts";

describeOnDrawnStores("what paid routes bring", (fresh) => {
  test("what paid routes bring is summed over processes, by source and day, and forgotten the next day", async () => {
    const store = await openStore(fresh.settings());
    const [one, two] = [createPaidTraffic(store.db), createPaidTraffic(store.db)];
    expect(await one.add("shop", "2027-03-01", 0)).toBe(0);
    await Promise.all(
      Array.from({ length: 20 }, (_, nth) => (nth % 2 ? one : two).add("shop", "2027-03-01", 5_000_000_000)),
    );
    expect(await two.add("shop", "2027-03-01", 0)).toBe(100_000_000_000);
    expect(await one.add("shopping", "2027-03-01", 7)).toBe(7);
    expect(await one.add("shop", "2027-03-02", 0)).toBe(0);
    const kept = await store.db.selectFrom("store_facts").where("name", "like", "paid %").select("name").execute();
    expect(kept.map(({ name }) => name).sort()).toEqual([
      "paid bytes of shop on 2027-03-02",
      "paid bytes of shopping on 2027-03-01",
    ]);
    await store.close();
  });
});
