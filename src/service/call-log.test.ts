import { sql } from "kysely";
import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { outcome, request } from "../../test/support/metering/requests.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import type { Caller } from "../accounts/types.ts";
import { keepNewest } from "../store/row-changes.ts";
import { createCallLog, type EndedCall, kindAt } from "./call-log.ts";
import { findRefusedCall, listCalls, readCallDetails } from "./logged-calls.ts";
import { Timeline } from "./timeline.ts";

const WEEK_MS = 7 * 86_400_000;

describeOnDrawnStores("the call log", (store) => {
  const metered = useMetered(store);

  const ended = ({ account, key }: Caller, change: Partial<EndedCall> = {}): EndedCall => ({
    requestId: crypto.randomUUID(),
    accountId: account.id,
    keyId: key.id,
    endpoint: "/api/toy/rows",
    source: "toy",
    entryPoint: "http",
    kind: "refused",
    startedAt: metered.clock.now(),
    status: 422,
    errorCode: "validation",
    errorText: "body.count: Input should be greater than 0",
    address: "192.0.2.7",
    body: '{"count":0}',
    headersIn: { "access-token": "wnw_very_secret", "user-agent": "toy/1" },
    headersOut: { "x-error-code": "validation" },
    retention: "usual",
    timeline: new Timeline(metered.clock.now()),
    ...change,
  });

  async function logged(...calls: EndedCall[]): Promise<void> {
    const log = createCallLog(metered.store.db, metered.clock);
    for (const call of calls) log.note(call);
    await log.written();
  }

  const list = (accountId: string, page: Partial<Parameters<typeof listCalls>[1]> = {}) =>
    listCalls(metered.store.db, { accountId, limit: 100, cursor: null, ...page });

  const rowsOf = (accountId: string) =>
    metered.store.db.selectFrom("call_log").where("account_id", "=", accountId).orderBy("no").selectAll().execute();
  const countOf = async (accountId: string) => {
    const counted = metered.store.db.selectFrom("call_log").where("account_id", "=", accountId);
    const { count } = await counted.select(({ fn }) => fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
    return Number(count);
  };

  test("a rejected call is visible only to its account, with what was sent and what was wrong, and no secret", async () => {
    const [caller, other] = [await metered.newCaller(), await metered.newCaller()];
    const call = ended(caller);
    await logged(call);
    expect(await findRefusedCall(metered.store.db, caller.account.id, call.requestId)).toMatchObject({
      id: call.requestId,
      status: 422,
      kind: "refused",
      cost: 0,
      error_text: call.errorText,
    });
    const details = await readCallDetails(metered.store.db, caller.account.id, call.requestId);
    expect(details).toMatchObject({ body: '{"count":0}', address: "192.0.2.7", error_code: "validation" });
    expect(details!.headers_in).toEqual({ "access-token": "(not kept)", "user-agent": "toy/1" });
    expect(await findRefusedCall(metered.store.db, other.account.id, call.requestId)).toBeNull();
    expect(await readCallDetails(metered.store.db, other.account.id, call.requestId)).toBeNull();
  });

  test("admitted and rejected calls form one list, newest first, whose pages neither skip nor repeat any", async () => {
    const caller = await metered.newCaller();
    const expected: string[] = [];
    for (let turn = 0; turn < 6; turn++) {
      // Two of each in the same millisecond: the hardest edge for a cursor.
      for (let twin = 0; twin < 2; twin++) {
        const input = { ...request(caller), requestId: crypto.randomUUID() };
        const admission = await metered.metering.admit(input);
        if (admission.kind !== "admitted") throw new Error(admission.kind);
        await metered.metering.settle(admission.hold, outcome());
        const refused = ended(caller);
        // An admitted call is in the history; its line in the log is not a second row.
        await logged(refused, ended(caller, { requestId: input.requestId, kind: "admitted", status: 200 }));
        expected.push(input.requestId, refused.requestId);
      }
      metered.clock.advance(11_000);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listCalls>> = await list(caller.account.id, { limit: 5, cursor });
      seen.push(...page.calls.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== null);
    // Within one millisecond, admitted calls come first, the latest ahead; then the others, the earliest ahead.
    const moments = Array.from({ length: 6 }, (_, turn) => expected.slice(turn * 4, turn * 4 + 4)).reverse();
    expect(seen).toEqual(moments.flatMap(([a, x, b, y]) => [b, a, x, y]));
    const { calls } = await list(caller.account.id, { statusClass: 4, text: "GREATER than" });
    expect(calls.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 422));
  });

  test("keeps the newest lines of an account, and none for longer than a week", async () => {
    const [caller, other] = [await metered.newCaller(), await metered.newCaller()];
    const calls = Array.from({ length: 30 }, () => ended(caller));
    await logged(...calls, ended(other));
    await keepNewest(metered.store.db, "call_log", { of: { account_id: caller.account.id }, by: "no", max: 10 });
    const left = (await list(caller.account.id)).calls.map(({ id }) => id);
    expect(left.sort()).toEqual(
      calls
        .slice(-10)
        .map(({ requestId }) => requestId)
        .sort(),
    );
    expect((await list(other.account.id)).calls).toHaveLength(1);
    metered.clock.advance(WEEK_MS);
    while ((await metered.metering.maintenance.deleteOld()) > 0);
    expect((await list(other.account.id)).calls).toHaveLength(1);
    metered.clock.advance(1);
    while ((await metered.metering.maintenance.deleteOld()) > 0);
    expect((await list(other.account.id)).calls).toEqual([]);
  });

  test("a slow store has at most 16 MB queued: further lines are dropped", async () => {
    const caller = await metered.newCaller();
    const log = createCallLog(metered.store.db, metered.clock);
    const body = "x".repeat(16_000);
    const headersOut = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x-${at}`, "y".repeat(990)]));
    for (let turn = 0; turn < 300; turn++) log.note(ended(caller, { body, headersOut }));
    await log.written();
    const rows = await rowsOf(caller.account.id);
    const [{ body: sent, headers_in, headers_out, steps }] = rows as [(typeof rows)[number]];
    const bytes = sent!.length + headers_in.length + headers_out.length + steps.length;
    expect(rows).toHaveLength(Math.floor(2 ** 24 / bytes));
    // Written lines freed capacity.
    log.note(ended(caller, { errorText: "the next one" }));
    await log.written();
    expect((await list(caller.account.id, { limit: 1, text: "the next one" })).calls).toHaveLength(1);
  });

  test.each(["refused", "replayed", "dry_run"] as const)("a call that was %s is in the list", async (kind) => {
    const caller = await metered.newCaller();
    await logged(ended(caller, { kind }));
    expect((await list(caller.account.id)).calls).toMatchObject([{ kind, cost: 0 }]);
  });

  test("limits.callLogBurst, limits.callLogLines: a looping client fills one burst, and the next line reports how many were skipped", async () => {
    const caller = await metered.newCaller();
    const log = createCallLog(metered.store.db, metered.clock);
    for (let turn = 0; turn < 700; turn++) log.note(ended(caller));
    metered.clock.advance(1_000);
    log.note(ended(caller, { errorText: "the next" }));
    log.note(ended(caller, { errorText: "the last" }));
    await log.written();
    const skipped = async (text: string) => (await list(caller.account.id, { limit: 2, text })).calls[0]!.skipped;
    expect([await skipped("the next"), await skipped("the last")]).toEqual([200, 0]);
    expect(await countOf(caller.account.id)).toBe(502);
    // Fifty a second, and never more than the burst.
    for (let turn = 0; turn < 60; turn++) log.note(ended(caller));
    await log.written();
    expect(await countOf(caller.account.id)).toBe(550);
    metered.clock.advance(3_600_000);
    for (let turn = 0; turn < 510; turn++) log.note(ended(caller));
    await log.written();
    expect(await countOf(caller.account.id)).toBe(1_050);
  });

  test("limits.refusedLogBurst, limits.refusedLogLines: only a few calls rejected for overload are logged, and the next line reports how many were not", async () => {
    const caller = await metered.newCaller();
    const log = createCallLog(metered.store.db, metered.clock);
    const { id } = caller.account;
    const left = Array.from({ length: 100 }, () => log.leavesOut(id)).filter((isLeftOut) => isLeftOut).length;
    expect(left).toBe(80);
    metered.clock.advance(1_000);
    expect(Array.from({ length: 10 }, () => log.leavesOut(id)).filter((isLeftOut) => isLeftOut)).toHaveLength(5);
    metered.clock.advance(3_600_000);
    expect(Array.from({ length: 30 }, () => log.leavesOut(id)).filter((isLeftOut) => isLeftOut)).toHaveLength(10);
    log.note(ended(caller));
    await log.written();
    const { skipped } = await metered.store.db
      .selectFrom("call_log")
      .where("account_id", "=", id)
      .select("skipped")
      .executeTakeFirstOrThrow();
    expect(skipped).toBe(95);
  });

  test("the rates of ten thousand accounts are remembered; one more resets them", () => {
    const log = createCallLog(metered.store.db, metered.clock);
    const leavesOut = (many: number) =>
      Array.from({ length: many }, () => log.leavesOut("first")).filter((isLeftOut) => isLeftOut).length;
    expect(leavesOut(25)).toBe(5);
    for (let at = 1; at < 10_000; at++) log.leavesOut(`account ${at}`);
    log.leavesOut("one more");
    expect(leavesOut(25)).toBe(5);
  });

  test("limits.callLogKept: the newest ten thousand of an account are kept, checked every 200 lines", async () => {
    const caller = await metered.newCaller();
    const { id } = caller.account;
    const log = createCallLog(metered.store.db, metered.clock);
    const note = async (many: number) => {
      for (let turn = 0; turn < many; turn++) log.note(ended(caller));
      await log.written();
    };
    const fill = (many: number) =>
      sql`insert into call_log (request_id, account_id, key_id, endpoint, source, door, kind, started_at, ended_at,
        status, address, headers_in, headers_out, steps, skipped)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(many)})
        select 'old', ${id}, 'key', '/', 'toy', 'http', 'refused', 0, 0, 422, '', '{}', '{}', '{}', 0 from n`.execute(
        metered.store.db,
      );
    await fill(10_005);
    await note(1);
    expect(await countOf(id)).toBe(10_000);
    await fill(5);
    await note(200);
    expect(await countOf(id)).toBe(10_205);
    await note(1);
    expect(await countOf(id)).toBe(10_000);
  });

  test("a line that cannot be written is dropped, and the next is written", async () => {
    const caller = await metered.newCaller();
    const log = createCallLog(metered.store.db, metered.clock);
    log.note(ended(caller, { requestId: null as never }));
    await log.written();
    log.note(ended(caller));
    await log.written();
    expect(await countOf(caller.account.id)).toBe(1);
  });

  test("a stored line is bounded and contains no credentials", async () => {
    const caller = await metered.newCaller();
    const long = "x".repeat(20_000);
    const secrets = ["Access-Token", "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key"];
    const shown = { "x-cookie-law": "y", "my-authorization-is": "y" };
    const headersIn = {
      ...Object.fromEntries([...secrets, "x-apikey", "client-secret", "password-2"].map((name) => [name, "hidden"])),
      ...shown,
      "x-long": long,
      "x-none": undefined,
      "x-many": ["a", "b"],
    };
    const timeline = new Timeline(metered.clock.now());
    for (let step = 0; step < 151; step++) timeline.add("page", metered.clock.now(), metered.clock.now() + 5);
    const call = ended(caller, { body: long, errorText: long, headersIn, timeline });
    await logged(call, ended(caller, { body: null, errorText: null }));
    const [row, empty] = await rowsOf(caller.account.id);
    expect([row!.body!.length, row!.error_text!.length]).toEqual([16_384, 16_384]);
    expect(empty).toMatchObject({ body: null, error_text: null });
    const details = await readCallDetails(metered.store.db, caller.account.id, call.requestId);
    const hidden = [...secrets, "x-apikey", "client-secret", "password-2"].map((name) => [name, "(not kept)"]);
    expect(details!.headers_in).toEqual({
      ...Object.fromEntries(hidden),
      ...shown,
      "x-long": "x".repeat(1_000),
      "x-many": "a,b",
    });
    expect(details!.headers_out).toEqual({ "x-error-code": "validation" });
    expect([details!.steps.length, details!.steps_left_out]).toEqual([150, 1]);
    expect(details!.steps[0]).toEqual({ name: "page", at: 0, ms: 5 });
  });

  test.each([
    ["refused", 202, "admitted"],
    ["refused", 399, "admitted"],
    ["refused", 400, "refused"],
    ["replayed", 200, "replayed"],
    ["dry_run", 200, "dry_run"],
  ] as const)("a call that was %s with %i is %s to the log", (kind, status, expected) => {
    expect(kindAt(kind, status)).toBe(expected);
  });
});
