import { describe, expect, test } from "vitest";
import { ConnectionFailed, type Job, UnexpectedAnswer, Winnow, type WinnowOptions } from "../src/index.ts";
import { version } from "../src/version.ts";

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: unknown;
}

/** A client that records its requests and gets the given responses in turn; the last one repeats. */
function client(answers: Array<Response | Error>, options: WinnowOptions = {}) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    sent.push({
      method: init!.method!,
      path: String(input).slice("http://service.example".length),
      headers: Object.fromEntries(new Headers(init!.headers)),
      body: init!.body === undefined ? undefined : JSON.parse(String(init!.body)),
    });
    expect(init!.redirect).toBe("manual");
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (answer instanceof Error) throw answer;
    return answer.clone();
  };
  const wait = async (delay: number) => void waits.push(delay);
  const winnow = new Winnow({ url: "http://service.example/", key: "the-key", fetch, wait, ...options });
  return { winnow, sent, waits };
}

const json = (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "x-results-end": "count", ...headers },
  });
const ndjson = (...lines: unknown[]) =>
  new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(""), {
    headers: {
      "content-type": "application/x-ndjson",
      "x-request-id": "r1",
      "x-results-count": String(lines.length),
    },
  });
const posted = { "content-type": "application/json" };
const all = <T>(rows: AsyncIterable<T>) => Array.fromAsync(rows);
const failed = () => json({ detail: "it fell over" }, {}, 500);
const job = (over: Partial<Job>): Job =>
  ({ id: "j1", status: "running", error: null, ended_at: null, charged: 3, results_end: "count", ...over }) as Job;

const requests = [{ shelf: "top" }];
const toys: string = "toys";
const wish = { name: "Top", operation: toys, request: { shelf: "top" }, cron: "0 7 * * *" };

