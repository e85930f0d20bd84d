import { describe, expect, test } from "vitest";
import { noCounts, utcDay } from "./day-counters.ts";
import { readStatus } from "./status.ts";
import type { Incident, Override } from "./types.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** Noon, so that today is half over. */
const now = Date.parse("2026-06-15T12:00:00Z");
const today = Date.parse("2026-06-15T00:00:00Z");
const search = "/api/shop/search";
const detail = "/api/shop/things";
const sources = [
  { name: "shop", title: "Shop", operations: [{ path: search }, { path: detail }] },
  { name: "inn", title: "Inn", operations: [{ path: "/api/inn/rooms" }] },
];

const incident = (over: Partial<Incident> = {}): Incident => ({
  no: 1,
  source: "shop",
  operation: search,
  kind: "failing",
  field: null,
  blocking: true,
  reason: "words for us",
  details: {},
  opened_at: now - HOUR,
  closed_at: null,
  note: null,
  ...over,
});
const counts = (day: string, operation: string, over: object) => ({ day, operation, ...noCounts(), ...over });

interface Stored {
  days?: object[];
  incidents?: Incident[];
  overrides?: Override[];
  pauses?: Array<[source: string, until: number]>;
}
/** The status of a store with these rows; numbers from PostgreSQL arrive as text. */
async function status({ days = [], incidents = [], overrides = [], pauses = [] }: Stored = {}) {
  const asked: unknown[] = [];
  const shown = await readStatus(
    {
      store: {
        days: async (from: string) => {
          asked.push(from);
          return days;
        },
        incidents: async (from: number) => {
          asked.push(from);
          return incidents;
        },
        overrides: async () => overrides,
      },
      pauses: { current: async () => new Map(pauses) },
      sources,
      isStandIn: (name: string) => name === "inn",
    } as never,
    now,
  );
  return { shown, asked, shop: shown.sources[0]!, inn: shown.sources[1]! };
}

test("with no data every source is ok, and the 90 days are empty", async () => {
  const { shown, asked, shop, inn } = await status();
  expect(asked).toEqual(["2026-03-18", now - 89 * DAY]);
  expect([shown.state, shown.checked_at]).toEqual(["ok", now]);
  expect(shop).toMatchObject({
    name: "shop",
    title: "Shop",
    state: "ok",
    since: null,
    reason: null,
    stand_in: false,
    uptime: 1,
    fields: [],
    incidents: [],
  });
  expect(inn.stand_in).toBe(true);
  const nothing = { state: "ok", success_rate: null, p50_ms: null, p95_ms: null };
  expect(shop.operations).toEqual([
    { path: search, ...nothing },
    { path: detail, ...nothing },
  ]);
  expect([shop.days.length, shop.days[0]!.day, shop.days.at(-1)!.day]).toEqual([90, "2026-03-18", "2026-06-15"]);
  expect(shop.days.every(({ state, down_minutes }) => state === "none" && down_minutes === 0)).toBe(true);
});

describe("an operation", () => {
  test("reports the success rate and latency of today and yesterday, and never how much is called", async () => {
    const { shop } = await status({
      days: [
        counts(utcDay(now), search, {
          calls: 6,
          failures: 1,
          under_250: 1,
          under_500: 5,
          under_1000: 6,
          under_2500: 6,
        }),
        counts(utcDay(now - DAY), search, {
          calls: 4,
          failures: 1,
          under_250: 0,
          under_500: 0,
          under_1000: 3,
          under_2500: 4,
        }),
        counts(utcDay(now - 2 * DAY), search, { calls: 100, failures: 100 }),
        counts(utcDay(now), detail, { calls: 2 }),
      ],
    });
    expect(shop.operations[0]).toEqual({
      path: search,
      state: "ok",
      success_rate: 0.8,
      p50_ms: 500,
      p95_ms: 2500,
    });
    // Both took longer than any bound.
    expect(shop.operations[1]).toEqual({
      path: detail,
      state: "ok",
      success_rate: 1,
      p50_ms: null,
      p95_ms: null,
    });
  });

  test("an operation is as bad as its worst open incident", async () => {
    const states = async (...incidents: Incident[]) =>
      (await status({ incidents })).shop.operations.map(({ state }) => state);
    expect(await states(incident({ blocking: false }))).toEqual(["degraded", "ok"]);
    expect(await states(incident({ blocking: false }), incident())).toEqual(["down", "ok"]);
    expect(await states(incident({ closed_at: now - 1 }))).toEqual(["ok", "ok"]);
    expect(await states(incident({ operation: detail }))).toEqual(["ok", "down"]);
  });
});

