import { describe, expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { WinnowError } from "../contract/errors.ts";
import { mayRead } from "./job-list.ts";
import { createJobSignals, type JobSignals } from "./job-signals.ts";
import type { JobRow } from "./job-store.ts";
import { jobEnding, refused, toView } from "./job-view.ts";
import { nextTimes } from "./schedules/times.ts";
import { sealedSecrets } from "./webhooks/sealed-secrets.ts";

const row = (over: Partial<JobRow> = {}): JobRow =>
  ({
    id: "j1",
    endpoint: "/api/toys/all",
    params: '{"q":1}',
    status: "succeeded",
    pages: 2,
    records: 20,
    held: 6,
    charged: 3,
    attempt: 1,
    created_at: 0,
    started_at: 1_000,
    ended_at: 2_000,
    error_detail: null,
    error_code: null,
    http_status: 200,
    batch_id: null,
    line: null,
    schedule_id: null,
    results_end: "count",
    results_total: 77,
    resolved: '{"city":"X"}',
    warnings: null,
    ...over,
  }) as JobRow;

describe("the view of a job", () => {
  test("the view of a job that succeeded holds no points, and its records are readable for seven days", () => {
    expect(toView(row())).toMatchObject({
      id: "j1",
      operation: "/api/toys/all",
      request: { q: 1 },
      status: "succeeded",
      held: 0,
      charged: 3,
      attempt: 1,
      progress: { pages: 2, records: 20 },
      error: null,
      created_at: "1970-01-01T00:00:00.000Z",
      started_at: "1970-01-01T00:00:01.000Z",
      ended_at: "1970-01-01T00:00:02.000Z",
      records_until: "1970-01-08T00:00:02.000Z",
      batch_id: null,
      line: null,
      schedule_id: null,
    });
  });

  test("the view of a job that is waiting or being admitted has its hold and no times", () => {
    const waiting = { status: "admitting" as const, ended_at: null, started_at: null };
    expect(toView(row(waiting))).toMatchObject({
      status: "queued",
      held: 6,
      ended_at: null,
      started_at: null,
      records_until: null,
    });
  });

  test("the view of a job that failed has the reason", () => {
    const failed = row({
      status: "failed",
      error_detail: '"no such shelf"',
      error_code: "no_such_thing",
      http_status: 412,
    });
    expect(toView(failed)).toMatchObject({
      records_until: null,
      error: { status: 412, code: "no_such_thing", detail: "no such shelf" },
    });
    expect(toView({ ...failed, http_status: null }).error!.status).toBe(500);
  });
});

describe("how a job ended", () => {
  const admission = (over: object) =>
    ({
      kind: "ended",
      status: 200,
      cost: 3,
      results: 20,
      pages: 2,
      errorText: null,
      facts: { results_end: "count", results_total: 77, resolved: null, warnings: null, age: null },
      ...over,
    }) as never;

  test("successfully: with its cost and record count", () => {
    expect(jobEnding(admission({}))).toEqual({
      status: "succeeded",
      charged: 3,
      http_status: 200,
      records: 20,
      pages: 2,
      error_code: null,
      error_detail: null,
      results_end: "count",
      results_total: 77,
      resolved: null,
      warnings: null,
    });
  });

  test("with an error: free of charge, with the text of the error seen, else of the row, else none", () => {
    const error = new WinnowError("no_such_thing", "no such shelf");
    expect(jobEnding(admission({ status: 412, errorText: "words" }), error)).toEqual({
      status: "failed",
      charged: 0,
      http_status: 412,
      pages: 2,
      records: 0,
      results_end: null,
      error_code: "no_such_thing",
      error_detail: '"no such shelf"',
    });
    expect(jobEnding(admission({ status: 500, errorText: "words" }), error)).toMatchObject({
      error_code: null,
      error_detail: '"words"',
    });
    expect(jobEnding(admission({ status: 499 }), new Error("x"))).toMatchObject({
      status: "cancelled",
      error_detail: '"The job ended without a response."',
    });
    expect(refused(error)).toEqual({
      status: "failed",
      charged: 0,
      http_status: 412,
      error_code: "no_such_thing",
      results_end: null,
      error_detail: '"no such shelf"',
    });
  });
});

test.each([
  [{ account_id: "a1", key_id: "k1" }, null, true],
  [{ account_id: "a1", key_id: "k2" }, null, true],
  [{ account_id: "a2", key_id: "k1" }, null, false],
  [{ account_id: "a1", key_id: "k1" }, ["toys"], true],
  [{ account_id: "a1", key_id: "k2" }, ["toys"], false],
])("a key of account a1 reads %j, limited to %j: %s", (of, sources, may) => {
  expect(mayRead({ account: { id: "a1" }, key: { id: "k1", sources, person_id: "a1" } }, of)).toBe(may);
});

describe("waiting for a job", () => {
  test.each([
    ["it changes", (signals: JobSignals) => signals.changed("j1"), true],
    ["another one changes", (signals: JobSignals) => signals.changed("j2"), false],
    ["50 ms have passed", (_: JobSignals, clock: SimulatedClock) => clock.advance(50), true],
    ["less than 50 ms have passed", (_: JobSignals, clock: SimulatedClock) => clock.advance(49), false],
    ["the signal ends", (_s: JobSignals, _c: SimulatedClock, stop: AbortController) => stop.abort(), true],
  ])("wakes when %s: %s", async (_, act, woken) => {
    const clock = new SimulatedClock();
    const signals = createJobSignals(clock);
    const stop = new AbortController();
    let awake = 0;
    const waits = [signals.follow("j1", stop.signal)(), signals.follow("j1", stop.signal)()];
    for (const wait of waits) void wait.then(() => (awake += 1));
    act(signals, clock, stop);
    await new Promise(setImmediate);
    expect(awake).toBe(woken ? 2 : 0);
    stop.abort();
    await Promise.all(waits);
  });

  test("polls soon, then at growing intervals, for a job that another process may have ended", async () => {
    const clock = new SimulatedClock();
    const next = createJobSignals(clock).follow("j1", new AbortController().signal);
    const pauses: Array<number | null> = [];
    for (let look = 0; look < 7; look++) {
      const change = next();
      pauses.push(clock.untilNext());
      clock.advance(clock.untilNext()!);
      await change;
    }
    expect(pauses).toEqual([50, 100, 200, 400, 800, 1_000, 1_000]);
  });

  test("lasts no longer than requested, and not at all once the job has ended", async () => {
    const clock = new SimulatedClock();
    const signals = createJobSignals(clock);
    const short = signals.follow("j1", new AbortController().signal)(5);
    clock.advance(5);
    await short;
    await signals.follow("j1", AbortSignal.abort())();
  });
});

describe("sealed secrets", () => {
  const secrets = sealedSecrets("of the service");

  test("can be opened only by the same service, and are sealed differently each time", () => {
    const secret = secrets.make();
    expect(Buffer.from(secret.replace(/^whsec_/, ""), "base64")).toHaveLength(24);
    expect(secrets.make()).not.toBe(secret);
    const sealed = secrets.seal(secret);
    expect([secrets.open(sealed), sealed.includes(secret), secrets.seal(secret) === sealed]).toEqual([
      secret,
      false,
      false,
    ]);
    expect(sealedSecrets("of the service").open(sealed)).toBe(secret);
    expect(() => sealedSecrets("of another").open(sealed)).toThrow();
    const changed = Buffer.from(sealed, "base64url");
    changed[30] = changed[30]! ^ 1;
    expect(() => secrets.open(changed.toString("base64url"))).toThrow();
  });

  test("sealed secrets of an account are stable and unique to it", () => {
    expect(secrets.ofAccount("a1", 0)).toBe(sealedSecrets("of the service").ofAccount("a1", 0));
    expect(Buffer.from(secrets.ofAccount("a1", 0).slice(6), "base64")).toHaveLength(24);
    expect(secrets.ofAccount("a1", 0)).not.toBe(secrets.ofAccount("a2", 0));
    expect(secrets.ofAccount("a1", 0)).not.toBe(secrets.ofAccount("a1", 1));
    expect(secrets.ofAccount("a1", 0)).not.toBe(sealedSecrets("of another").ofAccount("a1", 0));
  });
});

describe("the times of a schedule", () => {
  const from = Date.parse("2027-03-10T12:00:00Z");
  test.each([
    ["0 7 * * *", "UTC", "2027-03-11T07:00:00.000Z"],
    ["0 7 * * *", "Asia/Tokyo", "2027-03-10T22:00:00.000Z"],
    ["30 12 * * *", "UTC", "2027-03-10T12:30:00.000Z"],
  ])("%s in %s comes next at %s", (cron, zone, at) => {
    expect(new Date(nextTimes(cron, zone).next(from)!).toISOString()).toBe(at);
  });

  test("a time that never occurs yields none", () => {
    expect(nextTimes("0 0 30 2 *", "UTC").next(from)).toBeNull();
  });

  test.each([
    [
      "0 7 * *",
      "UTC",
      "cron",
      /^Value error, must be a cron expression of five fields such as "0 7 \* \* 1-5": \S/,
      "0 7 * *",
    ],
    ["0 0 7 * * *", "UTC", "cron", /five fields/, "0 0 7 * * *"],
    [
      "0 7 * * *",
      "Mars/Base",
      "time_zone",
      /^Value error, must be an IANA time zone such as Europe\/Amsterdam$/,
      "Mars/Base",
    ],
  ])("%s in %s is rejected, naming the field", (cron, zone, field, msg, input) => {
    const thrown = (() => {
      try {
        return nextTimes(cron, zone);
      } catch (error) {
        return error as WinnowError;
      }
    })();
    expect(thrown).toMatchObject({
      code: "validation",
      detail: [{ type: "value_error", loc: ["body", field], msg: expect.stringMatching(msg), input }],
    });
  });
});
