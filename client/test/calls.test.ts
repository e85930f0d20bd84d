import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";
import {
  AnswerNotKept,
  type ApiError,
  ConnectionFailed,
  Forbidden,
  RateLimited,
  type Retry,
  ServerFault,
  Unauthorized,
  Unavailable,
  ValidationFailed,
  Winnow,
} from "../src/index.ts";
import { version } from "../src/version.ts";
import { faultyProxy } from "./support/faulty-proxy.ts";

let service: TestService;
let proxy: Awaited<ReturnType<typeof faultyProxy>>;
let key: string;
let waits: number[];
let winnow: Winnow;
beforeAll(async () => {
  service = await startTestService({ sourcesFolder: await sourcesFolder({ toyshelf: toySource("toyshelf") }) });
  proxy = await faultyProxy(service.address);
});
afterAll(async () => {
  proxy.close();
  await service.close();
});
beforeEach(async () => {
  key = await service.createKey({ points: 100 });
  waits = [];
  winnow = clientWith({ key });
  proxy.faults.length = 0;
  proxy.seen.length = 0;
});

const clientWith = (options: { key: string }) =>
  new Winnow({
    url: `${proxy.url}/`,
    ...options,
    wait: async (delay) => void waits.push(delay),
  });

interface Shelf {
  shelf: string;
  count: number;
  timeout?: number;
}
const things = (of = winnow) => of.operation<Shelf, { id: string; name: string }>("toyshelf/things");
const pointsLeft = async () => (await winnow.token.statistic())[0]!.points;
const statuses = async () =>
  (await Array.fromAsync(winnow.token.requests())).map(({ response_status_code }) => response_status_code);

