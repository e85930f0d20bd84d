import { afterEach, describe, expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import type { Operation } from "../contract/operation.ts";
import { cachedForADay } from "../contract/operation.ts";
import type { StandInCall, StandInReply } from "../contract/stand-in.ts";
import { type StandInBench, standInFor } from "../source-testing/stand-in-for.ts";
import { toyPage, toySource } from "../source-testing/toy-source.ts";
import { savedAnswer } from "./answer.ts";
import { createRecorder } from "./recording/recorder.ts";
import { asAnswered, conditional, conditionalHeaders, ValidatedAnswers } from "./validated-answers.ts";

describe("through the engine", () => {
  let bench: StandInBench;
  afterEach(() => bench.close());

  /** A site whose pages have validators, and which sends no page twice to a client that has it. */
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

  test("a lookup is revalidated the second time; a 304 returns the earlier response", async () => {
    const { ids, now, statuses } = await site();
    const first = await ids();
    expect(await ids()).toEqual(first);
    now.etag = '"two"';
    expect(await ids()).toEqual(first);
    expect(await ids()).toEqual(first);
    expect(bench.calls.map(({ headers }) => headers["if-none-match"])).toEqual([undefined, '"one"', '"one"', '"two"']);
    expect(statuses).toEqual([200, 304, 200, 304]);
  });

  test("the modification date is used if there is no tag", async () => {
    const { ids, now, statuses } = await site();
    now.etag = null;
    now.modified = "Sun, 15 Nov 2026 08:00:00 GMT";
    await ids();
    await ids();
    expect(bench.calls[1]!.headers["if-modified-since"]).toBe(now.modified);
    expect(statuses).toEqual([200, 304]);
  });

  test("another request is another page; requests that are not lookups, or are recorded, are sent in full", async () => {
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
    const about = { source: "toy", operation: rows.path, request: {}, origins: {} };
    const recorder = createRecorder(about, () => 0);
    const recorded = bench.engine.extract({
      source,
      operation: rows,
      request: { count: 20, keyword: "", timeout: 30 },
      caller: "test",
      requestId: crypto.randomUUID(),
      disconnect: new AbortController().signal,
      recorder,
    });
    expect(await Array.fromAsync(recorded)).toHaveLength(20);
    expect(recorder.recording().exchanges.map(({ status }) => status)).toEqual([200]);
  });

  test("a response that was not understood is never reused", async () => {
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

describe("a kept response", () => {
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

  test("a kept response is identified by its request's headers, is a GET, and expires after a week", () => {
    const answers = new ValidatedAnswers(clock);
    answers.keep({ path: "/", headers: { "Accept-Language": "nl" } }, answer({ etag: "x" }));
    answers.keep({ path: "/post", method: "POST" }, answer({ etag: "x" }));
    expect(answers.find({ path: "/", headers: { "accept-language": "nl" } })).not.toBeNull();
    expect(answers.find({ path: "/", headers: { "accept-language": "en" } })).toBeNull();
    expect(answers.find({ path: "/post" })).toBeNull();
    clock.advance(7 * 86_400_000);
    expect(answers.find({ path: "/", headers: { "accept-language": "nl" } })).toBeNull();
  });

  test("counts towards a bound: the oldest is evicted", () => {
    const answers = new ValidatedAnswers(clock);
    for (let at = 0; at < 201; at++) answers.keep({ path: `/${at}` }, answer({ etag: "x" }));
    expect(answers.find({ path: "/0" })).toBeNull();
    expect(answers.find({ path: "/1" })).not.toBeNull();
    for (let at = 0; at < 17; at++) answers.keep({ path: `/large/${at}` }, answer({ etag: "x" }, 1024 * 1024));
    expect(answers.find({ path: "/200" })).toBeNull();
    expect(answers.find({ path: "/large/16" })).not.toBeNull();
  });

  test("a kept response is at most exactly as large as allowed", () => {
    const max = 1024 * 1024;
    expect([isKept({ etag: "x" }, max), isKept({ etag: "x" }, max + 1)]).toEqual([true, false]);
    expect([
      isKept({ "last-modified": "d" }),
      isKept({ etag: "x", vary: " * " }),
      isKept({ etag: "x", vary: "a" }),
    ]).toEqual([true, false, true]);
    expect([
      isKept({ etag: "x", "cache-control": "NO-STORE" }),
      isKept({ etag: "x", "cache-control": "no-storeroom" }),
    ]).toEqual([false, true]);
  });

  test("a kept response is a 200 to a GET, identified by origin and path, whatever the order of its headers", () => {
    const answers = new ValidatedAnswers(clock);
    const kept = answer({ etag: "x" });
    answers.keep({ path: "/404" }, { ...kept, status: 404 });
    answers.keep({ path: "/get", method: "GET", headers: { a: "1", b: "2" } }, kept);
    expect(answers.find({ path: "/404" })).toBeNull();
    expect(answers.find({ path: "/get", headers: { B: "2", A: "1" } })).toMatchObject({ headers: { etag: "x" } });
    expect(answers.find({ path: "/get", headers: { a: "1", b: "3" } })).toBeNull();
    expect(answers.find({ path: "/get", headers: { a: "1", b: "2" }, origin: "site" })).not.toBeNull();
    expect(answers.find({ path: "/get", headers: { a: "1", b: "2" }, origin: "api" })).toBeNull();
    expect(answers.find({ path: "/other", headers: { a: "1", b: "2" } })).toBeNull();
  });

  test("lasts for exactly a week", () => {
    const answers = new ValidatedAnswers(clock);
    answers.keep({ path: "/" }, answer({ etag: "x" }));
    clock.advance(7 * 86_400_000 - 1);
    expect(answers.find({ path: "/" })).not.toBeNull();
    clock.advance(1);
    expect(answers.find({ path: "/" })).toBeNull();
  });

  test("counts towards sixteen megabytes in all, until it is replaced or expires", () => {
    const mega = 1024 * 1024;
    const answers = new ValidatedAnswers(clock);
    const keep = (path: string, bytes = mega) => answers.keep({ path }, answer({ etag: path }, bytes));
    for (let time = 0; time < 40; time++) keep("/again");
    for (let at = 1; at < 16; at++) keep(`/${at}`);
    expect(answers.find({ path: "/again" })).not.toBeNull();
    keep("/small", 1);
    expect([answers.find({ path: "/again" }), answers.find({ path: "/1" }) === null]).toEqual([null, false]);
    clock.advance(7 * 86_400_000);
    for (let at = 1; at < 16; at++) expect(answers.find({ path: `/${at}` })).toBeNull();
    answers.find({ path: "/small" });
    for (let at = 0; at < 16; at++) keep(`/new/${at}`);
    expect(answers.find({ path: "/new/0" })).not.toBeNull();
  });

  test("a kept response is one of at most two hundred, and becomes the newest when it is replaced", () => {
    const answers = new ValidatedAnswers(clock);
    for (let at = 0; at < 200; at++) answers.keep({ path: `/${at}` }, answer({ etag: "x" }));
    expect(answers.find({ path: "/0" })).not.toBeNull();
    answers.keep({ path: "/0" }, answer({ etag: "y" }));
    answers.keep({ path: "/more" }, answer({ etag: "x" }));
    expect([answers.find({ path: "/0" })?.headers.etag, answers.find({ path: "/1" })]).toEqual(["y", null]);
  });
});

test("a request for a kept response has its validators; a 304 returns the kept response with the new headers", () => {
  const known = savedAnswer(Buffer.from("page"), {
    headers: { etag: "x", "last-modified": "d", a: "1" },
    url: "https://s.example/",
  });
  expect(conditional({ path: "/p", headers: { b: "2" } }, known)).toEqual({
    path: "/p",
    headers: { b: "2", "if-none-match": "x", "if-modified-since": "d" },
  });
  expect([
    conditionalHeaders({ etag: "x" }),
    conditionalHeaders({ "last-modified": "d" }),
    conditionalHeaders({}),
  ]).toEqual([{ "if-none-match": "x" }, { "if-modified-since": "d" }, {}]);
  const same = asAnswered(known, savedAnswer(new Uint8Array(), { status: 304, headers: { a: "2" } }));
  expect(same).toMatchObject({ status: 200, url: "https://s.example/", headers: { etag: "x", a: "2" } });
  expect(same!.text()).toBe("page");
  expect(asAnswered(known, savedAnswer(new Uint8Array()))).toBeNull();
});
