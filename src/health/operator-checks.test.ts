import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, test, vi } from "vitest";
import { describeOnDrawnStores } from "../../test/support/store/stores.ts";
import { failureKind, requestDigest } from "./failures.ts";
import { registerEngineGauges, registerQueueGauges } from "./gauges.ts";
import { evidenceFile, parseCommand, replayCommand } from "./incident-evidence.ts";
import { createMetrics } from "./metrics.ts";
import { observedMetering } from "./observed-metering.ts";
import { diskCheck, mailCheck, queueCheck, routesCheck } from "./operator-checks.ts";

test("unsent mails are reported with the time since when", async () => {
  const check = mailCheck(() => 1_700_000_000_000, "host-1");
  expect([check.scope, await check.look()]).toEqual([
    "mail@host-1",
    [
      {
        about: "mail@host-1|failing",
        type: "mail.failing",
        subject: "Mails cannot be sent",
        reason: "host-1 has sent no mail since 2023-11-14T22:13:20.000Z: check SMTP_URL and the log.",
      },
    ],
  ]);
  expect(await mailCheck(() => null, "host-1").look()).toEqual([]);
});

test("a source is blocked when every route to it is cooling down", async () => {
  const route = (name: string, cooling: boolean) => ({ name, cooling });
  const health = [
    { source: "shop", routes: [route("direct", true), route("proxy-1", true)] },
    { source: "inn", routes: [route("direct", true), route("proxy-1", false)] },
  ];
  const check = routesCheck({ health: () => health as never }, "host-1");
  expect([check.scope, await check.look()]).toEqual([
    "routes@host-1",
    [
      {
        about: "routes@host-1|shop",
        type: "routes.blocked",
        subject: "All routes to shop are blocked",
        reason: "shop has refused every route of host-1: direct, proxy-1.",
        details: { source: "shop" },
      },
    ],
  ]);
});

test("a disk is identified by its host", () => {
  expect(diskCheck(mkdtempSync(`${tmpdir()}/winnow-disk-`), "host-1").scope).toBe("disk@host-1");
});

describeOnDrawnStores("the queue", (fresh) => {
  test("the queue is late when its oldest job has been runnable for five minutes", async () => {
    const { db } = await fresh.open();
    const now = 10_000_000;
    const late = () => queueCheck(db, () => now).look();
    expect(await late()).toEqual([]);
    const job = (id: string, over: object) => ({
      id,
      account_id: "a",
      key_id: "k",
      source: "shop",
      endpoint: "/api/shop/search",
      params: "{}",
      timeout: 60,
      status: "queued" as const,
      priority: 0,
      run_after: now - 299_999,
      created_at: 0,
      ...over,
    });
    await db
      .insertInto("jobs")
      .values([job("1", {}), job("2", { status: "running", run_after: 0 })])
      .execute();
    expect(await late()).toEqual([]);
    await db
      .insertInto("jobs")
      .values(job("3", { run_after: now - 300_000 }))
      .execute();
    expect(await late()).toEqual([
      {
        about: "queue|late",
        type: "queue.late",
        subject: "Jobs are late",
        reason: "The oldest runnable job has waited for 5 minutes. Start more workers, or check the source.",
      },
    ]);
  });
});

test.each([
  ["blocked", "blocked"],
  ["unreadable", "unreadable"],
  ["internal", "unreadable"],
  ["not_responding", "not_responding"],
  ["source_unavailable", "not_responding"],
  ["deadline", "timeout"],
  ["no_such_thing", null],
  ["validation", null],
] as const)("%s is a failure of the kind %s", (code, kind) => {
  expect(failureKind(code)).toBe(kind);
});

