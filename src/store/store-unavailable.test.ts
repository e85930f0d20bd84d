import pg from "pg";
import { describe, expect, test } from "vitest";
import { SimulatedClock } from "../base/clock.ts";
import { nextStart, partitionedTables, partitionName, periodStart } from "./partitions/periods.ts";
import { openPool } from "./postgres-pool.ts";
import { defaultPostgresSettings } from "./postgres-settings.ts";
import { localWindows } from "./shared-windows.ts";
import { isStoreUnavailable } from "./store-unavailable.ts";

const ofServer = (code: string) => Object.assign(new pg.DatabaseError("words", 5, "error"), { code });
const ofSystem = (code: string) => Object.assign(new Error("words"), { code });

describe("the store is down", () => {
  test.each(["08000", "08006", "53100", "57P01", "57P05", "53300", "57014", "55P03", "25006"])(
    "by the server's code %s",
    (code) => {
      expect(isStoreUnavailable(ofServer(code))).toBe(true);
    },
  );
  test.each(["57P00", "57P06", "23505", "42P01", "", "080001", "x08000", "5330", "53400"])("not by %j", (code) => {
    expect(isStoreUnavailable(ofServer(code))).toBe(false);
  });
  test.each([
    "ECONNREFUSED",
    "ECONNRESET",
    "EPIPE",
    "ETIMEDOUT",
    "ENOTFOUND",
    "EAI_AGAIN",
    "EHOSTUNREACH",
    "ENETUNREACH",
  ])("by the system's %s, also among others or as a cause", (code) => {
    expect(isStoreUnavailable(ofSystem(code))).toBe(true);
    expect(isStoreUnavailable(new AggregateError([new Error("x"), ofSystem(code)]))).toBe(true);
    expect(isStoreUnavailable(new Error("x", { cause: ofSystem(code) }))).toBe(true);
    // The server itself responded, so it is up.
    expect(isStoreUnavailable(ofServer(code))).toBe(false);
  });
  test.each([
    "database is locked",
    "database or disk is full",
    "Connection terminated unexpectedly",
    "Connection ended",
    "Query read timeout",
    "timeout expired",
    "timeout exceeded when trying to connect",
    "Client has encountered a connection error and is not queryable",
    "Client was closed and is not queryable",
  ])("by the message %s", (words) => {
    expect(isStoreUnavailable(new Error(words))).toBe(true);
    expect(isStoreUnavailable(new Error(`so: ${words}`))).toBe(false);
  });
  test("not by anything else", () => {
    expect(
      [new Error("a bug"), ofSystem("ENOENT"), "ECONNRESET", null, new AggregateError([])].map(isStoreUnavailable),
    ).toEqual(Array(5).fill(false));
  });
});

describe("partitions of a table", () => {
  const at = (text: string) => Date.parse(text);
  const iso = (time: number) => new Date(time).toISOString();
  test.each([
    ["month", "2026-11-16T05:06:07Z", "2026-11-01", "2026-12-01"],
    ["month", "2026-12-31T23:59:59.999Z", "2026-12-01", "2027-01-01"],
    ["month", "2027-01-01T00:00:00Z", "2027-01-01", "2027-02-01"],
    ["month", "2027-02-28T12:00:00Z", "2027-02-01", "2027-03-01"],
    ["week", "2026-11-16T00:00:00Z", "2026-11-16", "2026-11-23"],
    ["week", "2026-11-22T23:59:59.999Z", "2026-11-16", "2026-11-23"],
    ["week", "2026-11-15T23:59:59.999Z", "2026-11-09", "2026-11-16"],
  ] as const)("a %s around %s begins on %s, and the next on %s", (span, time, start, next) => {
    expect([iso(periodStart(span, at(time))), iso(nextStart(span, at(time)))]).toEqual([
      `${start}T00:00:00.000Z`,
      `${next}T00:00:00.000Z`,
    ]);
  });
  test("partitions of a table are named after their first day, and created a month or two weeks ahead", () => {
    expect(partitionName("requests", at("2026-12-01T00:00:00Z"))).toBe("requests_20261201");
    expect(partitionedTables.map(({ name, column, span, aheadDays }) => [name, column, span, aheadDays])).toEqual([
      ["answers", "expires_at", "week", 15],
      ["ledger", "at", "month", 32],
      ["requests", "started_at", "month", 32],
    ]);
  });
});

describe("the PostgreSQL connection", () => {
  const options = async (url: string, over: object = {}) => {
    const pool = openPool(url, 7, { ...defaultPostgresSettings, ...over });
    const { options } = pool as unknown as { options: Record<string, any> };
    await pool.end();
    return options;
  };
  test("follows the address, with the limits of every connection", async () => {
    const url = "postgres://me@db.example/x?sslmode=disable&application_name=a&sslrootcert=y";
    expect(await options(url)).toMatchObject({
      connectionString: url,
      max: 7,
      connectionTimeoutMillis: 2_000,
      query_timeout: 16_000,
      keepAlive: true,
      statement_timeout: 15_000,
      application_name: "winnow",
      keepAliveInitialDelayMillis: 10_000,
    });
    // It would override the address's TLS parameters.
    expect((await options(url)).ssl).toBeUndefined();
  });
  test("has no session settings behind a pooler, and returns numbers as numbers", async () => {
    const behind = await options("postgres://me@db.example/x", { pooler: "transaction" });
    expect([behind.statement_timeout, behind.application_name]).toEqual([undefined, undefined]);
    const read = (oid: number, format?: "binary") => behind.types.getTypeParser(oid, format);
    expect([read(20)("7"), read(1700)("7.5"), read(25)("7")]).toEqual([7, 7.5, "7"]);
    expect([read(20, "binary") === Number, read(1700, "binary") === Number]).toEqual([false, false]);
  });
});

test("a process's counts belong to their window, and past windows are dropped", () => {
  const clock = new SimulatedClock(1_000_000);
  const windows = localWindows(clock);
  const minute = 60_000;
  expect([
    windows.use("a", minute),
    windows.use("a", minute),
    windows.use("b", minute),
    windows.used("a", minute),
  ]).toEqual([1, 2, 1, 2]);
  // A different size under the same name is a different window.
  expect(windows.used("a", 1_000)).toBe(0);
  clock.advance(minute - (clock.now() % minute) - 1);
  expect(windows.used("b", minute)).toBe(1);
  clock.advance(1);
  expect(windows.used("b", minute)).toBe(0);
  clock.advance(minute);
  windows.use("c", minute);
  expect([...windows.counts.keys()]).toEqual(["c"]);
});
