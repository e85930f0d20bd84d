import { expect, test } from "vitest";
import { respondAsync } from "./prefer.ts";

test.each<[string, string | string[] | undefined, number | null]>([
  ["no header", undefined, null],
  ["another preference", "return=minimal", null],
  ["no wait", "respond-async", 0],
  ["a wait, in any order and case", "Wait=10, Respond-Async", 10],
  ["two lines", ["respond-async", "wait=7"], 7],
  ["a quoted value", 'respond-async, wait="8"', 8],
  ["a parameter after the value", "respond-async; foo=1, wait=9; bar", 9],
  ["a wait beyond the longest", "respond-async, wait=100000", 300],
])("%s", (_name, header, wait) => {
  expect(respondAsync(header)).toEqual(wait === null ? null : { wait, keepPartial: false });
});

test.each(["soon", '"8" or so', "-1", "1.5", "", "1234567890"])("wait=%s is rejected with what is expected", (wait) => {
  expect(() => respondAsync(`respond-async, wait=${wait}`)).toThrow("wait must be whole seconds");
});

test("partial=keep keeps a job's records at its deadline; another value is rejected", () => {
  expect(respondAsync("respond-async, partial=keep, wait=5")).toEqual({ wait: 5, keepPartial: true });
  expect(respondAsync("partial=keep")).toBeNull();
  expect(() => respondAsync("respond-async, partial=drop")).toThrow("partial must be keep");
});
