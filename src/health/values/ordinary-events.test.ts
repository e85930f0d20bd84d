import { expect, test } from "vitest";
import { seededRandom } from "../../../test/simulation/health/random.ts";
import type { SiteChange } from "../../../test/simulation/health/site-changes.ts";
import type { SiteRow, Word } from "../../../test/simulation/health/site-pages.ts";
import { watchedSite } from "../../../test/simulation/health/watched-site.ts";
import { drawnThird } from "../../../test/support/drawn.ts";
import { describeOnSqlite } from "../../../test/support/store/stores.ts";
import { findSource } from "../../sources/find-sources.ts";
import { UNHEARD_OF } from "./verdict.ts";

/** What shops do by themselves, everywhere at once and for days: it may be named, but is neither refused nor recalled. */
type Body = Record<string, unknown>;
const HOUR_MS = 3_600_000;
const each =
  (word: Word, value: (old: unknown) => unknown): NonNullable<SiteChange["rows"]> =>
  (rows: SiteRow[]) => {
    for (const row of rows) if (row.get(word) != null && row.get(word) !== "") row.set(word, value(row.get(word)));
    return rows;
  };
const times = (factor: number) =>
  each("number", (old) => Math.round(Number(String(old).replaceAll(",", "")) * factor * 100) / 100);
const events: Array<[name: string, rows: NonNullable<SiteChange["rows"]>]> = [
  ["a general sale", times(0.8)],
  ["hidden ratings", each("optional", () => null)],
  ["a festival's prices", times(5)],
  ["words before names", each("text", (old) => `BLACK FRIDAY: ${old}`)],
];
const shops: Array<[name: string, path: string, bodies: Body[]]> = [
  ["bizbureau", "businesses/search", ["dentist", "plumber"].map((keyword) => ({ keyword, count: 20 }))],
  ["nlretail", "products/search", ["lamp", "fiets"].map((keyword) => ({ keyword, count: 20 }))],
  ["ruretail", "products/search", ["чайник", "ноутбук"].map((query) => ({ query, count: 20 }))],
  [
    "stays",
    "hotels/search",
    ["Paris", "Rome"].map((destination) => ({ destination, count: 20, checkin: "2027-07-01", checkout: "2027-07-05" })),
  ],
];

describeOnSqlite("an ordinary event", (fresh) => {
  const cases = shops.flatMap((shop) => events.map((event) => [event[0], ...shop, event[1]] as const));
  test.each(drawnThird(cases))(
    "%s of three days at %s refuses no true answer, is nothing to recall by itself, and its end is no news",
    async (_event, name, path, bodies, rows) => {
      const store = await fresh.open();
      // What one case has taught is not known to the next.
      for (const table of ["incidents", "health_baselines"] as const) await store.db.deleteFrom(table).execute();
      const site = await watchedSite(store, await findSource(name), seededRandom(1));
      try {
        const operation = site.operationAt(path);
        const refused: unknown[] = [];
        const round = async () => {
          site.clock.ahead += HOUR_MS;
          await site.canary(operation);
          for (const body of bodies) {
            const { error } = await site.call("one", operation, body);
            if (error) refused.push(error.message);
          }
        };
        for (let hour = 0; hour < 4; hour++) await round();
        site.state.change = { name: "", where: "list", rows };
        for (let hour = 0; hour < 72; hour += 6) {
          await round();
          site.clock.ahead += 5 * HOUR_MS;
        }
        const during = (await site.health.store.incidents(0)).length;
        site.state.change = null;
        for (let hour = 0; hour < 4; hour++) await round();
        const all = await site.health.store.incidents(0);
        expect(refused).toEqual([]);
        expect(all.filter(({ details }) => UNHEARD_OF.has(details.measure!)).map(({ reason }) => reason)).toEqual([]);
        expect([all.length - during, await site.openFields()]).toEqual([0, []]);
      } finally {
        await site.close();
      }
    },
  );
});