describe("each call sends one request to its route, and retries it with the same key if it creates something", () => {
  test.each<[string, (winnow: Winnow) => Promise<unknown>, string, unknown, "again" | "with its key"]>([
    [
      "batches.submit",
      (w) => w.batches.submit(toys, requests),
      "POST /batches",
      { operation: "toys", requests },
      "again",
    ],
    [
      "batches.submit, all told",
      (w) => w.batches.submit(toys, requests, { maxCost: 0, webhookUrl: "https://x.example", idempotencyKey: "k" }),
      "POST /batches",
      { operation: "toys", requests, max_cost: 0, webhook: "https://x.example" },
      "again",
    ],
    [
      "batches.price",
      (w) => w.batches.price(toys, requests),
      "POST /batches/preview",
      { operation: "toys", requests },
      "again",
    ],
    ["batches.get", (w) => w.batches.get("b1"), "GET /batches/b1", undefined, "again"],
    ["batches.pause", (w) => w.batches.pause("b1"), "POST /batches/b1/pause", undefined, "again"],
    ["batches.resume", (w) => w.batches.resume("b1"), "POST /batches/b1/resume", undefined, "again"],
    ["batches.retry", (w) => w.batches.retry("b1"), "POST /batches/b1/retry", undefined, "again"],
    ["batches.cancel", (w) => w.batches.cancel("b1"), "DELETE /batches/b1", undefined, "again"],
    ["batches.missing", (w) => w.batches.missing("b1"), "GET /batches/b1/missing", undefined, "again"],
    ["batches.failures", (w) => w.batches.failures("b1"), "GET /batches/b1/failures", undefined, "again"],
    ["schedules.preview", (w) => w.schedules.preview(wish), "POST /schedules/preview", wish, "again"],
    [
      "schedules.create",
      (w) =>
        w.schedules.create({
          ...wish,
          timeZone: "Asia/Tokyo",
          ignoreFields: ["price"],
          monthlyBudget: 0,
          webhookUrl: "https://x.example",
        }),
      "POST /schedules",
      { ...wish, time_zone: "Asia/Tokyo", ignore_fields: ["price"], monthly_budget: 0, webhook: "https://x.example" },
      "with its key",
    ],
    ["schedules.get", (w) => w.schedules.get("s1"), "GET /schedules/s1", undefined, "again"],
    ["schedules.pause", (w) => w.schedules.pause("s1"), "POST /schedules/s1/pause", undefined, "again"],
    ["schedules.resume", (w) => w.schedules.resume("s1"), "POST /schedules/s1/resume", undefined, "again"],
    ["schedules.run", (w) => w.schedules.run("s1"), "POST /schedules/s1/run", undefined, "with its key"],
    ["schedules.remove", (w) => w.schedules.remove("s1"), "DELETE /schedules/s1", undefined, "again"],
    ["schedules.rotateFeed", (w) => w.schedules.rotateFeed("s1"), "POST /schedules/s1/feed", undefined, "again"],
    ["webhooks.list", (w) => w.webhooks.list(), "GET /webhooks", undefined, "again"],
    [
      "webhooks.create",
      (w) => w.webhooks.create("https://x.example"),
      "POST /webhooks",
      { url: "https://x.example" },
      "with its key",
    ],
    [
      "webhooks.create for events",
      (w) => w.webhooks.create("https://x.example", ["points.low"]),
      "POST /webhooks",
      { url: "https://x.example", events: ["points.low"] },
      "with its key",
    ],
    ["webhooks.remove", (w) => w.webhooks.remove("w1"), "DELETE /webhooks/w1", undefined, "again"],
    ["webhooks.enable", (w) => w.webhooks.enable("w1"), "POST /webhooks/w1/enable", undefined, "again"],
    ["webhooks.test", (w) => w.webhooks.test("w1"), "POST /webhooks/w1/test", undefined, "with its key"],
    [
      "webhooks.rotate",
      (w) => w.webhooks.rotate("w1", 60),
      "POST /webhooks/w1/rotate",
      { overlap_seconds: 60 },
      "with its key",
    ],
    ["webhooks.replay", (w) => w.webhooks.replay("d1"), "POST /webhooks/deliveries/d1/replay", undefined, "again"],
    ["jobs status", (w) => w.jobs.handle("j1").status(), "GET /jobs/j1", undefined, "again"],
    ["jobs cancel", (w) => w.jobs.handle("j1").cancel(), "DELETE /jobs/j1", undefined, "again"],
    ["token.statistic", (w) => w.token.statistic(), "GET /token/statistic", undefined, "again"],
    ["openApi", (w) => w.openApi(), "GET /openapi.json", undefined, "again"],
    ["preview", (w) => w.operation("/api/toys").preview({ a: 1 }), "POST /api/toys?dry_run=true", { a: 1 }, "again"],
  ])("%s", async (name, call, line, body, repeated) => {
    const answer = { some: "answer" };
    const given = name.endsWith(".remove") ? undefined : answer;
    const { winnow, sent } = client([json(answer)]);
    expect(await call(winnow)).toEqual(given);
    expect([`${sent[0]!.method} ${sent[0]!.path}`, sent[0]!.body]).toEqual([line, body]);
    expect(sent[0]!.headers).toMatchObject({
      accept: "application/json",
      "access-token": "the-key",
      ...(body !== undefined && posted),
    });
    const failing = client([failed(), json(answer)]);
    expect(await call(failing.winnow)).toEqual(given);
    const keys = failing.sent.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    if (repeated === "with its key") expect(keys[0]).toMatch(/./);
  });

  test("webhooks.secret returns only the secret, and countRequests only the number", async () => {
    expect(await client([json({ secret: "whsec_x" })]).winnow.webhooks.secret()).toBe("whsec_x");
    const { winnow, sent } = client([json({ total: 7 })]);
    expect(await winnow.token.countRequests()).toBe(7);
    await winnow.token.countRequests({ start: new Date(0), end: "2026-01-01" });
    expect(sent.map(({ path }) => path)).toEqual([
      "/token/requests/count",
      "/token/requests/count?start_time=1970-01-01T00%3A00%3A00.000Z&end_time=2026-01-01",
    ]);
  });
});

