import { afterEach, expect, test } from "vitest";
import { seededRandom } from "../../../test/simulation/health/random.ts";
import { sampleRequests } from "../../../test/simulation/health/requests.ts";
import { watchedSite } from "../../../test/simulation/health/watched-site.ts";
import { describeOnSqlite } from "../../../test/support/store/stores.ts";
import { findSource } from "../../sources/find-sources.ts";

/** Changes that were once delivered without a word. */
type Body = Record<string, unknown>;
const MINUTE_MS = 60_000;

describeOnSqlite("a change that few values show", (fresh) => {
  const closing: Array<() => Promise<void>> = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    const { db } = await fresh.open();
    for (const table of ["incidents", "health_baselines"] as const) await db.deleteFrom(table).execute();
  });

  /** A site of which this request and the canary's are known, and what callers get there. */
  async function knownSite(name: string, path: string, body?: Body) {
    const site = await watchedSite(await fresh.open(), await findSource(name), seededRandom(1));
    closing.push(() => site.close());
    const operation = site.operationAt(path);
    const asked = body ?? (await sampleRequests(name, site)).detail.bodies[0]!;
    const call = async () => {
      site.clock.ahead += MINUTE_MS;
      return site.call("one", operation, asked);
    };
    await site.canary(operation);
    await call();
    site.clock.ahead += 15 * MINUTE_MS;
    await site.canary(operation);
    return { site, call };
  }

  test("at ruretail, a name that is gone is not replaced by the short one: the first call is refused", async () => {
    const { site, call } = await knownSite("ruretail", "products/search", { query: "чайник", count: 20 });
    site.state.rewrite = (reply) => ({
      ...reply,
      body: String(reply.body).replaceAll(/"name":"(?:[^"\\]|\\.)*","shortName"/g, '"shortName"'),
    });
    expect((await call()).error?.message).toContain('"name" is missing');
  });

  test("at nlretail, a page that lacks one row is an error, though its advertisements make up for it", async () => {
    const { site, call } = await knownSite("nlretail", "products/search", { keyword: "lamp", count: 30 });
    expect((await call()).records.filter(({ is_sponsored }) => is_sponsored)).toHaveLength(6);
    site.state.change = {
      name: "",
      where: "list",
      rows: (given, { number }) => (number === 1 ? given.slice(0, -1) : given),
    };
    expect((await call()).error?.message).toContain("23 rows on a page that should have 24");
  });

  test("at hkproperty, an estate's name that is the same on every page is named at the first call", async () => {
    const { site, call } = await knownSite("hkproperty", "valuations");
    site.state.change = {
      name: "",
      where: "detail",
      rows(given) {
        for (const row of given) row.set("otherText", "Estate");
        return given;
      },
    };
    await call();
    expect(await site.openFields()).toContain("estate_name");
    expect((await call()).warnings).toContain("drift:estate_name");
    site.state.change = null;
    for (let nth = 0; nth < 2; nth++) await call();
    expect(await site.openFields()).toEqual([]);
  });
});