test("the commands that parse a stored response again can be pasted into a shell", () => {
  const about = { operation: "/api/shop/search", request: { q: "it's" }, status: 200 } as never;
  expect(parseCommand(7, about)).toBe(`npx winnow parse shop/search incident-7.body --request '{"q":"it'\\''s"}'`);
  expect(parseCommand(7, { ...(about as object), status: 403 } as never)).toMatch(/' --status 403$/);
  expect([replayCommand(7), evidenceFile(7, "response")]).toEqual([
    "npx winnow replay incident-7.warc.gz",
    "incident-7.body",
  ]);
});

describe("the digest of a request", () => {
  test("ignores count and timeout, and differs for anything else", () => {
    expect(requestDigest({ q: "lamp", count: 5, timeout: 9 })).toBe(requestDigest({ q: "lamp", count: 50 }));
    const digests = Array.from({ length: 3_000 }, (_, at) => requestDigest({ q: `lamp ${at}` }));
    expect(new Set(digests).size).toBe(3_000);
  });
});

describe("observed metering", () => {
  const caller = { account: { id: "a1" } };
  const watched = (admission: object, settled: object = {}) => {
    const counted: unknown[][] = [];
    const tell =
      (name: string) =>
      (...words: unknown[]) =>
        void counted.push([name, ...words]);
    const metering = observedMetering(
      { admit: async () => admission, settle: async () => settled, peek: "kept" } as never,
      {
        metering: { asked: tell("asked"), held: tell("held"), settled: tell("settled"), charged: tell("charged") },
      } as never,
      { charged: tell("points charged"), refused: tell("points refused") },
    ) as any;
    return { metering, counted };
  };

  test("counts callers, holds, and charges by operation", async () => {
    const hold = { accountId: "a1" };
    const { metering, counted } = watched({ kind: "admitted", hold }, { charged: 3, points: 97 });
    expect(await metering.admit({ endpoint: "/api/shop/search", caller })).toEqual({ kind: "admitted", hold });
    expect(await metering.settle(hold, { status: 200 })).toEqual({ charged: 3, points: 97 });
    expect(counted).toEqual([
      ["asked", "admitted"],
      ["held"],
      ["settled"],
      ["charged", "/api/shop/search", 3],
      ["points charged", "a1", 97, 3],
    ]);
    expect(metering.peek).toBe("kept");
  });

  test("does not count as settled what it did not see held, nor as charged what was free", async () => {
    const strange = watched({ kind: "rate_limited" }, { charged: 2, points: 5 });
    await strange.metering.admit({ endpoint: "/api/shop/search", caller });
    await strange.metering.settle({ accountId: "a2" }, { status: 200 });
    expect(strange.counted).toEqual([
      ["asked", "rate_limited"],
      ["charged", "unknown", 2],
      ["points charged", "a2", 5, 2],
    ]);
    const free = watched({ kind: "not_enough_points", points: 1 }, { charged: 0, points: 5 });
    await free.metering.admit({ endpoint: "/api/shop/search", caller });
    await free.metering.settle({ accountId: "a2" }, { status: 412 });
    expect(free.counted).toEqual([
      ["asked", "not_enough_points"],
      ["points refused", "a1", 1],
    ]);
  });
});

test("gauges of a process: breaker, routes, permits, pace, calls and the ledger", async () => {
  const metrics = createMetrics();
  const source = (name: string, breakerOpen: boolean, cooling: boolean[]) => ({
    source: name,
    breakerOpen,
    routes: cooling.map((one) => ({ cooling: one })),
    limiter: { permits: 4, pace: 0.5, inFlight: 3, waiting: 2 },
  });
  const health = vi.fn(() => [source("shop", true, [true, false, true]), source("inn", false, [false])] as never);
  registerEngineGauges(metrics, { health });
  registerQueueGauges(metrics, {
    load: () => ({ inFlight: 5, queued: 6, limit: 7 }),
    ledger: { ledgerQueue: () => ({ queued: 8, inFlight: 9 }), isReady: async () => false } as never,
  });
  const text = await metrics.registry.metrics();
  for (const line of [
    'winnow_circuit_breaker_open{source="shop"} 1',
    'winnow_circuit_breaker_open{source="inn"} 0',
    'winnow_upstream_routes_cooling{source="shop"} 2',
    'winnow_upstream_routes_cooling{source="inn"} 0',
    'winnow_upstream_permits{source="shop"} 4',
    'winnow_upstream_pace{source="shop"} 0.5',
    'winnow_upstream_requests_in_flight{source="shop"} 3',
    'winnow_upstream_requests_waiting{source="shop"} 2',
    'winnow_load_calls{state="in_flight"} 5',
    'winnow_load_calls{state="queued"} 6',
    'winnow_load_calls{state="limit"} 7',
    "winnow_store_ready 0",
    "winnow_ledger_commands_queued 8",
    "winnow_ledger_batches_in_flight 9",
  ]) {
    expect(text.split("\n")).toContain(line);
  }
  expect(text).not.toContain("nodejs_active_handles_total");
});

test("response times are counted in buckets from ten milliseconds to five minutes", async () => {
  const metrics = createMetrics();
  metrics.http.answered("/api/shop/search", "POST", "200", 0.2);
  const lines = (await metrics.registry.metrics())
    .split("\n")
    .filter((line) => /^winnow_http_request_duration_seconds_bucket/.test(line));
  const bounds = lines.map((line) => [/le="([^"]+)"/.exec(line)![1], line.split(" ").at(-1)]);
  expect(bounds).toEqual([
    ...["0.01", "0.025", "0.05", "0.1"].map((bound) => [bound, "0"]),
    ...["0.25", "0.5", "1", "2.5", "5", "10", "30", "60", "300", "+Inf"].map((bound) => [bound, "1"]),
  ]);
});