describe("lists are read page by page as long as there is a cursor", () => {
  test.each<[string, (winnow: Winnow) => AsyncIterable<unknown>, string]>([
    ["batches", (w) => w.batches.list(), "/batches?limit=100"],
    ["schedules", (w) => w.schedules.list(), "/schedules?limit=100"],
    ["changes", (w) => w.schedules.changes("s1"), "/schedules/s1/changes?limit=100"],
    ["jobs", (w) => w.jobs.list(), "/jobs?limit=100"],
    [
      "jobs of some kind",
      (w) => w.jobs.list({ status: "failed", operation: toys, batchId: "b1" }),
      "/jobs?status=failed&operation=toys&batch_id=b1&limit=100",
    ],
    ["deliveries", (w) => w.webhooks.deliveries(), "/webhooks/deliveries?limit=100"],
    [
      "deliveries of some kind",
      (w) => w.webhooks.deliveries({ webhookId: "w1", status: "failed" as never }),
      "/webhooks/deliveries?webhook_id=w1&status=failed&limit=100",
    ],
    ["requests", (w) => w.token.requests(), "/token/requests?limit=100"],
    [
      "requests since",
      (w) => w.token.requests({ start: "2026-01-01" }),
      "/token/requests?start_time=2026-01-01&limit=100",
    ],
  ])("%s", async (_, list, path) => {
    const { winnow, sent } = client([json([1, 2], { "x-next-cursor": "c/2" }), json([3])]);
    expect(await all(list(winnow))).toEqual([1, 2, 3]);
    expect(sent.map((one) => one.path)).toEqual([path, `${path}&cursor=c%2F2`]);
    const first = client([json([1, 2], { "x-next-cursor": "c" })]);
    for await (const _row of list(first.winnow)) break;
    expect(first.sent).toHaveLength(1);
  });
});

