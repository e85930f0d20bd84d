import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import type { Caller } from "../accounts/types.ts";
import { createCallLog, type EndedCall } from "./call-log.ts";
import { findRefusedCall, listCalls, readCallDetails } from "./logged-calls.ts";
import { Timeline } from "./timeline.ts";

describeOnDrawnStores("calls that were not admitted", (store) => {
  const metered = useMetered(store);

  async function logged({ account, key }: Caller, changes: Array<Partial<EndedCall>>): Promise<void> {
    const log = createCallLog(metered.store.db, metered.clock);
    for (const change of changes) {
      log.note({
        requestId: "id",
        accountId: account.id,
        keyId: key.id,
        endpoint: "/api/toy/rows",
        source: "toy",
        entryPoint: "http",
        kind: "refused",
        startedAt: 1_000,
        status: 422,
        errorCode: "validation",
        errorText: "no",
        address: "192.0.2.7",
        body: "{}",
        headersIn: {},
        headersOut: {},
        retention: "usual",
        timeline: new Timeline(0),
        ...change,
      });
    }
    await log.written();
  }
  const list = (accountId: string, page: Partial<Parameters<typeof listCalls>[1]> = {}) =>
    listCalls(metered.store.db, { accountId, limit: 100, cursor: null, ...page });

  test("calls that were not admitted are listed with all their details, by name", async () => {
    const caller = await metered.newCaller();
    const startedAt = metered.clock.now() - 1_500;
    await logged(caller, [{ requestId: "whole", startedAt, entryPoint: "mcp" }]);
    const { calls, cursor } = await list(caller.account.id);
    expect(cursor).toBeNull();
    expect(calls).toEqual([
      {
        no: expect.any(Number),
        id: "whole",
        account_id: caller.account.id,
        account_email: (await metered.accounts.findById(caller.account.id))!.email,
        key_id: caller.key.id,
        key_name: "key",
        endpoint: "/api/toy/rows",
        source: "toy",
        entry_point: "mcp",
        plan: "",
        status: 422,
        cost: 0,
        points_left: null,
        results: 0,
        upstream_pages: 0,
        timeout: 0,
        started_at: startedAt,
        duration_ms: 1_500,
        error_text: "no",
        results_end: null,
        results_total: null,
        resolved: null,
        warnings: [],
        age: null,
        stand_in: null,
        recalled: null,
        kind: "refused",
        skipped: 0,
        tags: [],
      },
    ]);
    expect(calls[0]!.no).toBeLessThan(0);
    expect(await findRefusedCall(metered.store.db, caller.account.id, "whole")).toEqual(calls[0]);
  });

  test("calls that were not admitted of a deleted key or account have no name; a clock that went back gives no negative duration", async () => {
    const caller = await metered.newCaller();
    await logged(caller, [{ keyId: "gone", accountId: "gone", startedAt: metered.clock.now() + 5 }]);
    const { calls } = await list("gone");
    expect(calls).toMatchObject([{ key_name: "", account_email: "", duration_ms: 0 }]);
  });

  test("calls that were not admitted are found by id, the newest if it was reused", async () => {
    const caller = await metered.newCaller();
    await logged(caller, [
      { requestId: "twice", errorText: "first", body: "1" },
      { requestId: "twice", errorText: "second", body: "2" },
      { requestId: "other", errorText: "third", body: "3" },
      { requestId: "twice", errorText: "let in", body: null, kind: "admitted", status: 200 },
    ]);
    const { db } = metered.store;
    expect((await findRefusedCall(db, caller.account.id, "twice"))!.error_text).toBe("second");
    expect(await findRefusedCall(db, caller.account.id, "never")).toBeNull();
    expect((await readCallDetails(db, caller.account.id, "twice"))!.body).toBeNull();
    expect((await readCallDetails(db, caller.account.id, "other"))!.body).toBe("3");
    expect(await readCallDetails(db, caller.account.id, "never")).toBeNull();
  });

  test("calls that were not admitted are filtered by key, operation, status, text and time, bounds included", async () => {
    const caller = await metered.newCaller();
    await logged(caller, [
      { requestId: "399", status: 399, kind: "replayed", startedAt: 1 },
      { requestId: "400", status: 400, startedAt: 2, endpoint: "/api/toy/others" },
      { requestId: "499", status: 499, startedAt: 3, keyId: "another", errorText: "Too Late" },
      { requestId: "500", status: 500, startedAt: 4, body: '{"name":"Zebra"}', errorText: null },
    ]);
    const ids = async (filter: Partial<Parameters<typeof listCalls>[1]>) =>
      (await list(caller.account.id, filter)).calls.map(({ id }) => id);
    expect(await ids({})).toEqual(["500", "499", "400", "399"]);
    expect(await ids({ statusClass: 4 })).toEqual(["499", "400"]);
    expect(await ids({ statusClass: 5 })).toEqual(["500"]);
    expect(await ids({ statusClass: 3 })).toEqual(["399"]);
    expect(await ids({ endpoint: "/api/toy/others" })).toEqual(["400"]);
    expect(await ids({ keyIds: ["another"] })).toEqual(["499"]);
    expect(await ids({ keyIds: [] })).toEqual([]);
    expect(await ids({ start: 2 })).toEqual(["500", "499", "400"]);
    expect(await ids({ end: 3 })).toEqual(["400", "399"]);
    expect(await ids({ start: 0, end: 0 })).toEqual([]);
    expect(await ids({ start: null, end: null })).toHaveLength(4);
    expect(await ids({ text: "too late" })).toEqual(["499"]);
    expect(await ids({ text: "ZEBRA" })).toEqual(["500"]);
    expect(await ids({ text: "40" })).toEqual(["400"]);
  });

  test("have a cursor only if more follow", async () => {
    const caller = await metered.newCaller();
    await logged(caller, [{ requestId: "a" }, { requestId: "b" }, { requestId: "c", startedAt: 900 }]);
    const ids = ({ calls }: Awaited<ReturnType<typeof list>>) => calls.map(({ id }) => id);
    expect((await list(caller.account.id, { limit: 3 })).cursor).toBeNull();
    const first = await list(caller.account.id, { limit: 1 });
    expect(ids(first)).toEqual(["a"]);
    const second = await list(caller.account.id, { limit: 1, cursor: first.cursor });
    expect(ids(second)).toEqual(["b"]);
    const third = await list(caller.account.id, { limit: 1, cursor: second.cursor });
    expect([ids(third), third.cursor]).toEqual([["c"], null]);
  });
});
