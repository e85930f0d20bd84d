import { afterEach, describe, expect, test } from "vitest";
import { SimulatedClock } from "../clock.ts";
import { cachedForADay } from "../contract/cache-terms.ts";
import type { Operation } from "../contract/operation.ts";
import type { StandInCall, StandInReply } from "../contract/stand-in.ts";
import { savedAnswer } from "./answer.ts";
import { type StandInBench, standInFor } from "./testing/stand-in-for.ts";
import { toyPage, toySource } from "./testing/toy-source.ts";
import { ValidatedAnswers } from "./validated-answers.ts";

describe("through the engine", () => {
  let bench: StandInBench;
  afterEach(() => bench.close());

  /** A site that gives its pages validators, and sends no page twice to who has it. */
  async function site(changes: Partial<Operation> = { cache: cachedForADay() }) {
    const now = { etag: '"one"' as string | null, modified: null as string | null };
    const answer = (call: StandInCall): StandInReply => {
      const { "if-none-match": tag, "if-modified-since": since } = call.headers;
      const headers = { ...(now.etag && { etag: now.etag }), ...(now.modified && { "last-modified": now.modified }) };
      const isKnown = now.etag ? tag === now.etag : now.modified !== null && since === now.modified;
      if (isKnown) return { status: 304, headers, body: "" };
      const page = toyPage(call);
      return { ...page, headers: { ...page.headers, ...headers } };
    };
    const source = toySource({ answer });
    const rows = { ...source.operations[0], ...changes };
    source.operations[0] = rows;
    bench = await standInFor(source);
    const statuses: number[] = [];
    const ids = async (body = {}) => {
      const run = bench.start(rows, { count: 20, ...body });
      const records = await Array.fromAsync(run);
      statuses.push(run.stats.bytes > 0 ? 200 : 304);
      return records.map(({ id }) => id);
    };
    return { now, ids, statuses, rows };
  }

  test("a lookup is asked for the second time only if it has changed; a 304 is the answer that came before", async () => {
    const { ids, now, statuses } = await site();
    const first = await ids();
    expect(await ids()).toEqual(first);
    now.etag = '"two"';
    expect(await ids()).toEqual(first);
    expect(await ids()).toEqual(first);
    expect(bench.calls.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"one"', '"one"', '"two"']);
    expect(statuses).toEqual([200, 304, 200, 304]);
  });

  test("the date of the last change does where there is no tag", async () => {
    const { ids, now, statuses } = await site();
    now.etag = null;
    now.modified = "Sun, 15 Nov 2026 08:00:00 GMT";
    await ids();
    await ids();
    expect(bench.calls[1]!.headers["if-modified-since"]).toBe(now.modified);
    expect(statuses).toEqual([200, 304]);
  });

  test("another question is another page; what is no lookup is asked for in full, and so is what is recorded", async () => {
    const { ids } = await site();
    await ids();
    await ids({ keyword: "other" });
    await bench.close();
    const { ids: searched } = await site({});
    await searched();
    await searched();
    expect(bench.calls.every(({ headers }) => headers["if-none-match"] === undefined)).toBe(true);
    await bench.close();
    const { ids: looked, rows } = await site();
    await looked();
    const source = { ...toySource(), name: "toy" };
    const exchanges: number[] = [];
    const recorded = bench.engine.extract({
      ...{ source, operation: rows, request: { count: 20, keyword: "", timeout: 30 }, caller: "test" },
      ...{ requestId: crypto.randomUUID(), disconnect: new AbortController().signal },
      onExchange: ({ status }) => exchanges.push(status),
    });
    expect(await Array.fromAsync(recorded)).toHaveLength(20);
    expect(exchanges).toEqual([200]);
  });

  test("an answer that was not understood is never the one that still holds", async () => {
    const source = toySource({
      answer: ({ headers }) =>
        headers["if-none-match"]
          ? { status: 304, headers: {}, body: "" }
          : { status: 200, headers: { etag: '"x"', "content-type": "application/json" }, body: "{}" },
    });
    source.operations[0] = { ...source.operations[0], cache: cachedForADay() };
    bench = await standInFor(source);
    for (let run = 0; run < 2; run++) {
      await expect(bench.run(source.operations[0], { count: 20 })).rejects.toMatchObject({ code: "unreadable" });
    }
    expect(bench.calls.every(({ headers }) => headers["if-none-match"] === undefined)).toBe(true);
  });
});

describe("what is kept", () => {
  const clock = new SimulatedClock(Date.parse("2026-11-15T12:00:00Z"));
  const answer = (headers: Record<string, string>, bytes = 10) => savedAnswer(new Uint8Array(bytes), { headers });
  const isKept = (headers: Record<string, string>, bytes?: number) => {
    const answers = new ValidatedAnswers(clock);
    answers.keep({ path: "/" }, answer(headers, bytes));
    return answers.find({ path: "/" }) !== null;
  };

  test("has a validator, may be stored, and is no larger than a list of places", () => {
    expect(isKept({ etag: "x" })).toBe(true);
    expect(isKept({})).toBe(false);
    expect(isKept({ etag: "x", "cache-control": "private, no-store" })).toBe(false);
    expect(isKept({ etag: "x", vary: "*" })).toBe(false);
    expect(isKept({ etag: "x" }, 2 * 1024 * 1024)).toBe(false);
  });

  test("is told apart by what the request says, is a GET, and ends after a week", () => {
    const answers = new ValidatedAnswers(clock);
    answers.keep({ path: "/", headers: { "Accept-Language": "nl" } }, answer({ etag: "x" }));
    answers.keep({ path: "/post", method: "POST" }, answer({ etag: "x" }));
    expect(answers.find({ path: "/", headers: { "accept-language": "nl" } })).not.toBeNull();
    expect(answers.find({ path: "/", headers: { "accept-language": "en" } })).toBeNull();
    expect(answers.find({ path: "/post" })).toBeNull();
    clock.advance(7 * 86_400_000);
    expect(answers.find({ path: "/", headers: { "accept-language": "nl" } })).toBeNull();
  });

  test("is bounded: the oldest goes", () => {
    const answers = new ValidatedAnswers(clock);
    for (let at = 0; at < 201; at++) answers.keep({ path: `/${at}` }, answer({ etag: "x" }));
    expect(answers.find({ path: "/0" })).toBeNull();
    expect(answers.find({ path: "/1" })).not.toBeNull();
    for (let at = 0; at < 17; at++) answers.keep({ path: `/large/${at}` }, answer({ etag: "x" }, 1024 * 1024));
    expect(answers.find({ path: "/200" })).toBeNull();
    expect(answers.find({ path: "/large/16" })).not.toBeNull();
  });
});
