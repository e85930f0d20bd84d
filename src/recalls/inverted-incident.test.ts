import { expect, test } from "vitest";
import { type ChargedCall, chargedSite } from "../../test/simulation/health/charged-site.ts";
import { seededRandom } from "../../test/simulation/health/random.ts";
import { siteChanges } from "../../test/simulation/health/site-changes.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { findSource } from "../sources/find-sources.ts";

const QUARTER_MS = 15 * 60_000;
const hundredfold = siteChanges.find(({ name }) => name === "numbers x 100")!;

describeOnDrawnStores("an incident whose wrong pages were the first that somebody saw", (fresh) => {
  test.each([1, 2])(
    "an incident whose wrong pages were the first that somebody saw is recalled with exactly the calls that got wrong records, each request made %i times while the site was wrong",
    async (times) => {
      const store = await fresh.open();
      for (const table of ["incidents", "health_baselines"] as const) await store.db.deleteFrom(table).execute();
      const charged = await chargedSite(store, await findSource("nlretail"), seededRandom(1));
      const { site, recalls } = charged;
      try {
        const operation = site.operationAt("products/search");
        const caller = await charged.newCaller();
        const made: ChargedCall[] = [];
        const search = async (keyword: string) => {
          const answered = await charged.call(caller, operation, { keyword, count: 20 });
          if (answered) made.push(answered);
          return answered;
        };
        const quarter = async () => {
          site.clock.ahead += QUARTER_MS;
          await site.canary(operation);
        };
        // Days after the calls of the case before.
        site.clock.ahead += times * 86_400_000;
        await site.canary(operation);
        await search("lamp");
        await quarter();
        const words = ["boek", "fiets", "tas"];
        site.state.change = hundredfold;
        // Nothing is known of these, so nothing can be said about what they get.
        for (let nth = 0; nth < times; nth++) for (const word of words) await search(word);
        await search("lamp");
        expect(await site.openFields()).toEqual(["price"]);
        site.state.change = null;
        for (let nth = 0; nth < 2; nth++) await search("lamp");
        expect(await site.openFields()).toEqual([]);
        const wrong = made.filter(({ isWrong }) => isWrong).map(({ id }) => id);
        for (let round = 0; round < 2; round++) {
          for (const word of words) expect(await search(word)).toMatchObject({ isWrong: false, warnings: [] });
          await quarter();
        }
        const incidents = await site.health.store.incidents(0);
        expect(incidents).toHaveLength(1);
        const { affected, undecided } = await recalls.plan(incidents[0]!);
        expect(affected.map(({ request_id }) => request_id).sort()).toEqual(wrong.toSorted());
        expect(undecided).toEqual([]);
        expect(wrong.length).toBeGreaterThanOrEqual(times * words.length);
      } finally {
        await charged.close();
      }
    },
  );
});