describe("a call that fails in transit", () => {
  test.each(["lose the answer", "cut the answer"] as const)(
    "%s: is retried with the same key and charged once",
    async (fault) => {
      proxy.faults.push(fault);
      const answer = await things().detailed({ shelf: "top", count: 5 });
      expect(answer.records).toHaveLength(5);
      expect(answer.replayed).toBe(true);
      expect(proxy.seen).toHaveLength(2);
      expect(proxy.seen[0]!["idempotency-key"]).toBe(proxy.seen[1]!["idempotency-key"]);
      expect([await pointsLeft(), await statuses()]).toEqual([97, [200]]);
    },
  );

  test("a lost response that was not kept throws an error of its own, which says that the call was charged", async () => {
    proxy.faults.push("lose the answer");
    const error = await things()({ shelf: "top", count: 5 }, { retain: "none" }).catch((thrown) => thrown);
    expect([error.constructor, error.code, error.status]).toEqual([AnswerNotKept, "result_not_kept", 422]);
    expect(error.message).toContain("succeeded and was charged, and its answer was not kept");
    expect([proxy.seen.length, await pointsLeft()]).toEqual([2, 97]);
  });

  test("two calls have different idempotency keys, and both are charged", async () => {
    await things()({ shelf: "top", count: 5 });
    await things()({ shelf: "top", count: 5 });
    expect(await pointsLeft()).toBe(94);
  });

  test("429 waits for Retry-After, plus jitter", async () => {
    proxy.faults.push({ status: 429, headers: { "retry-after": "7" } });
    await things()({ shelf: "top", count: 1 });
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(7_000);
    expect(waits[0]).toBeLessThanOrEqual(7_250);
  });

  test("429 with a Retry-After that is too long throws immediately", async () => {
    proxy.faults.push({ status: 429, headers: { "retry-after": "3600" } });
    const error = await things()({ shelf: "top", count: 1 }).catch((thrown) => thrown);
    expect([error.constructor, error.retryAfter, waits]).toEqual([RateLimited, 3600, []]);
  });

  test("5xx is retried with increasing delays, and thrown when the retries run out", async () => {
    proxy.faults.push({ status: 502 }, { status: 500 }, { status: 503 }, { status: 504 });
    const told: Retry[] = [];
    const error = await things()({ shelf: "top", count: 1 }, { onRetry: (retry) => told.push(retry) }).catch((e) => e);
    expect([error.constructor, error.status, error.code]).toEqual([ServerFault, 504, null]);
    expect(waits.map((wait, i) => wait >= 250 * 2 ** i && wait <= 500 * 2 ** i)).toEqual([true, true, true]);
    expect(told.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  });

  test("maxRetries: 0 tries once", async () => {
    proxy.faults.push({ status: 500 });
    await expect(things()({ shelf: "top", count: 1 }, { maxRetries: 0 })).rejects.toThrow(ServerFault);
    expect(proxy.seen).toHaveLength(1);
  });

  test("a call whose first attempt is still in flight waits for its response", async () => {
    proxy.faults.push(...Array.from({ length: 6 }, () => ({ status: 409, headers: { "retry-after": "1" } })));
    expect(await things()({ shelf: "top", count: 2 }, { maxRetries: 1 })).toHaveLength(2);
    expect(waits).toHaveLength(6);
  });

  test("an unreachable service is ConnectionFailed", async () => {
    const gone = new Winnow({ url: "http://127.0.0.1:9", key, wait: async () => {} });
    await expect(gone.token.statistic()).rejects.toThrow(ConnectionFailed);
  });
});

describe("headers, logging and options", () => {
  test("sends its own user agent and the headers of client and call, where the call's win", async () => {
    const own = new Winnow({ url: proxy.url, key, headers: { "x-team": "a", "x-trace": "1" } });
    await things(own)({ shelf: "top", count: 1 }, { headers: { "x-trace": "2" } });
    expect(proxy.seen[0]).toMatchObject({ "x-team": "a", "x-trace": "2" });
    expect(proxy.seen[0]!["user-agent"]).toBe(`winnow-client/${version} node/${process.versions.node}`);
  });

  test("the logger gets attempts and retries, never the key", async () => {
    proxy.faults.push({ status: 500 });
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    await things()({ shelf: "top", count: 1 }, { logger: { debug: log, info: log } });
    expect(lines).toEqual([
      expect.stringMatching(/^POST \/api\/toyshelf\/things: 500 in \d+ ms/),
      expect.stringMatching(/again in \d+ ms/),
      expect.stringMatching(/: 200 in \d+ ms, request [0-9a-f-]{36}$/),
    ]);
    expect(lines.join()).not.toContain(key);
  });

  test("a call's fetch and timeout override the client's", async () => {
    const never: typeof fetch = () => new Promise(() => {});
    const stuck = new Winnow({ url: service.address, key, fetch: never, timeout: 600, maxRetries: 0 });
    await expect(things(stuck)({ shelf: "top", count: 1 }, { timeout: 0.01 })).rejects.toThrow("no answer in time");
    expect(await things(stuck)({ shelf: "top", count: 2 }, { fetch })).toHaveLength(2);
  });

  test("a missing or malformed address or key is reported immediately", () => {
    for (const name of ["WINNOW_URL", "WINNOW_KEY"]) vi.stubEnv(name, undefined);
    expect(() => new Winnow()).toThrow("set WINNOW_URL");
    expect(() => new Winnow({ url: service.address })).toThrow("set WINNOW_KEY");
    expect(() => new Winnow({ url: "service.example", key })).toThrow("must begin with http");
    expect(() => new Winnow({ url: service.address, key: `${key}\n` })).toThrow("has invalid characters");
    vi.stubEnv("WINNOW_URL", service.address);
    vi.stubEnv("WINNOW_KEY", key);
    expect(new Winnow()).toBeInstanceOf(Winnow);
    vi.unstubAllEnvs();
  });

  test("a web page or a redirect instead of a response is reported as such, and not retried", async () => {
    const page = { status: 200, headers: { "content-type": "text/html" } };
    proxy.faults.push(page, page, { status: 302, headers: { location: "https://login.example/" } });
    const said = /answered 200 with text\/html, which is not what a Winnow service answers.*check the address/;
    await expect(things()({ shelf: "top", count: 1 })).rejects.toThrow(said);
    await expect(things().stream({ shelf: "top", count: 1 }).next()).rejects.toThrow(said);
    await expect(things()({ shelf: "top", count: 1 })).rejects.toThrow("302 with a redirect to https://login.example/");
    expect(waits).toEqual([]);
  });

  test("an earlier answer of the allowed age is free and names its request", async () => {
    const request = { shelf: "fresh", count: 11 };
    const { facts: first } = await things()(request);
    const { facts: again } = await things()(request, { maxAge: 600, staleIfError: 60 });
    expect([first.cache, again.creditsCharged]).toEqual([null, 0]);
    expect([again.cache, again.cachedRequestId]).toEqual(["hit", first.requestId]);
  });

  test("a tag is counted in usage by tag", async () => {
    await things()({ shelf: "top", count: 1 }, { tag: ["team-a", "nightly"] });
    await things()({ shelf: "top", count: 1 }, { tag: "nightly" });
    const rows = (await winnow.token.tags()).map(({ tag, requests, points }) => [tag, requests, points]);
    expect(rows).toEqual([
      ["nightly", 2, 6],
      ["team-a", 1, 3],
    ]);
  });

  test("a call that leaves no trace is in the history with its cost alone", async () => {
    await things()({ shelf: "unseen", count: 1 }, { retain: "none" });
    await things()({ shelf: "seen", count: 1 });
    const rows = await Array.fromAsync(winnow.token.requests());
    expect(rows.map(({ cost, response_count }) => [cost, response_count])).toEqual([
      [3, 1],
      [3, 0],
    ]);
  });

  test("a test key gets the fault that it asks for", async () => {
    const practice = things(clientWith({ key: await service.createKey({ mode: "test" }) }));
    const walled = practice({ shelf: "top", count: 1 }, { fault: "wall" });
    await expect(walled).rejects.toMatchObject({ status: 412, code: "blocked" });
    expect(await practice({ shelf: "top", count: 1 })).toHaveLength(1);
  });

  test("every result has its facts", async () => {
    const records = await things()({ shelf: "told", count: 11 });
    const { windows, requestId, seconds, ...facts } = records.facts;
    expect(facts).toEqual({
      creditsCharged: 6,
      pointsLeft: 94,
      resultsEnd: "count",
      resultsTotal: 77,
      replayed: false,
      age: null,
      standIn: true,
      cache: null,
      cachedRequestId: null,
      resolved: { shelf: "Полка 1", id: 5 },
      warnings: ["radius_without_location"],
    });
    expect(windows.map(({ name, limit, left }) => [name, limit - left])).toEqual(
      ["ten_second", "minutely", "hourly", "daily", "monthly"].map((name) => [name, 1]),
    );
    expect(windows[1]!.seconds).toBe(60);
    expect(Object.keys(records)).toHaveLength(11);
  });
});

describe("an error from the service", () => {
  test("401, 403, 412 and 422 have classes, are not retried and cost nothing", async () => {
    const cases: Array<[type: typeof ApiError, code: string, request: Shelf, of?: Winnow, maxCost?: number]> = [
      [Unauthorized, "key_invalid", { shelf: "top", count: 1 }, clientWith({ key: "wrong" })],
      [Forbidden, "over_max_cost", { shelf: "top", count: 1 }, winnow, 1],
      [Forbidden, "not_enough_points", { shelf: "top", count: 9_999 }],
      [Unavailable, "no_such_thing", { shelf: "none", count: 1 }],
      [ValidationFailed, "validation", { shelf: "", count: 0 }],
    ];
    for (const [type, code, request, of = winnow, maxCost] of cases) {
      const options = maxCost === undefined ? {} : { maxCost };
      const error = await things(of)(request, options).catch((thrown: any) => thrown);
      expect([error.constructor, error.code, typeof error.requestId]).toEqual([type, code, "string"]);
      expect(error.advice).toMatch(/\w/);
    }
    expect([waits, await pointsLeft()]).toEqual([[], 100]);
  });

  test("422 names the fields", async () => {
    const error: ValidationFailed = await things()({ shelf: "", count: 0 }).catch((thrown) => thrown);
    expect(error.items.map(({ loc }) => loc.join("."))).toEqual(["body.shelf", "body.count"]);
    expect(error.message).toContain("body.count: Input should be greater than or equal to 1");
  });
});

describe("records as they arrive", () => {
  test("for await yields all of them, charged at the end", async () => {
    const ids: string[] = [];
    const stream = things().stream({ shelf: "top", count: 15 });
    expect(stream.facts).toBeNull();
    for await (const { id } of stream) ids.push(id);
    expect(ids).toEqual(Array.from({ length: 15 }, (_, i) => String(i)));
    expect(stream.facts).toMatchObject({ creditsCharged: 6, pointsLeft: 94, resultsEnd: "count" });
    expect(await pointsLeft()).toBe(94);
  });

  test("an error before the first record has its class, and 5xx is retried", async () => {
    await expect(things().stream({ shelf: "none", count: 5 }).next()).rejects.toThrow(Unavailable);
    proxy.faults.push({ status: 500 });
    expect(await Array.fromAsync(things().stream({ shelf: "top", count: 3 }))).toHaveLength(3);
    expect(waits).toHaveLength(1);
  });

  test("an error after some records is thrown where the stream stopped, and nothing is charged", async () => {
    const ids: string[] = [];
    const read = async () => {
      for await (const { id } of things().stream({ shelf: "half", count: 20 })) ids.push(id);
    };
    const error = await read().catch((thrown) => thrown);
    expect([error.constructor, error.message, ids.length]).toEqual([Unavailable, "no such shelf", 10]);
    expect(await pointsLeft()).toBe(100);
  });

  test("a stream that is cut short is ConnectionFailed, not a shorter list", async () => {
    proxy.faults.push("cut the answer");
    const read = Array.fromAsync(things().stream({ shelf: "top", count: 15 }));
    await expect(read).rejects.toThrow(ConnectionFailed);
  });

  test("a stream that ends before its summary is cut short, even between two records", async () => {
    const short: typeof fetch = async (...call) => {
      const answer = await fetch(...call);
      const lines = (await answer.text()).split("\n").slice(0, 7);
      return new Response(`${lines.join("\n")}\n`, { headers: answer.headers });
    };
    const read = Array.fromAsync(things().stream({ shelf: "top", count: 15 }, { fetch: short }));
    await expect(read).rejects.toThrow("cut short after a record");
  });

  test("leaving the loop stops the work, and sent records are charged", async () => {
    const direct = new Winnow({ url: service.address, key });
    for await (const _ of things(direct).stream({ shelf: "slow", count: 20 })) break;
    await expect.poll(statuses).toEqual([200]);
    expect(await pointsLeft()).toBe(97);
  });
});

describe("aborting and previewing", () => {
  test("a signal aborts the call with its own reason", async () => {
    const stop = new AbortController();
    const direct = new Winnow({ url: service.address, key });
    const running = things(direct)({ shelf: "slow", count: 20 }, { signal: stop.signal });
    await expect.poll(async () => (await winnow.token.statistic())[0]!.monthly_usage).toBe(1);
    stop.abort(new Error("changed my mind"));
    await expect(running).rejects.toThrow("changed my mind");
    await expect.poll(statuses).toEqual([499]);
  });

  test("a signal aborts immediately, even if fetch ignores it, and during a wait between attempts", async () => {
    const stop = new AbortController();
    const deaf = things()({ shelf: "top", count: 1 }, { signal: stop.signal, fetch: () => new Promise(() => {}) });
    stop.abort(new Error("changed my mind"));
    await expect(deaf).rejects.toThrow("changed my mind");
    const later = new AbortController();
    proxy.faults.push({ status: 429, headers: { "retry-after": "60" } });
    const patient = new Winnow({ url: proxy.url, key });
    const onRetry = () => later.abort(new Error("not that long"));
    await expect(things(patient)({ shelf: "top", count: 1 }, { signal: later.signal, onRetry })).rejects.toThrow(
      "not that long",
    );
  });

  test("closing a client aborts calls in flight, and later calls fail immediately", async () => {
    const direct = new Winnow({ url: service.address, key });
    const running = things(direct)({ shelf: "never", count: 1 });
    await direct[Symbol.asyncDispose]();
    await expect(running).rejects.toThrow("the client was closed");
    await expect(direct.token.statistic()).rejects.toThrow("the client was closed");
  });

  test("a preview is free and returns the most a call can cost", async () => {
    const { max_cost, points, windows } = await things().preview({ shelf: "top", count: 11 });
    expect([max_cost, points, windows.length]).toEqual([6, 100, 5]);
    expect(await statuses()).toEqual([]);
  });

  test("the history is read to its end, page by page", async () => {
    const rich = new Winnow({ url: service.address, key: await service.createKey({ points: 1_000 }) });
    await Promise.all(Array.from({ length: 104 }, () => things(rich)({ shelf: "top", count: 1 })));
    const ids = new Set((await Array.fromAsync(rich.token.requests())).map(({ id }) => id));
    expect([ids.size, await rich.token.countRequests()]).toEqual([104, 104]);
    expect(await rich.token.countRequests({ end: new Date(0) })).toBe(0);
  });
});
