import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { compileRequest } from "../contract/reading/read-request.ts";
import { readWarc } from "../extraction/recording/warc.ts";
import { limits } from "../limits/limits.ts";
import { toySource } from "../source-testing/toy-source.ts";
import { createEvidence } from "./evidence.ts";
import { newCallState, type OperationCall } from "./operation-call.ts";

const source = toySource();
const [operation] = source.operations;
const entry = { source, operation, name: "toy/rows", read: compileRequest(operation.request) };
const WEEK_MS = 7 * 86_400_000;

describeOnDrawnStores("evidence", (store) => {
  const metered = useMetered(store);
  const evidence = () =>
    createEvidence({ db: metered.store.db, clock: metered.clock, originOf: () => "https://toy.example" });

  async function kept(bodies: string[], over: Partial<OperationCall> = {}): Promise<OperationCall> {
    const call: OperationCall = {
      entry,
      entryPoint: "http",
      request: { count: 1 },
      options: {},
      disconnect: new AbortController().signal,
      caller: over.caller ?? (await metered.newCaller()),
      state: newCallState(metered.clock.now()),
      ...over,
    };
    for (const body of bodies) {
      const recorder = evidence().recorder(call);
      recorder.onExchange({
        url: "https://toy.example/",
        method: "GET",
        requestHeaders: {},
        requestBody: null,
        status: 200,
        headers: {},
        setCookies: [],
        body: Buffer.from(body),
      });
      await evidence().keep(call, recorder);
    }
    return call;
  }

  test("evidence is available for a week, complete, to its own account; a reused request id keeps the latest", async () => {
    const { caller, state } = await kept(["first", "second"]);
    const warc = await evidence().find(caller.account.id, state.requestId, null);
    expect(Buffer.from((await readWarc(await buffer(warc!()))).exchanges[0]!.body).toString()).toBe("second");
    expect(await evidence().find((await metered.newCaller()).account.id, state.requestId, null)).toBeNull();
    metered.clock.advance(WEEK_MS - 1);
    expect(await evidence().find(caller.account.id, state.requestId, null)).not.toBeNull();
    metered.clock.advance(1);
    expect(await evidence().find(caller.account.id, state.requestId, null)).toBeNull();
  });

  test("evidence is kept for limits.evidenceKept calls of an account, and no more; other accounts are not affected", async () => {
    const { caller } = await kept(["x"]);
    const { db } = metered.store;
    const [row] = await db.selectFrom("evidence").where("account_id", "=", caller.account.id).selectAll().execute();
    const more = Array.from({ length: limits.evidenceKept.max - 1 }, (_, at) => ({ ...row!, request_id: `r${at}` }));
    for (let at = 0; at < more.length; at += 500)
      await db
        .insertInto("evidence")
        .values(more.slice(at, at + 500))
        .execute();
    const { state } = await kept(["y"], { caller, options: { evidence: "keep" } });
    expect(await evidence().find(caller.account.id, state.requestId, null)).toBeNull();
    const other = await kept(["z"]);
    expect(await evidence().find(other.caller.account.id, other.state.requestId, null)).not.toBeNull();
    await db.deleteFrom("evidence").execute();
  });

  test("evidence of calls that only warn leaves half of the limit to calls whose caller asked for it", async () => {
    const { caller } = await kept(["x"]);
    const { db } = metered.store;
    const [row] = await db.selectFrom("evidence").where("account_id", "=", caller.account.id).selectAll().execute();
    const half = Array.from({ length: limits.evidenceKept.max / 2 - 1 }, (_, at) => ({
      ...row!,
      request_id: `r${at}`,
    }));
    await db.insertInto("evidence").values(half).execute();
    const isKept = async (over: Partial<OperationCall>) => {
      const { state } = await kept(["y"], { caller, ...over });
      return (await evidence().find(caller.account.id, state.requestId, null)) !== null;
    };
    expect([await isKept({}), await isKept({ options: { evidence: "keep" } })]).toEqual([false, true]);
    await db.deleteFrom("evidence").execute();
  });

  test("evidence is deleted by maintenance after its week, and not before", async () => {
    await kept(["x"]);
    const rows = () => metered.store.db.selectFrom("evidence").select("request_id").execute();
    while ((await metered.metering.maintenance.deleteOld()) > 0);
    expect(await rows()).toHaveLength(1);
    metered.clock.advance(WEEK_MS);
    while ((await metered.metering.maintenance.deleteOld()) > 0);
    expect(await rows()).toEqual([]);
  });

  test("records what was requested from which site", async () => {
    const { caller, state } = await kept(["x"]);
    expect(
      await readWarc(await buffer((await evidence().find(caller.account.id, state.requestId, null))!())),
    ).toMatchObject({
      source: "toy",
      operation: "/api/toy/rows",
      request: { count: 1 },
      truncated: false,
      origins: { site: "https://toy.example" },
    });
  });

  test("evidence is available for its own request, and to keys of its source", async () => {
    const { caller, state } = await kept(["x"]);
    const { id } = caller.account;
    expect(await evidence().find(id, state.requestId, ["stays", "toy"])).not.toBeNull();
    expect(await evidence().find(id, state.requestId, ["stays"])).toBeNull();
    expect(await evidence().find(id, state.requestId, [])).toBeNull();
    expect(await evidence().find(id, state.requestId, null)).not.toBeNull();
    expect(await evidence().find(id, crypto.randomUUID(), null)).toBeNull();
    expect(await evidence().find(id, crypto.randomUUID(), ["toy"])).toBeNull();
  });

  test("evidence is neither read nor replaced by a key of another source that reuses its request id", async () => {
    const { caller, state } = await kept(["first"]);
    const { id } = caller.account;
    const narrow = { ...caller, key: { ...caller.key, sources: ["other"] } };
    await metered.hold(narrow, { requestId: state.requestId, source: "other" });
    expect(await evidence().find(id, state.requestId, ["other"])).toBeNull();
    const other = { ...entry, source: { ...source, name: "other" } };
    await kept(["second"], { entry: other, caller: narrow, state });
    expect(await evidence().find(id, state.requestId, ["other"])).toBeNull();
    const warc = await evidence().find(id, state.requestId, null);
    expect(Buffer.from((await readWarc(await buffer(warc!()))).exchanges[0]!.body).toString()).toBe("first");
  });
});