describe("a source", () => {
  test.each([
    [{ field: "price", kind: "drift" as const }, 'The field "price" is missing.'],
    [{ details: { code: "blocked" as const } }, "The source refuses our requests."],
    [{ details: { code: "unreadable" as const } }, "Winnow could not parse the source's response."],
    [{ details: { code: "not_responding" as const } }, "The source does not respond."],
    [{ kind: "canary" as const }, "A call that must always work does not."],
    [{ kind: "errors" as const }, "Some calls fail."],
  ])("with %j says: %s", async (over, reason) => {
    const { shop } = await status({ incidents: [incident({ note: "Soon.", ...over })] });
    expect(shop).toMatchObject({ state: "down", since: now - HOUR, reason });
    expect(shop.incidents).toEqual([
      {
        no: 1,
        operation: search,
        kind: "failing",
        field: null,
        state: "down",
        reason,
        note: "Soon.",
        opened_at: now - HOUR,
        closed_at: null,
        ...("kind" in over && { kind: over.kind }),
        ...("field" in over && { field: over.field }),
      },
    ]);
  });

  test("shows blocking incidents first, then the oldest", async () => {
    const incidents = [
      incident({ no: 1, blocking: false, opened_at: now - 9 * HOUR }),
      incident({ no: 2, opened_at: now - 2 * HOUR }),
      incident({ no: 3, opened_at: now - 3 * HOUR }),
      incident({ no: 4, opened_at: now - 8 * HOUR, closed_at: now - HOUR }),
    ];
    expect((await status({ incidents })).shop).toMatchObject({ state: "down", since: now - 3 * HOUR });
    expect((await status({ incidents: incidents.slice(0, 1) })).shop).toMatchObject({
      state: "degraded",
      since: now - 9 * HOUR,
    });
  });

  test("closed by the operator is down, with the note; one held open follows its incidents", async () => {
    const closed = { source: "shop", state: "closed" as const, note: "Moving.", by: "x", at: now - 5 };
    expect((await status({ overrides: [closed] })).shop).toMatchObject({
      state: "down",
      since: now - 5,
      reason: "Moving.",
    });
    expect((await status({ overrides: [{ ...closed, note: "" }] })).shop.reason).toBe("Closed by the operator.");
    expect((await status({ overrides: [{ ...closed, state: "open" }] })).shop.state).toBe("ok");
    expect((await status({ overrides: [{ ...closed, source: "inn" }] })).shop.state).toBe("ok");
  });

  test("lists the lost fields, and at most 50 incidents", async () => {
    const details = { before: 0.99, after: 0.1, likely_new_name: "cost" };
    const { shop } = await status({
      incidents: [
        incident({ field: "price", details }),
        incident({ field: "name" }),
        incident({ field: "old", closed_at: now }),
        ...Array.from({ length: 60 }, (_, no) => incident({ no: no + 2, closed_at: now })),
      ],
    });
    expect(shop.fields).toEqual([
      { operation: search, field: "price", before: 0.99, after: 0.1, since: now - HOUR, likely_new_name: "cost" },
      { operation: search, field: "name", before: null, after: null, since: now - HOUR, likely_new_name: null },
    ]);
    expect(shop.incidents).toHaveLength(50);
  });
});

describe("a day", () => {
  const dayBefore = (days: number, stored: Stored) => status(stored).then(({ shop }) => shop.days.at(-1 - days)!);

  test("keeps its state without an incident, however many of its calls failed, and does not show how many there were", async () => {
    const over = { calls: 10, failures: 9 };
    const days = [
      counts(utcDay(now - DAY), search, over),
      counts(utcDay(now - DAY), "/api/inn/rooms", { calls: 5, failures: 5 }),
    ];
    expect(await dayBefore(1, { days })).toEqual({ day: utcDay(now - DAY), down_minutes: 0, state: "ok" });
  });

  test("counts each minute down once, and only past ones", async () => {
    const incidents = [
      incident({ opened_at: today + 5 * HOUR, closed_at: today + 5.5 * HOUR }),
      incident({ opened_at: today - 2 * HOUR, closed_at: today + HOUR }),
      incident({ opened_at: today - HOUR, closed_at: today + 3 * HOUR }),
      incident({ opened_at: today + 2 * HOUR, closed_at: today + 2.5 * HOUR }),
      incident({ blocking: false, opened_at: today, closed_at: null }),
      incident({ opened_at: now - 0.25 * HOUR }),
    ];
    const { shop } = await status({ incidents });
    expect(shop.days.slice(-3).map(({ state, down_minutes }) => [state, down_minutes])).toEqual([
      ["none", 0],
      ["down", 120],
      ["down", 180 + 30 + 15],
    ]);
    expect(shop.uptime).toBeCloseTo(1 - 345 / (2 * 24 * 60), 10);
  });

  test("with a non-blocking incident was degraded, even without a call", async () => {
    const open = incident({ blocking: false, opened_at: today - DAY, closed_at: today - 1 });
    expect((await dayBefore(1, { incidents: [open] })).state).toBe("degraded");
    expect((await dayBefore(0, { incidents: [open] })).state).toBe("none");
    expect((await dayBefore(2, { incidents: [open] })).state).toBe("none");
    const days = [counts(utcDay(now), search, { calls: 1 })];
    expect((await dayBefore(0, { days, incidents: [{ ...open, closed_at: today }] })).state).toBe("degraded");
  });
});

test.each([
  [["shop"], "degraded"],
  [["shop", "inn"], "down"],
])("with %j closed the service is %s", async (names, state) => {
  const overrides = names.map((source) => ({ source, state: "closed" as const, note: "", by: "x", at: 1 }));
  expect((await status({ overrides })).shown.state).toBe(state);
});

test("a degraded source leaves the service degraded, however many are down", async () => {
  const incidents = [incident(), incident({ source: "inn", operation: "/api/inn/rooms", blocking: false })];
  expect((await status({ incidents })).shown.state).toBe("degraded");
});

test("a source that asks to wait is degraded until then, unless it is worse", async () => {
  const until = now + 60_000;
  const pauses: Stored["pauses"] = [["shop", until]];
  const { shop, inn } = await status({ pauses });
  const reason = `The source asks to wait until ${new Date(until).toISOString()}.`;
  expect(shop).toMatchObject({ state: "degraded", paused_until: until, reason });
  expect(inn).toMatchObject({ state: "ok", paused_until: null });
  const overrides: Override[] = [{ source: "shop", state: "closed", note: "", by: "x", at: 1 }];
  expect((await status({ pauses, overrides })).shop).toMatchObject({ state: "down", paused_until: until });
});
