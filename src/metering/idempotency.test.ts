import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { outcome, request } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";

const answer = {
  status: 200,
  headers: { "content-type": "application/json" },
  body: new TextEncoder().encode('[{"name":"fiets \u{1F6B2}"}]'),
};
const once = { key: "once", digest: "digest of operation and body" };

describeOnBothStores("Idempotency-Key", (fresh) => {
  const metered = useMetered(fresh);

  test("100 equal concurrent requests run once and are charged once; then the response is replayed byte by byte", async () => {
    const { metering, newCaller } = metered;
    const caller = await newCaller();
    const admissions = await Promise.all(
      Array.from({ length: 100 }, () => metering.admit(request(caller, { idempotency: once }))),
    );
    const admitted = admissions.filter((admission) => admission.kind === "admitted");
    expect(admitted).toHaveLength(1);
    expect(admissions.filter(({ kind }) => kind === "running")).toHaveLength(99);
    await metering.settle(admitted[0]!.hold, outcome({ answer }));
    const replay = await metering.admit(request(caller, { idempotency: once }));
    if (replay.kind !== "replay") throw new Error(replay.kind);
    expect(replay).toMatchObject({ points: 990 });
    expect(replay.answer.status).toBe(200);
    expect(replay.answer.headers).toEqual(answer.headers);
    expect(Buffer.from(replay.answer.body).equals(answer.body)).toBe(true);
    expect(replay.windows.map(({ usage }) => usage)).toEqual([1, 1, 1, 1, 1]);
  });

  test("another body is rejected, while the first runs and after", async () => {
    const { metering, newCaller, hold } = metered;
    const caller = await newCaller();
    const held = await hold(caller, { idempotency: once });
    const other = request(caller, { idempotency: { key: "once", digest: "another" } });
    expect(await metering.admit(other)).toEqual({ kind: "other_body" });
    await metering.settle(held, outcome({ answer }));
    expect(await metering.admit(other)).toEqual({ kind: "other_body" });
  });

  test("keys belong to the account: another account runs, another key of the account replays", async () => {
    const { metering, newCaller, hold, accounts } = metered;
    const caller = await newCaller();
    await metering.settle(await hold(caller, { idempotency: once }), outcome({ answer }));
    expect((await metering.admit(request(await newCaller(), { idempotency: once }))).kind).toBe("admitted");
    const { key } = await accounts.createKey(caller.account.id, { name: "second" });
    expect((await metering.admit(request({ ...caller, key }, { idempotency: once }))).kind).toBe("replay");
  });

  test("the response is replayed for 24 hours, and then it runs again", async () => {
    const { metering, newCaller, hold, clock } = metered;
    const caller = await newCaller();
    await metering.settle(await hold(caller, { idempotency: once }), outcome({ answer }));
    clock.advance(86_400_000 - 1);
    expect((await metering.admit(request(caller, { idempotency: once }))).kind).toBe("replay");
    clock.advance(1);
    expect((await metering.admit(request(caller, { idempotency: once }))).kind).toBe("admitted");
  });

  test("a client that disconnected, and a process that died, leave no response: the next request runs", async () => {
    const { metering, newCaller, hold, clock } = metered;
    const caller = await newCaller();
    await metering.settle(await hold(caller, { idempotency: once }), outcome({ status: 499, cost: 0 }));
    const died = await hold(caller, { idempotency: once, timeoutSeconds: 20 });
    expect((await metering.admit(request(caller, { idempotency: once }))).kind).toBe("running");
    clock.advance(died.expiresAt - clock.now());
    const next = await hold(caller, { idempotency: once });
    expect((await metering.peek(caller)).points).toBe(980);
    // A later settlement by the dead process is ignored.
    expect(await metering.settle(died, outcome({ answer }))).toMatchObject({ charged: 0, points: 980 });
    await metering.settle(next, outcome({ answer }));
    expect((await metering.admit(request(caller, { idempotency: once }))).kind).toBe("replay");
  });

  test("a replay is returned to a key that is over a window", async () => {
    const { metering, newCaller, hold } = metered;
    const caller = await newCaller();
    await metering.settle(await hold(caller, { idempotency: once }), outcome({ answer }));
    for (let call = 0; call < 5; call++) await metering.admit(request(caller));
    expect((await metering.admit(request(caller))).kind).toBe("over_window");
    expect((await metering.admit(request(caller, { idempotency: once }))).kind).toBe("replay");
  });

  test("a response without an Idempotency-Key is kept for seven days, by its request id", async () => {
    const { metering, newCaller, hold, clock } = metered;
    const caller = await newCaller();
    const held = await hold(caller);
    await metering.settle(held, outcome({ answer }));
    const kept = await metering.answerOf(caller.account.id, held.requestId);
    expect(Buffer.from(kept!.body).equals(answer.body)).toBe(true);
    expect(await metering.answerOf("somebody else", held.requestId)).toBeNull();
    // Larger than the whole write queue: charged as usual, and dropped.
    const large = await hold(caller);
    const sent = { ...answer, body: new Uint8Array(33 * 2 ** 20) };
    expect(await metering.settle(large, outcome({ answer: sent }))).toMatchObject({ charged: 10 });
    expect(await metering.answerOf(caller.account.id, large.requestId)).toBeNull();
    clock.advance(7 * 86_400_000);
    await metering.maintenance.deleteOld();
    expect(await metering.answerOf(caller.account.id, held.requestId)).toBeNull();
  });
});
