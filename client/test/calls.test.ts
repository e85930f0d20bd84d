import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { sourcesFolder, toySource } from "../../test/support/toy-folder.ts";
import {
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

describe("a call that fails on its way", () => {
  test.each(["lose the answer", "cut the answer"] as const)(
    "%s: it is asked again with the same key and charged once",
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

  test("two calls have two idempotency keys, and both are charged", async () => {
    await things()({ shelf: "top", count: 5 });
    await things()({ shelf: "top", count: 5 });
    expect(await pointsLeft()).toBe(94);
  });

  test("429 waits for Retry-After, a little longer and not at the same moment as others", async () => {
    proxy.faults.push({ status: 429, headers: { "retry-after": "7" } });
    await things()({ shelf: "top", count: 1 });
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeGreaterThanOrEqual(7_000);
    expect(waits[0]).toBeLessThanOrEqual(7_250);
  });

  test("429 for longer than is sensible to wait is thrown at once", async () => {
    proxy.faults.push({ status: 429, headers: { "retry-after": "3600" } });
    const error = await things()({ shelf: "top", count: 1 }).catch((thrown) => thrown);
    expect([error.constructor, error.retryAfter, waits]).toEqual([RateLimited, 3600, []]);
  });

  test("5xx is tried again with growing waits, and thrown when the tries are used up", async () => {
    proxy.faults.push({ status: 502 }, { status: 500 }, { status: 503 }, { status: 504 });
    const told: Retry[] = [];
    const error = await things()({ shelf: "top", count: 1 }, { onRetry: (retry) => told.push(retry) }).catch((e) => e);
    expect([error.constructor, error.status, error.code]).toEqual([ServerFault, 504, null]);
    expect(waits.map((wait, i) => wait >= 250 * 2 ** i && wait <= 500 * 2 ** i)).toEqual([true, true, true]);
    expect(told.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  });

  test("retries: 0 tries once", async () => {
    proxy.faults.push({ status: 500 });
    await expect(things()({ shelf: "top", count: 1 }, { retries: 0 })).rejects.toThrow(ServerFault);
    expect(proxy.seen).toHaveLength(1);
  });

  test("a call whose first attempt is still in flight waits for its answer", async () => {
    proxy.faults.push(...Array.from({ length: 6 }, () => ({ status: 409, headers: { "retry-after": "1" } })));
    expect(await things()({ shelf: "top", count: 2 }, { retries: 1 })).toHaveLength(2);
    expect(waits).toHaveLength(6);
  });

  test("a service that is not there is ConnectionFailed", async () => {
    const gone = new Winnow({ url: "http://127.0.0.1:9", key, wait: async () => {} });
    await expect(gone.token.statistic()).rejects.toThrow(ConnectionFailed);
  });
});

describe("an error of the service", () => {
  test("401, 403, 412 and 422 have classes, are not tried again and cost nothing", async () => {
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

  test("422 says which fields", async () => {
    const error: ValidationFailed = await things()({ shelf: "", count: 0 }).catch((thrown) => thrown);
    expect(error.items.map(({ loc }) => loc.join("."))).toEqual(["body.shelf", "body.count"]);
    expect(error.message).toContain("body.count: Input should be greater than or equal to 1");
  });
});

describe("records as they arrive", () => {
  test("for await gives all of them, charged at the end", async () => {
    const ids: string[] = [];
    for await (const { id } of things().stream({ shelf: "top", count: 15 })) ids.push(id);
    expect(ids).toEqual(Array.from({ length: 15 }, (_, i) => String(i)));
    expect(await pointsLeft()).toBe(94);
  });

  test("an error before the first record has its class; 5xx is tried again", async () => {
    await expect(things().stream({ shelf: "none", count: 5 }).next()).rejects.toThrow(Unavailable);
    proxy.faults.push({ status: 500 });
    expect(await Array.fromAsync(things().stream({ shelf: "top", count: 3 }))).toHaveLength(3);
    expect(waits).toHaveLength(1);
  });

  test("an error after some records is thrown where it stopped, and nothing is charged", async () => {
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

  test("leaving the loop stops the work, and what was sent is charged", async () => {
    const direct = new Winnow({ url: service.address, key });
    for await (const _ of things(direct).stream({ shelf: "slow", count: 20 })) break;
    await expect.poll(statuses).toEqual([200]);
    expect(await pointsLeft()).toBe(97);
  });
});

describe("stopping and asking", () => {
  test("a signal stops the call with its own reason", async () => {
    const stop = new AbortController();
    const direct = new Winnow({ url: service.address, key });
    const running = things(direct)({ shelf: "slow", count: 20 }, { signal: stop.signal });
    await expect.poll(async () => (await winnow.token.statistic())[0]!.monthly_usage).toBe(1);
    stop.abort(new Error("changed my mind"));
    await expect(running).rejects.toThrow("changed my mind");
    await expect.poll(statuses).toEqual([499]);
  });

  test("a preview is free and says the most a call can cost", async () => {
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
