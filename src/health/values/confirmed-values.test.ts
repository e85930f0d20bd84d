import { afterEach, expect, test } from "vitest";
import { seededRandom } from "../../../test/simulation/health/random.ts";
import { type SiteChange, siteChanges } from "../../../test/simulation/health/site-changes.ts";
import { watchedSite } from "../../../test/simulation/health/watched-site.ts";
import { drawnThird } from "../../../test/support/drawn.ts";
import { describeOnSqlite } from "../../../test/support/store/stores.ts";
import { findSource } from "../../sources/find-sources.ts";

/** Only what was confirmed is a reference: what a request shows first, or once, neither accuses nor acquits. */
type Body = Record<string, unknown>;
type Json = Record<string, unknown>;
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const changeNamed = (name: string) => siteChanges.find((one) => one.name === name)!;
const hundredfold = changeNamed("numbers x 100");
const search = (keyword: string): Body => ({ keyword, count: 20 });

describeOnSqlite("a reference", (fresh) => {
  const closing: Array<() => Promise<void>> = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    const { db } = await fresh.open();
    // What one test has taught is not known to the next.
    for (const table of ["incidents", "health_baselines"] as const) await db.deleteFrom(table).execute();
  });

  async function openSite(name: string, path: string) {
    const store = await fresh.open();
    const site = await watchedSite(store, await findSource(name), seededRandom(1));
    closing.push(() => site.close());
    const operation = site.operationAt(path);
    return {
      site,
      reasons: async () => (await site.health.store.incidents(0)).map(({ reason }) => reason),
      canary: () => site.canary(operation),
      /** A quarter of an hour, and the canary that is due then. */
      async wait() {
        site.clock.ahead += QUARTER_MS;
        await site.canary(operation);
      },
      async call(body: Body, caller = "one") {
        site.clock.ahead += MINUTE_MS;
        return site.call(caller, operation, body);
      },
      change(rows: SiteChange | null): void {
        site.state.change = rows;
      },
    };
  }

  test("searches that were asked for the first time while prices were wrong accuse nobody when the right ones are back", async () => {
    const shop = await openSite("nlretail", "products/search");
    const { call, canary, change, reasons, site } = shop;
    await canary();
    await call(search("lamp"));
    await shop.wait();
    change(hundredfold);
    const words = ["boek", "fiets", "tas"];
    for (const word of words) await call(search(word));
    await call(search("lamp"));
    expect(await site.openFields()).toEqual(["price"]);
    // Whoever cannot be shown to be well is warned.
    for (const word of words) expect((await call(search(word))).warnings).toEqual(["drift:price"]);
    change(null);
    await call(search("lamp"));
    await call(search("lamp"));
    expect(await site.openFields()).toEqual([]);
    for (let round = 0; round < 2; round++) {
      for (const word of words) expect(await call(search(word))).toMatchObject({ error: null, warnings: [] });
      await shop.wait();
    }
    expect(await reasons()).toHaveLength(1);
  });

  const losing = (share: number, random: () => number): SiteChange => ({
    name: "",
    where: "list",
    rows(given) {
      for (const row of given) if (random() < share) row.set("number", null);
      return given;
    },
  });
  const shops: Array<[name: string, path: string, body: Body]> = [
    ["bizbureau", "businesses/search", { keyword: "dentist", count: 20 }],
    ["nlretail", "products/search", search("lamp")],
    ["ruretail", "products/search", { query: "чайник", count: 20 }],
    ["stays", "hotels/search", { destination: "Paris", count: 20, checkin: "2027-07-01", checkout: "2027-07-05" }],
  ];
  test.each(drawnThird(shops.flatMap((shop) => [0.2, 0.3, 0.4].map((share) => [...shop, share] as const))))(
    "at %s, %s: a number that is missing now and then is named within five calls (%j, share %d)",
    async (name, path, body, share) => {
      const shop = await openSite(name, path);
      await shop.canary();
      await shop.call(body);
      await shop.wait();
      shop.change(losing(share, seededRandom(7)));
      let isNamed = false;
      for (let nth = 1; nth <= 5 && !isNamed; nth++) {
        await shop.call(body);
        isNamed = (await shop.site.openFields()).length > 0;
      }
      expect(isNamed).toBe(true);
    },
  );

  test("a sale that was taken for an ordinary change ends without a word", async () => {
    const shop = await openSite("nlretail", "products/search");
    const { call, canary, change } = shop;
    await canary();
    await call(search("fiets"));
    await shop.wait();
    const sale = changeNamed("another currency or unit (x 0.92)");
    change({
      name: "",
      where: "list",
      rows: (given, page) => (page.list.includes("fiets") ? sale.rows!(given, page) : given),
    });
    const warned = [];
    for (let quarter = 0; quarter < 4; quarter++) {
      warned.push((await call(search("fiets"))).warnings);
      await shop.wait();
    }
    expect(warned).toEqual([["drift:price"], [], [], []]);
    change(null);
    for (let nth = 0; nth < 3; nth++) expect((await call(search("fiets"))).warnings).toEqual([]);
    expect(await shop.reasons()).toEqual([]);
  });

  test("who has too few different values to show a constant is warned of it while an incident is open", async () => {
    const shop = await openSite("nlretail", "products/search");
    const { call, canary, change, site } = shop;
    await canary();
    const few = { keyword: "lamp", count: 3 };
    for (const body of [few, search("koffie")]) await call(body);
    await shop.wait();
    change({
      name: "",
      where: "list",
      rows(given) {
        for (const row of given) row.set("otherText", "Onbekend");
        return given;
      },
    });
    for (let nth = 0; nth < 2; nth++) await call(search("koffie"));
    const [field] = await site.openFields();
    expect((await call(few)).warnings).toContain(`drift:${field}`);
  });

  /** Each row has what the row above it had. */
  const oneRowDown = (word: "text" | "otherText"): SiteChange => ({
    name: "",
    where: "list",
    rows(given) {
      const old = given.map((row) => row.get(word));
      for (const [nth, row] of given.entries()) row.set(word, old.at(nth - 1));
      return given;
    },
  });
  test("names that are one row down are named at the first call, warned of, and over with the change", async () => {
    const shop = await openSite("nlretail", "products/search");
    const { call, canary, change } = shop;
    await canary();
    await call(search("fiets"));
    await shop.wait();
    change(oneRowDown("text"));
    expect((await call(search("fiets"))).warnings).toEqual(["drift:name"]);
    expect(await shop.site.openFields()).toEqual(["name"]);
    change(null);
    for (let nth = 0; nth < 2; nth++) await call(search("fiets"));
    expect(await shop.site.openFields()).toEqual([]);
  });

  test("what one process saw while another's canary showed an incident is no reference afterwards, in either", async () => {
    const [one, other] = [await openSite("nlretail", "products/search"), await openSite("nlretail", "products/search")];
    await one.canary();
    await one.call(search("lamp"));
    await one.wait();
    for (const shop of [one, other]) shop.change(hundredfold);
    await other.site.health.refresh();
    await other.call(search("fiets"));
    await one.call(search("lamp"));
    expect(await one.site.openFields()).toEqual(["price"]);
    await other.site.health.refresh();
    expect((await other.call(search("fiets"))).warnings).toEqual(["drift:price"]);
    for (const shop of [one, other]) shop.change(null);
    for (let nth = 0; nth < 2; nth++) await one.call(search("lamp"));
    expect(await one.site.openFields()).toEqual([]);
    for (const shop of [one, other]) {
      await shop.site.health.refresh();
      shop.site.clock.ahead = one.site.clock.ahead + QUARTER_MS;
      for (let round = 0; round < 2; round++) {
        expect(await shop.call(search("fiets"))).toMatchObject({ error: null, warnings: [] });
        await shop.wait();
      }
    }
    expect(await one.reasons()).toHaveLength(1);
  });

  test.each<[name: string, path: string, body: Body, list: (page: Json) => Json[], id: string]>(
    drawnThird<[name: string, path: string, body: Body, list: (page: Json) => Json[], id: string]>([
      ["stays", "destinations/search", { query: "Lombardy", count: 5 }, (page) => page.results as Json[], "dest_id"],
      ["hkproperty", "estates/search", { query: "青湖" }, (page) => page as unknown as Json[], "typeCode"],
    ]),
  )("ids of %s that are one row down are named, and over with the change", async (name, path, body, list, id) => {
    const shop = await openSite(name, path);
    const { call, canary, site } = shop;
    for (let nth = 0; nth < 2; nth++) {
      await canary();
      await call(body);
    }
    await shop.wait();
    site.state.rewrite = (reply) => {
      const page = JSON.parse(String(reply.body));
      const ids = list(page).map((row) => row[id]);
      for (const [nth, row] of list(page).entries()) row[id] = ids.at(nth - 1);
      return { ...reply, body: JSON.stringify(page) };
    };
    expect((await call(body)).warnings).not.toEqual([]);
    expect(await site.openFields()).not.toEqual([]);
    site.state.rewrite = null;
    for (let nth = 0; nth < 3; nth++) await call(body);
    expect(await site.openFields()).toEqual([]);
  });

  test("times that are not written as the contract says are named, and accused of nothing when they are again", async () => {
    const shop = await openSite("stays", "hotels/search");
    const { call, canary, site } = shop;
    const stay = { destination: "Paris", count: 20, checkin: "2027-07-01", checkout: "2027-07-05" };
    await canary();
    await call(stay);
    await shop.wait();
    const time = /("freeCancellationUntil":)"(\d{4})-(\d\d)-(\d\d)T[^"]*"/g;
    site.state.rewrite = (reply) => ({ ...reply, body: String(reply.body).replaceAll(time, '$1"$4/$3/$2"') });
    for (let nth = 0; nth < 3; nth++) await call(stay);
    expect(await site.openFields()).toContain("free_cancellation_until");
    site.state.rewrite = null;
    for (let nth = 0; nth < 3; nth++) await call(stay);
    expect(await site.openFields()).toEqual([]);
    expect(await call(stay)).toMatchObject({ error: null, warnings: [] });
  });
});
