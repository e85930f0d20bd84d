import { beforeAll, expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { outcome } from "../../test/support/metering/requests.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import type { Caller } from "../accounts/types.ts";
import type { RecallView } from "../contract/recall.ts";
import { readStatement } from "../endpoints/dashboard/queries/statement.ts";
import { createIncidentStore } from "../health/incident-store.ts";
import type { NewIncident } from "../health/types.ts";
import { toySource } from "../source-testing/toy-source.ts";
import { packBody } from "../store/packing.ts";
import { DIGEST_MS } from "./owner-notices.ts";
import { createRecallRounds } from "./recall-rounds.ts";
import { createRecallViews } from "./recall-store.ts";
import { createRecalls, type Recalls } from "./recalls.ts";

const MINUTE = 60_000;
const [operation] = toySource().operations;
const endpoint = operation!.path;

const prices = (times: number) =>
  Array.from({ length: 8 }, (_, id) => ({ id, name: `lamp ${id}`, price: (3 + id) * times }));

describeOnDrawnStores("a recall", (fresh) => {
  const metered = useMetered(fresh, openPlan(1_000));
  const told: Array<{ event: string; accountId: string; subject: string; data: RecallView }> = [];
  let recalls: Recalls;
  let round: () => Promise<void>;
  let keyword = 0;

  beforeAll(() => {
    const { db } = metered.store;
    recalls = createRecalls({ db, clock: metered.clock, operation: () => operation });
    const publish = async (event: (typeof told)[number]) => {
      if (!told.some(({ subject, event: kind }) => subject === event.subject && kind === event.event)) told.push(event);
    };
    round = createRecallRounds({ db, clock: metered.clock, metering: metered.metering, publish }).round;
  });

  /** A call that delivered these records, half a minute after the one before it. */
  async function call(caller: Caller, params: object, records: object[], cost = 10): Promise<string> {
    metered.clock.advance(MINUTE / 2);
    const hold = await metered.hold(caller, { endpoint, params: { ...params, count: 8, timeout: 60 } });
    const answer = { status: 200, headers: {}, body: Buffer.from(JSON.stringify(records)) };
    await metered.metering.settle(hold, outcome({ cost, results: records.length, answer, durable: true }));
    return hold.requestId;
  }

  async function incident(over: Partial<NewIncident["details"]> = {}, field = "price") {
    const store = createIncidentStore(metered.store.db);
    const last_well = over.first_seen;
    const details = { measure: "scale" as const, before: 6, after: 600, ...(last_well && { last_well }), ...over };
    const about = { source: "toys", operation: endpoint, kind: "drift" as const, field, blocking: false, details };
    const no = (await store.openIncident({ ...about, reason: "price: median 6 -> 600." }, metered.clock.now()))!;
    const close = async () => {
      await store.closeIncident(no, metered.clock.now());
      return (await store.findIncident(no))!;
    };
    return { no, store, close };
  }

  /** One wrong call of each of these accounts, between good ones, and the incident about them. */
  async function spoilt(callers: Caller[], good: Caller) {
    metered.clock.advance(120 * MINUTE);
    const wanted = { keyword: `lamp ${keyword++}` };
    await call(good, wanted, prices(1));
    const first_seen = metered.clock.now() + 1;
    const wrong: string[] = [];
    for (const caller of callers) wrong.push(await call(caller, wanted, prices(100)));
    const found = await incident({ first_seen });
    await call(good, wanted, prices(1));
    return { wrong, wanted, first_seen, ...found, over: await found.close() };
  }

  const balance = async ({ account }: Caller) => {
    const { db } = metered.store;
    const row = await db
      .selectFrom("balances")
      .where("account_id", "=", account.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    const entries = await db.selectFrom("ledger").where("account_id", "=", account.id).select("amount").execute();
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(row.points);
    return row.points;
  };

  test("returns the charge of each wrong call once, however often and by however many it is carried out", async () => {
    const [one, two, good] = [await metered.newCaller(), await metered.newCaller(), await metered.newCaller()];
    const { wrong, over } = await spoilt([one, one, two], good!);
    const plan = await recalls.plan(over);
    expect(plan.affected.map(({ request_id }) => request_id)).toEqual(wrong);
    expect(plan).toMatchObject({ undecided: [], well: 1 });
    const { recall, added } = await recalls.create(plan, { by: "test" });
    expect(added).toBe(3);
    expect((await recalls.create(plan, { by: "test" })).added).toBe(0);
    await Promise.all([round(), round()]);
    await round();
    expect(await Promise.all([one, two, good].map((each) => balance(each!)))).toEqual([1_000, 1_000, 980]);
    const heard = told.filter(({ data }) => data.id === String(recall.no));
    expect(heard.map(({ accountId, data }) => [accountId, data.requests, data.points])).toEqual(
      expect.arrayContaining([
        [one!.account.id, 2, 20],
        [two!.account.id, 1, 10],
      ]),
    );
    expect(heard).toHaveLength(2);
    const views = createRecallViews(metered.store.db);
    expect((await views.list(good!.account.id, null, { limit: 10, cursor: null })).rows).toEqual([]);
    expect((await views.list(one!.account.id, ["other"], { limit: 10, cursor: null })).rows).toEqual([]);
    const listed = await views.list(one!.account.id, ["toys"], { limit: 10, cursor: null });
    expect(listed.rows).toMatchObject([{ field: "price", requests: 2, points: 20, withdrawn_at: null }]);
    const requests = await views.requests(one!.account.id, recall.no, { limit: 10, cursor: null });
    expect(requests.rows).toMatchObject([
      { request_id: wrong[0], records: 8, points: 10, corrected: null },
      { request_id: wrong[1], records: 8, points: 10, corrected: null },
    ]);
    const answer = await metered.metering.answerOf(one!.account.id, wrong[0]!);
    expect(answer?.headers).toMatchObject({ "x-recalled": String(recall.no) });
    expect(await views.ofRequest(one!.account.id, recall.no, wrong[0]!)).toMatchObject({
      field: "price",
      points: 10,
      corrected: false,
    });
    expect(await views.ofRequest(two!.account.id, recall.no, wrong[0]!)).toBeNull();
    const all = { limit: 10, cursor: null, holds: false, start: null, end: null };
    const kinds = async (show: "all" | "charges" | "added") =>
      (await readStatement(metered.store.db, two!.account.id, { ...all, show })).rows.map(({ kind }) => kind);
    expect(await kinds("all")).toEqual(["recall", "settle", "grant"]);
    expect(await kinds("charges")).toEqual(["settle"]);
    expect(await kinds("added")).toEqual(["recall", "grant"]);
  });

  test("mails its owner what was wrong and returned, and once after each reading that there are corrected records", async () => {
    const [caller, good] = [await metered.newCaller(), await metered.newCaller()];
    const { db } = metered.store;
    const confirmed = { email_verified: true as never, unconfirmed_email: null };
    await db.updateTable("people").set(confirmed).where("id", "=", caller.account.id).execute();
    const { over } = await spoilt([caller], good);
    const { recall } = await recalls.create(await recalls.plan(over), { by: "test" });
    const subjects = async () => {
      for (let times = 0; times < 2; times++) await round();
      const mails = db.selectFrom("mail_queue").where("person_id", "=", caller.account.id).where("kind", "=", "recall");
      return (await mails.orderBy("asked_at").select("about").execute()).map(({ about }) => about?.split("\n", 2));
    };
    const page = `/recalled/${recall.no}`;
    const path = endpoint.slice("/api/".length);
    const first = [`${path}: price was wrong in 1 of your calls`, page];
    expect(await subjects()).toEqual([first]);
    const corrected = Buffer.from(await packBody(Buffer.from(JSON.stringify(prices(1)))));
    const read = async () => {
      metered.clock.advance(DIGEST_MS + 1);
      // The mail before has left.
      await db.updateTable("mail_queue").set({ attempt_at: 0 }).where("person_id", "=", caller.account.id).execute();
      const now = { corrected, corrected_at: metered.clock.now() };
      await db.updateTable("recall_items").set(now).where("recall_no", "=", recall.no).execute();
      await db.updateTable("recalls").set({ finished_at: null }).where("no", "=", recall.no).execute();
    };
    const second = [`${path}: corrected records of 1 of your calls`, page];
    await read();
    expect(await subjects()).toEqual([first, second]);
    await read();
    expect(await subjects()).toEqual([first, second, second]);
  });

  test("with others of the same minutes is one mail, and an event each", async () => {
    const [caller, good] = [await metered.newCaller(), await metered.newCaller()];
    const { db } = metered.store;
    const confirmed = { email_verified: true as never, unconfirmed_email: null };
    await db.updateTable("people").set(confirmed).where("id", "=", caller.account.id).execute();
    const before = told.length;
    for (let nth = 0; nth < 3; nth++) {
      const { over } = await spoilt([caller], good);
      await recalls.create(await recalls.plan(over), { by: "test" });
      await round();
    }
    const mails = await db.selectFrom("mail_queue").where("person_id", "=", caller.account.id).selectAll().execute();
    expect(mails).toHaveLength(1);
    const [subject, page, ...lines] = mails[0]!.about!.split("\n");
    expect([subject, page]).toEqual(["3 notices about records that you received", "/recalled"]);
    expect(lines.filter((line) => line.endsWith("price was wrong in 1 of your calls"))).toHaveLength(3);
    expect(mails[0]!.attempt_at).toBe(mails[0]!.asked_at + DIGEST_MS);
    const own = told.slice(before).filter(({ accountId }) => accountId === caller.account.id);
    expect(own.map(({ data }) => data.requests)).toEqual([1, 1, 1]);
  });

  test("a recall of two incidents about the same calls returns their charge once", async () => {
    const [caller, good] = [await metered.newCaller(), await metered.newCaller()];
    const { over, first_seen } = await spoilt([caller, caller], good);
    const other = await (await incident({ first_seen }, "price")).close();
    const plans = [await recalls.plan(over), await recalls.plan(other)];
    for (const plan of plans) expect((await recalls.create(plan, { by: "test" })).added).toBe(2);
    await round();
    expect(await balance(caller)).toBe(1_000);
    expect(await balance(good)).toBe(980);
  });

  test("finds nothing where values were right: accepted ones, slow pages, prices that moved by themselves", async () => {
    const [caller, good] = [await metered.newCaller(), await metered.newCaller()];
    const { no, store, over } = await spoilt([caller], good);
    await store.acceptIncident(no);
    await expect(recalls.plan((await store.findIncident(no))!)).rejects.toThrow("was accepted: its values were right");
    const slow = { ...over, details: { ...over.details, measure: "latency" as const } };
    await expect(recalls.plan(slow)).rejects.toThrow("is not about values or rows");
    const wanted = { keyword: `desk ${keyword++}` };
    await call(good, wanted, prices(1));
    const first_seen = metered.clock.now() + 1;
    for (const times of [1.1, 1.3, 0.9]) await call(caller, wanted, prices(times));
    const alarm = await (await incident({ first_seen })).close();
    const ids = (await recalls.plan(alarm)).affected.filter(({ started_at }) => started_at > first_seen);
    expect(ids).toEqual([]);
  });

  test("a recall that is withdrawn pays and tells nobody else, leaves returned points, and a later one does not pay again", async () => {
    const [early, late, good] = [await metered.newCaller(), await metered.newCaller(), await metered.newCaller()];
    const { over, no, wrong, wanted } = await spoilt([early!], good!);
    const { recall } = await recalls.create(await recalls.plan(over), { by: "test" });
    await round();
    const more = { ...(await recalls.plan(over)) };
    const extra = { ...more.affected[0]!, account_id: late!.account.id };
    await call(late!, wanted, prices(100));
    const rows = metered.store.db.selectFrom("requests").where("account_id", "=", late!.account.id);
    const row = await rows.select(["no", "request_id"]).executeTakeFirstOrThrow();
    await recalls.create({ ...more, affected: [{ ...extra, ...row }] }, { by: "test" });
    metered.clock.advance(1);
    await recalls.withdraw(no, "test");
    await round();
    expect(await balance(early!)).toBe(1_000);
    expect(await balance(late!)).toBe(990);
    const heard = told.filter(({ data }) => data.id === String(recall.no));
    expect(heard.map(({ accountId, data }) => [accountId, data.points, data.withdrawn_at !== null])).toEqual([
      [early!.account.id, 10, false],
      [early!.account.id, 10, true],
    ]);
    const answer = await metered.metering.answerOf(early!.account.id, wrong[0]!);
    expect(answer?.headers).not.toHaveProperty("x-recalled");
    const again = await recalls.create(await recalls.plan(over), { by: "test" });
    expect(again.recall.no).not.toBe(recall.no);
    await round();
    expect(await balance(early!)).toBe(1_000);
    metered.clock.advance(3_600_000);
    await expect(recalls.withdraw(no, "test")).rejects.toThrow("can no longer be withdrawn");
  });
});