describe("the headers of a call", () => {
  test("contain the given options and nothing else", async () => {
    const { winnow, sent } = client([json([])]);
    await winnow.operation("api/toys/all")({ a: 1 });
    const { "idempotency-key": key, ...rest } = sent[0]!.headers;
    expect(rest).toEqual({
      accept: "application/json",
      "access-token": "the-key",
      ...posted,
      "user-agent": `winnow-client/${version} node/${process.versions.node}`,
    });
    expect([sent[0]!.path, key]).toEqual(["/api/toys/all", expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    const options = { maxCost: 0, requestId: "r", noCache: true, forPicker: true, idempotencyKey: "k" };
    await winnow.operation("toys/all")({ a: 1 }, options);
    expect(sent[1]!.headers).toMatchObject({
      "x-max-cost": "0",
      "x-request-id": "r",
      "cache-control": "no-cache",
      "x-picker": "true",
      "idempotency-key": "k",
    });
  });

  test("a client without a key sends none", async () => {
    const { winnow, sent } = client([json({})], { key: "" });
    await winnow.openApi();
    expect(sent[0]!.headers).not.toHaveProperty("access-token");
  });

  test("an unnamed runtime and a web page send a shorter user agent or none", async () => {
    const { winnow, sent } = client([json({})]);
    const before = Object.getOwnPropertyDescriptor(process, "versions")!;
    try {
      Object.defineProperty(process, "versions", { ...before, value: {} });
      await winnow.openApi();
      Object.defineProperty(process, "versions", { ...before, value: { node: "24.0.0", bun: "1.2.3" } });
      await winnow.openApi();
      (globalThis as { document?: unknown }).document = {};
      await winnow.openApi();
    } finally {
      Object.defineProperty(process, "versions", before);
      Reflect.deleteProperty(globalThis, "document");
    }
    expect(sent.map(({ headers }) => headers["user-agent"])).toEqual([
      `winnow-client/${version}`,
      `winnow-client/${version} bun/1.2.3`,
      undefined,
    ]);
  });

  test("a job is a call that asks for an asynchronous response", async () => {
    const { winnow, sent } = client([json(job({}), { location: "/jobs/j1" }, 202)]);
    expect((await winnow.jobs.submit("/toys/all" as string, { a: 1 })).id).toBe("j1");
    expect([sent[0]!.path, sent[0]!.body]).toEqual(["/api/toys/all", { a: 1 }]);
    expect(sent[0]!.headers).toMatchObject({ prefer: "respond-async", ...posted });
    expect(sent[0]!.headers).not.toHaveProperty("x-max-cost");
    expect(sent[0]!.headers).not.toHaveProperty("webhook-url");
    const told = client([json(job({}), {}, 202)]);
    const options = { maxCost: 0, webhookUrl: "https://x.example/", idempotencyKey: "k" };
    await told.winnow.jobs.submit(toys, {}, options);
    expect(told.sent[0]!.headers).toMatchObject({
      "x-max-cost": "0",
      "webhook-url": "https://x.example/",
      "idempotency-key": "k",
    });
  });

  test("a job that may end in part says so", async () => {
    const { winnow, sent } = client([json(job({ id: "j1" }))]);
    await winnow.jobs.submit(toys, { shelf: "top" }, { partial: "keep" });
    expect(sent[0]!.headers.prefer).toBe("respond-async, partial=keep");
  });

  test("null clears a setting, and what is left out keeps it", async () => {
    const { winnow, sent } = client([json({})]);
    await winnow.schedules.change("s1", { name: "y" });
    await winnow.schedules.change("s1", { monthlyBudget: null });
    expect(sent.map(({ body }) => body)).toEqual([{ name: "y" }, { monthly_budget: null }]);
  });

  test("a removal returns nothing, also if its response was lost", async () => {
    const gone = json({ detail: "There is none." }, {}, 404);
    for (const answers of [[json({ id: "w1" })], [new TypeError("lost"), gone]]) {
      expect(await client(answers).winnow.webhooks.remove("w1")).toBeUndefined();
    }
  });

  test("stored records are requested as lines", async () => {
    const { winnow, sent } = client([ndjson({ "@line": 1 }, { "@line": 2 })]);
    expect(await all(winnow.batches.records("b1"))).toEqual([{ "@line": 1 }, { "@line": 2 }]);
    expect([sent[0]!.path, sent[0]!.headers.accept]).toEqual(["/batches/b1/records", "application/x-ndjson"]);
    const stream = client([ndjson({ id: 1 }, { "@type": "WinnowSummary", credits_charged: 2, warnings: [] })]);
    expect(await all(stream.winnow.operation("toys").stream({}))).toEqual([{ id: 1 }]);
    expect(stream.sent[0]!.headers).toMatchObject({ accept: "application/x-ndjson", "x-stream-summary": "true" });
  });
});

describe("waiting for work at the service", () => {
  test("a job's status is requested until it ends, with long polling", async () => {
    const ended = job({ status: "succeeded", ended_at: "2026-01-01" });
    const { winnow, waits, sent } = client([json(job({})), json(ended), json([{ id: 1 }])]);
    const records = await winnow.jobs.handle("j1").records();
    expect([records, waits]).toEqual([[{ id: 1 }], []]);
    expect(records.facts).toMatchObject({ requestId: "j1", creditsCharged: 3, resultsEnd: "count" });
    expect(sent.map(({ path }) => path)).toEqual(["/jobs/j1?wait=20", "/jobs/j1?wait=20", "/jobs/j1/records"]);
  });

  test("the signal that submitted a job also stops waiting for it", async () => {
    const stop = new AbortController();
    const { winnow } = client([json(job({}), {}, 202), json(job({}))]);
    const submitted = await winnow.jobs.submit(toys, {}, { signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(submitted.records()).rejects.toThrow("enough");
  });

  test("a job returned from an async function is still a job", async () => {
    const { winnow } = client([json(job({}), {}, 202)]);
    const made = async () => winnow.jobs.submit(toys, {});
    expect((await made()).id).toBe("j1");
  });

  test("a failed or cancelled job throws; otherwise its records are read as lines", async () => {
    const error = { status: 412, code: "no_such_thing", detail: "no such shelf" };
    const bad = client([json(job({ status: "failed", error: error as never, ended_at: "2026-01-01" }))]);
    await expect(bad.winnow.jobs.handle("j1").ended()).rejects.toMatchObject({
      name: "Unavailable",
      status: 412,
      code: "no_such_thing",
      message: "no such shelf",
      requestId: "j1",
      retryAfter: null,
    });
    const stopped = client([json(job({ status: "cancelled", ended_at: "2026-01-01" }))]);
    await expect(stopped.winnow.jobs.handle("j1").ended()).rejects.toThrow(
      new ConnectionFailed("the job was cancelled"),
    );
    const fine = client([json(job({ status: "succeeded", ended_at: "2026-01-01" })), ndjson({ id: 1 }, { id: 2 })]);
    expect(await all(fine.winnow.jobs.handle("j1"))).toEqual([{ id: 1 }, { id: 2 }]);
    expect(fine.sent[1]).toMatchObject({ path: "/jobs/j1/records", headers: { accept: "application/x-ndjson" } });
  });

  test("a batch is polled every two seconds until it stops running", async () => {
    const { winnow, waits } = client([
      json({ status: "running" }),
      json({ status: "running" }),
      json({ status: "paused" }),
    ]);
    expect(await winnow.batches.ended("b1")).toEqual({ status: "paused" });
    expect(waits).toEqual([2_000, 2_000]);
    const own = client([json({ status: "running" }), json({ status: "finished" })]);
    await own.winnow.batches.ended("b1", { pollSeconds: 0.5 });
    expect(own.waits).toEqual([500]);
  });
});

describe("a response that is not complete", () => {
  const unended = () => new Response("[]", { headers: { "content-type": "application/json" } });

  test("because it does not say how its records ended is requested again with the same key, and then thrown", async () => {
    const fine = client([unended(), json([{ id: 1 }])]);
    expect(await fine.winnow.operation("toys")({})).toEqual([{ id: 1 }]);
    expect(new Set(fine.sent.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    const never = client([unended(), unended(), unended(), unended()]);
    await expect(never.winnow.operation("toys")({})).rejects.toThrow(
      new ConnectionFailed("the response does not say how it ended"),
    );
  });

  test("because it ends after its head is requested again with the same key; after a record it is thrown", async () => {
    const summary = { "@type": "WinnowSummary", credits_charged: 2, warnings: [], results_end: "count" };
    const cut = (...texts: string[]) =>
      new Response(
        new ReadableStream(
          {
            pull(controller) {
              const text = texts.shift();
              if (text === undefined) controller.error(new TypeError("terminated"));
              else controller.enqueue(new TextEncoder().encode(text));
            },
          },
          { highWaterMark: 0 },
        ),
        { headers: { "content-type": "application/x-ndjson" } },
      );
    const empty = client([cut(), cut('{"id"'), ndjson({ id: 1 }, summary)]);
    const stream = empty.winnow.operation("toys").stream({});
    expect([await all(stream), stream.facts?.creditsCharged]).toEqual([[{ id: 1 }], 2]);
    expect(new Set(empty.sent.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    const later = client([cut('{"id":1}\n'), ndjson({ id: 1 }, summary)]);
    await expect(all(later.winnow.operation("toys").stream({}))).rejects.toThrow(ConnectionFailed);
    expect(later.sent).toHaveLength(1);
  });
});

describe("a response that is not from the service", () => {
  const page = (text: string, headers = {}) =>
    new Response(text, { headers: { "content-type": "text/html", ...headers } });

  test("reports the address, the type and the beginning, and is not retried", async () => {
    const { winnow, sent } = client([page(`<html>\n\n  ${"x".repeat(200)}`)]);
    const error = await winnow.openApi().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnexpectedAnswer);
    expect((error as Error).message).toBe(
      ` answered 200 with text/html, which is not what a Winnow service answers ("<html> ${"x".repeat(73)}"): check the address.`,
    );
    expect([(error as Error).name, sent.length]).toEqual(["UnexpectedAnswer", 1]);
    const empty = client([new Response(null)]);
    await expect(empty.winnow.openApi()).rejects.toThrow(
      " answered 200 with no content type, which is not what a Winnow service answers: check the address.",
    );
    const stream = client([page("<html>")]);
    await expect(all(stream.winnow.operation("toys").stream({}))).rejects.toThrow(/^ answered 200 with text\/html, /);
  });

  test.each([300, 301, 302, 307, 308, 399])("a redirect (%i) is not followed with the key", async (status) => {
    const { winnow, sent } = client([new Response(null, { status, headers: { location: "https://else.example/" } })]);
    await expect(winnow.openApi()).rejects.toThrow(
      `http://service.example/openapi.json answered ${status} with a redirect to https://else.example/, which`,
    );
    const nowhere = client([new Response(null, { status })]);
    await expect(nowhere.winnow.openApi()).rejects.toThrow("with a redirect to somewhere else");
    expect(sent).toHaveLength(1);
  });

  test("an opaque redirect counts as a redirect, and 400 does not", async () => {
    const hidden = Object.defineProperties(json({}), {
      type: { value: "opaqueredirect" },
      clone: { value: () => hidden },
    });
    await expect(client([hidden]).winnow.openApi()).rejects.toThrow("a redirect to somewhere else");
    const refused = client([json({ detail: "no" }, {}, 400)]);
    await expect(refused.winnow.openApi()).rejects.toMatchObject({ name: "BadRequest", message: "no" });
  });
});
