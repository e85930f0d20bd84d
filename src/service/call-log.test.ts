import { expect, test } from "vitest";
import type { KeyHolder } from "../accounts/types.ts";
import { useMetered } from "../metering/testing/metered.ts";
import { outcome, request } from "../metering/testing/requests.ts";
import { describeOnBothStores } from "../store/testing/stores.ts";
import { createCallLog, type EndedCall, trimTo } from "./call-log.ts";
import { findRefusedCall, listCalls, readCallDetails } from "./logged-calls.ts";
import { Timeline } from "./timeline.ts";

const WEEK_MS = 7 * 86_400_000;

describeOnBothStores("the call log", (store) => {
  const metered = useMetered(store);

  const ended = ({ person, key }: KeyHolder, change: Partial<EndedCall> = {}): EndedCall => ({
    requestId: crypto.randomUUID(),
    accountId: person.id,
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

  test("a refused call is there for its account alone, with what was sent and what was wrong, and no secret", async () => {
    const [holder, other] = [await metered.newHolder(), await metered.newHolder()];
    const call = ended(holder);
    await logged(call);
    expect(await findRefusedCall(metered.store.db, holder.person.id, call.requestId)).toMatchObject({
      ...{ id: call.requestId, status: 422, kind: "refused", cost: 0, error_text: call.errorText },
    });
    const details = await readCallDetails(metered.store.db, holder.person.id, call.requestId);
    expect(details).toMatchObject({ body: '{"count":0}', address: "192.0.2.7", error_code: "validation" });
    expect(details!.headers_in).toEqual({ "access-token": "(not kept)", "user-agent": "toy/1" });
    expect(await findRefusedCall(metered.store.db, other.person.id, call.requestId)).toBeNull();
    expect(await readCallDetails(metered.store.db, other.person.id, call.requestId)).toBeNull();
  });

  test("admitted and refused calls are one list, newest first, and its pages leave none out and repeat none", async () => {
    const holder = await metered.newHolder();
    const expected: string[] = [];
    for (let turn = 0; turn < 6; turn++) {
      // Two of each at the same millisecond: the hardest edge for a cursor.
      for (let twin = 0; twin < 2; twin++) {
        const wish = { ...request(holder), requestId: crypto.randomUUID() };
        const admission = await metered.metering.admit(wish);
        if (admission.kind !== "admitted") throw new Error(admission.kind);
        await metered.metering.settle(admission.hold, outcome());
        const refused = ended(holder);
        // What was let in is in the history: its line in the log is no second row.
        await logged(refused, ended(holder, { requestId: wish.requestId, kind: "admitted", status: 200 }));
        expected.push(wish.requestId, refused.requestId);
      }
      metered.clock.advance(11_000);
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listCalls>> = await list(holder.person.id, { limit: 5, cursor });
      seen.push(...page.calls.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(24);
    expect(new Set(seen)).toEqual(new Set(expected));
    const { calls } = await list(holder.person.id, { statusClass: 4, text: "GREATER than" });
    expect(calls.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 422));
  });

  test("keeps the newest of an account, and nothing for longer than a week", async () => {
    const [holder, other] = [await metered.newHolder(), await metered.newHolder()];
    const calls = Array.from({ length: 30 }, () => ended(holder));
    await logged(...calls, ended(other));
    await trimTo(metered.store.db, holder.person.id, 10);
    const left = (await list(holder.person.id)).calls.map(({ id }) => id);
    expect(left.sort()).toEqual(
      calls
        .slice(-10)
        .map(({ requestId }) => requestId)
        .sort(),
    );
    expect((await list(other.person.id)).calls).toHaveLength(1);
    metered.clock.advance(WEEK_MS);
    while ((await metered.metering.maintenance.deleteOld()) > 0);
    expect((await list(other.person.id)).calls).toHaveLength(1);
    metered.clock.advance(1);
    while ((await metered.metering.maintenance.deleteOld()) > 0);
    expect((await list(other.person.id)).calls).toEqual([]);
  });

  test("a store that is behind is not given more than 16 MB to write: what is beyond is let go", async () => {
    const holder = await metered.newHolder();
    const log = createCallLog(metered.store.db, metered.clock);
    const body = "x".repeat(16_000);
    const headersOut = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`x-${at}`, "y".repeat(990)]));
    for (let turn = 0; turn < 300; turn++) log.note(ended(holder, { body, headersOut }));
    await log.written();
    const { calls } = await list(holder.person.id, { limit: 300 });
    expect(calls.length).toBeGreaterThan(150);
    expect(calls.length).toBeLessThan(300);
    // What was written made room.
    log.note(ended(holder, { errorText: "the next one" }));
    await log.written();
    expect((await list(holder.person.id, { limit: 1, text: "the next one" })).calls).toHaveLength(1);
  });

  test.each(["refused", "replayed", "dry_run"] as const)("a call that was %s is in the list", async (kind) => {
    const holder = await metered.newHolder();
    await logged(ended(holder, { kind }));
    expect((await list(holder.person.id)).calls).toMatchObject([{ kind, cost: 0 }]);
  });

  test("a client that loops fills a burst and no more; the next line says how many were left out", async () => {
    const holder = await metered.newHolder();
    const log = createCallLog(metered.store.db, metered.clock);
    for (let turn = 0; turn < 700; turn++) log.note(ended(holder));
    metered.clock.advance(1_000);
    log.note(ended(holder, { errorText: "the next" }));
    log.note(ended(holder, { errorText: "the last" }));
    await log.written();
    const skipped = async (text: string) => (await list(holder.person.id, { limit: 2, text })).calls[0]!.skipped;
    expect([await skipped("the next"), await skipped("the last")]).toEqual([200, 0]);
    const { count } = await metered.store.db
      .selectFrom("call_log")
      .where("account_id", "=", holder.person.id)
      .select((select) => select.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(502);
  });

  test("of calls that are refused for overload a few are logged, and the next line says how many were not", async () => {
    const holder = await metered.newHolder();
    const log = createCallLog(metered.store.db, metered.clock);
    const { id } = holder.person;
    const left = Array.from({ length: 100 }, () => log.leavesOut(id)).filter((isLeftOut) => isLeftOut).length;
    expect(left).toBe(80);
    metered.clock.advance(1_000);
    expect(Array.from({ length: 10 }, () => log.leavesOut(id)).filter((isLeftOut) => isLeftOut)).toHaveLength(5);
    log.note(ended(holder));
    await log.written();
    const { skipped } = await metered.store.db
      .selectFrom("call_log")
      .where("account_id", "=", id)
      .select("skipped")
      .executeTakeFirstOrThrow();
    expect(skipped).toBe(85);
  });
});
