import { randomBytes } from "node:crypto";
import { zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { useMetered } from "../../test/support/metering/metered.ts";
import { outcome } from "../../test/support/metering/requests.ts";
import { describeOnBothStores } from "../../test/support/store/stores.ts";
import { filtered, textIn } from "./history-filter.ts";
import { createResultStore } from "./result-store.ts";
import type { Hold, StoredAnswer } from "./types.ts";

describeOnBothStores("stored responses", (fresh) => {
  const metered = useMetered(fresh);
  const hold = (id: number) => ({ id: String(id), requestId: `request ${id}`, accountId: "account" }) as Hold;
  const answer = (body: string | Uint8Array): StoredAnswer => ({
    status: 200,
    headers: { "x-a": "b" },
    body: Buffer.from(body),
  });
  const later = (ms: number) => metered.clock.now() + ms;

  test("stored responses are readable while queued and when written, until they expire", async () => {
    const store = createResultStore(metered.store, metered.clock);
    store.keep(hold(1), answer("[1]"), later(1_000));
    store.keep(hold(2), answer("[2]"), later(0));
    const shown = { status: 200, headers: { "x-a": "b" }, requestId: "request 1" };
    expect(await store.read(1)).toMatchObject(shown);
    expect(await store.read(2)).toBeNull();
    await store.written();
    const written = await store.read(1);
    expect(written).toMatchObject(shown);
    expect(Buffer.from(written!.body).toString()).toBe("[1]");
    expect([await store.read(2), await store.read(3)]).toEqual([null, null]);
    metered.clock.advance(999);
    expect(await store.read(1)).not.toBeNull();
    metered.clock.advance(1);
    expect(await store.read(1)).toBeNull();
    const row = await metered.store.db.selectFrom("answers").where("request_no", "=", 1).selectAll().executeTakeFirst();
    expect(row).toMatchObject({ account_id: "account", request_id: "request 1", status: 200 });
    expect(zstdDecompressSync(row!.body).toString()).toBe("[1]");
  });

  test("stored responses are stored many at once, small and large", async () => {
    const store = createResultStore(metered.store, metered.clock);
    const bodies = Array.from({ length: 45 }, (_, no) =>
      no % 9 === 0 ? "x".repeat(70_000 + no) : `[${no}]`.repeat(no),
    );
    for (const [no, body] of bodies.entries()) store.keep(hold(100 + no), answer(body), later(1_000));
    await store.written();
    const kept = await Promise.all(bodies.map((_, no) => store.read(100 + no)));
    expect(kept.map((one) => Buffer.from(one!.body).toString())).toEqual(bodies);
  });

  test("stored responses are read in bounded pieces, and only as far as they are taken", async () => {
    const store = createResultStore(metered.store, metered.clock);
    const body = randomBytes(1_000_000);
    store.keep(hold(21), answer(body), later(1_000));
    store.keep(hold(22), answer("x".repeat(5_000_000)), later(1_000));
    await store.written();
    for (const [no, length] of [
      [21, 1_000_000],
      [22, 5_000_000],
    ] as const) {
      const pieces = await Array.fromAsync((await store.open(no))!.pieces());
      expect(pieces.length).toBeGreaterThan(10);
      expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(128 * 1024);
      expect(pieces.reduce((sum, piece) => sum + piece.length, 0)).toBe(length);
      if (no === 21) expect(Buffer.concat(pieces).equals(body)).toBe(true);
    }
    const opened = (await store.open(21))!;
    const reading = opened.pieces()[Symbol.asyncIterator]();
    expect((await reading.next()).done).toBe(false);
    await reading.return?.();
    expect(Buffer.concat(await Array.fromAsync(opened.pieces())).equals(body)).toBe(true);
  });

  test("stored responses that are deleted while they are read are not taken for whole ones", async () => {
    const store = createResultStore(metered.store, metered.clock);
    store.keep(hold(31), answer(randomBytes(1_000_000)), later(1_000));
    await store.written();
    const opened = (await store.open(31))!;
    await metered.store.db.deleteFrom("answers").where("request_no", "=", 31).execute();
    await expect(Array.fromAsync(opened.pieces())).rejects.toThrow("ended early");
  });

  test("stored responses that are queued are 32 MB at most; written ones free capacity, and one that cannot be written is dropped", async () => {
    const store = createResultStore(metered.store, metered.clock);
    const large = new Uint8Array(2 ** 24);
    store.keep(hold(11), answer(large), later(1_000));
    store.keep(hold(12), answer(large), later(1_000));
    store.keep(hold(13), answer("x"), later(1_000));
    expect(await store.read(13)).toBeNull();
    await store.written();
    expect(await store.read(12)).not.toBeNull();
    store.keep({ ...hold(14), accountId: null as never }, answer("x"), later(1_000));
    await store.written();
    store.keep(hold(15), answer(large), later(1_000));
    store.keep(hold(16), answer(large), later(1_000));
    await store.written();
    const kept = await Promise.all([14, 15, 16].map((no) => store.read(no)));
    expect(kept.map(Boolean)).toEqual([false, true, true]);
  });

  test("rows are found by literal text, whatever a pattern would make of it", async () => {
    const caller = await metered.newCaller();
    const texts = ["100% of a_b", "1000 of a-b", "back\\slash"];
    for (const errorText of texts) {
      const held = await metered.hold(caller, { params: { word: "Zebra" } });
      await metered.metering.settle(held, outcome({ status: 412, cost: 0, errorText }));
    }
    const found = async (text: string) => {
      const query = filtered(metered.store.db.selectFrom("requests"), { accountId: caller.account.id, text });
      return (await query.orderBy("no").select("error_text").execute()).map(({ error_text }) => error_text);
    };
    expect(await found("100%")).toEqual([texts[0]]);
    expect(await found("A_B")).toEqual([texts[0]]);
    expect(await found("k\\s")).toEqual([texts[2]]);
    expect(await found("zebra")).toEqual(texts);
    const only = filtered(metered.store.db.selectFrom("requests"), { accountId: caller.account.id });
    expect(
      await only
        .where(textIn(["error_text"], "zebra"))
        .select("no")
        .execute(),
    ).toEqual([]);
  });

  test("a job's admission is its open hold, how it ended, or nothing", async () => {
    const { metering, clock } = metered;
    const caller = await metered.newCaller("free", 100);
    const { id } = caller.account;
    const requestId = crypto.randomUUID();
    expect(await metering.admissionOf(id, requestId)).toBeNull();
    const direct = crypto.randomUUID();
    await metered.hold(caller, { requestId: direct, maxCost: 1 });
    expect(await metering.admissionOf(id, direct)).toBeNull();
    const held = await metered.hold(caller, { requestId, entryPoint: "jobs", holdSeconds: 900, maxCost: 7 });
    expect(held.expiresAt).toBe(clock.now() + 930_000);
    expect(await metering.admissionOf(id, requestId)).toEqual({ kind: "open", hold: held });
    expect(await metering.admissionOf("another", requestId)).toBeNull();
    const facts = {
      resultsEnd: "count",
      resultsTotal: 9,
      resolved: { a: "b" },
      warnings: ["stream_left"],
      age: null,
      standIn: null,
      recalled: null,
    } as const;
    const given = outcome({ cost: 5, facts: { ...facts, warnings: [...facts.warnings] } });
    const ended = {
      status: 200,
      cost: 5,
      results: 20,
      pages: 1,
      errorText: null,
      facts: {
        results_end: "count",
        results_total: 9,
        resolved: '{"a":"b"}',
        warnings: "stream_left",
        age: null,
        stand_in: null,
        recalled: null,
      },
    };
    expect((await metering.settle(held, given)).ended).toEqual(ended);
    expect(await metering.admissionOf(id, requestId)).toEqual({ kind: "ended", ...ended });
    // A second settlement changes nothing, so it does not know how the request ended.
    expect((await metering.settle(held, outcome({ cost: 1 }))).ended).toBeNull();
  });
});
