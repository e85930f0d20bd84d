import { afterEach, expect, test, vi } from "vitest";
import { systemClock } from "../src/base/clock.ts";
import type { Operation } from "../src/contract/operation.ts";
import type { Source } from "../src/contract/source.ts";
import { createIncidentStore } from "../src/health/incident-store.ts";
import { createRecalls } from "../src/recalls/recalls.ts";
import { createReread } from "../src/recalls/reread.ts";
import { findSource } from "../src/sources/find-sources.ts";
import { serveStandIns } from "../src/stand-ins/serve.ts";
import { openStore } from "../src/store/open-store.ts";
import { startTestService } from "./support/service.ts";
import { describeOnDrawnStores } from "./support/store/stores.ts";

type Body = Record<string, unknown>;
const WORDS = ["koffie", "boek", "fiets", "telefoon", "lamp"];
/** The drill in `drills/recalls` has 200. */
const HEALTHY = 20;
const PATH = "/api/nlretail/products/search";

const closing: Array<() => unknown> = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The reader after its repair: the site shows prices in cents. */
const repaired = (source: Source): Source => ({
  ...source,
  operations: source.operations.map(
    (operation): Operation => ({
      ...operation,
      async *run(request, site) {
        for await (const page of operation.run(request, site)) {
          for (const record of page as Iterable<{ price: number | null }>)
            if (record.price !== null) record.price /= 100;
          yield page;
        }
      },
    }),
  ) as Source["operations"],
});

describeOnDrawnStores("prices times 100 at a site, for 20 calls of four accounts beside healthy ones", (fresh) => {
  test("exactly the 20 are recalled and paid back once, nobody else hears of it, and the repaired reader corrects them", async () => {
    const source = await findSource("nlretail");
    const standIn = await source.standIn();
    let isSpoilt = false;
    const answer: typeof standIn.answer = async (call) => {
      const reply = await standIn.answer(call);
      const body = String(reply.body);
      return { ...reply, body: isSpoilt ? body.replace(/"(\d+)\.(\d\d)"/g, '"$1$2.00"') : body };
    };
    const site = await served({ ...source, standIn: async () => ({ ...standIn, answer }) });
    const service = await running({
      DATABASE_URL: fresh.settings().url,
      KEPT_PAGES_MB: "64",
      WINNOW_NLRETAIL_ORIGIN: site.origin,
      WINNOW_NLRETAIL_ROBOTS: "ignore",
      WINNOW_NLRETAIL_PER_SECOND: "10000",
      WINNOW_NLRETAIL_CONCURRENCY: "64",
    });
    const { url, dataDir } = service.config.database;
    const store = await openStore({ dataDir, url });
    const { db } = store;
    closing.push(() => store.close());
    const keys = await Promise.all(Array.from({ length: 8 }, () => service.createKey({ plan: "enterprise" })));
    const [victims, others] = [keys.slice(0, 4), keys.slice(4)];

    const call = async (key: string, keyword: string) => {
      const answered = await service.post(PATH, { keyword, count: 15 }, { key });
      expect(answered.statusCode, answered.body).toBe(200);
      return { id: String(answered.headers["x-request-id"]), key, keyword, records: answered.json<Body[]>() };
    };
    const healthy = async (count: number) => {
      const answers: Array<Awaited<ReturnType<typeof call>>> = [];
      for (let nth = 0; nth < count; nth += 4)
        answers.push(...(await Promise.all(others.map((key, at) => call(key, WORDS[(nth + at) % 5]!)))));
      return answers;
    };

    const before = await healthy(HEALTHY);
    // As every quarter of an hour: what they have seen is confirmed.
    const entry = service.registry.byPath(PATH)!;
    await service.health.canary(entry.source, entry.operation);
    const truth = new Map(before.map(({ keyword, records }) => [keyword, records]));
    isSpoilt = true;
    const wrong = await Promise.all(victims.flatMap((key) => WORDS.map((keyword) => call(key, keyword))));
    isSpoilt = false;
    await healthy(HEALTHY);

    const incidents = createIncidentStore(db);
    const incident = await vi.waitFor(
      async () => {
        await service.get("/status.json");
        const [found] = (await incidents.incidents(0)).filter(({ field }) => field === "price");
        return found ?? Promise.reject(new Error("no incident yet"));
      },
      { timeout: 60_000, interval: 200 },
    );
    const operations = source.operations;
    const operation = (path: string) => operations.find((one) => one.path === path);
    const recalls = createRecalls({ db, clock: systemClock, operation });
    const plan = await recalls.plan(incident);
    expect(plan.affected.map(({ request_id }) => request_id).toSorted()).toEqual(wrong.map(({ id }) => id).toSorted());
    expect(plan.undecided).toEqual([]);
    const { recall } = await recalls.create(plan, { by: "test" });

    const recallsOf = async (key: string) => (await service.get("/recalls", key)).json<Body[]>();
    await vi.waitFor(
      async () => {
        for (const key of victims) expect(await recallsOf(key)).toMatchObject([{ requests: 5, corrected: 0 }]);
        const paid = await db.selectFrom("ledger").where("kind", "=", "recall").selectAll().execute();
        expect(paid).toHaveLength(20);
      },
      { timeout: 30_000, interval: 200 },
    );
    const charged = await db.selectFrom("requests").where("recalled", "is not", null).select(["no", "cost"]).execute();
    const returned = await db.selectFrom("ledger").where("kind", "=", "recall").selectAll().execute();
    const byRequest = (one: { no: number; points: number }, other: { no: number }) => one.no - other.no;
    expect(returned.map(({ request_no, amount }) => ({ no: request_no!, points: amount })).toSorted(byRequest)).toEqual(
      charged.map(({ no, cost }) => ({ no, points: cost })).toSorted(byRequest),
    );
    for (const key of others) expect(await recallsOf(key)).toEqual([]);
    for (const { account_id, points } of await db.selectFrom("balances").selectAll().execute()) {
      const entries = await db.selectFrom("ledger").where("account_id", "=", account_id).select("amount").execute();
      expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(points);
    }

    const kept = db.selectFrom("kept_pages").where(
      "request_id",
      "in",
      wrong.map(({ id }) => id),
    );
    await vi.waitFor(async () => expect(await kept.select("size").execute()).toHaveLength(20), { timeout: 60_000 });
    const readers = { db, clock: systemClock, settings: () => ({}) };
    const unrepaired = await createReread({ ...readers, source: () => source })(incident.no);
    expect(unrepaired.map(({ outcome }) => outcome)).toEqual(wrong.map(() => "same"));
    const read = await createReread({ ...readers, source: () => repaired(source) })(incident.no);
    expect(read.map(({ outcome }) => outcome)).toEqual(wrong.map(() => "corrected"));
    for (const { key, id, keyword } of wrong) {
      const page = await service.get(`/recalls/${recall.no}/records?request_id=${id}`, key);
      expect(page.json()).toMatchObject([{ request_id: id, corrected: truth.get(keyword) }]);
    }
    const other = await service.get(`/recalls/${recall.no}/records`, others[0]);
    expect(other.statusCode).toBe(404);
  });
});

async function served(source: Source) {
  const sites = await serveStandIns([source], { faults: {} });
  closing.push(() => sites.close());
  return { origin: sites.originOf(source.name) };
}

async function running(env: Record<string, string>) {
  const service = await startTestService({ env });
  closing.push(() => service.close());
  return service;
}
