import { expect, test } from "vitest";
import { readingService, registry } from "../../test/support/service/reading-service.ts";
import { type ValidationItem, WinnowError } from "../contract/errors.ts";
import { readSchedule } from "./read-schedule.ts";

const least = { operation: "toy/things", name: "daily", cron: "0 7 * * *", request: { shelf: "a", count: 2 } };
const read = (body: Parameters<typeof readSchedule>[1]) => readSchedule(readingService, body, () => {});

function faults(raw: typeof least): ValidationItem[] {
  try {
    read(raw);
  } catch (error) {
    expect((error as WinnowError).code).toBe("validation");
    return (error as WinnowError).detail as ValidationItem[];
  }
  throw new Error("it was taken");
}

test("a minimal body gets the defaults", () => {
  const { entry, ...input } = read(least);
  expect(entry).toBe(registry.entries[0]);
  expect(input).toEqual({
    name: "daily",
    cron: "0 7 * * *",
    timeZone: "UTC",
    ignoreFields: [],
    monthlyBudget: null,
    options: {},
    webhook: null,
    track: [],
    rules: [],
    destination: null,
    request: { shelf: "a", count: 2, fresh: false, tags: [], timeout: 300 },
  });
});

test("a full body is accepted", () => {
  const full = { time_zone: "Asia/Tokyo", ignore_fields: ["id"], monthly_budget: 1, webhook: "https://c.example/" };
  expect(read({ ...least, ...full })).toMatchObject({
    timeZone: "Asia/Tokyo",
    ignoreFields: ["id"],
    monthlyBudget: 1,
    webhook: "https://c.example/",
  });
  expect(read({ ...least, monthly_budget: 1e12 }).monthlyBudget).toBe(1e12);
  const long = "x".repeat(200);
  expect(read({ ...least, name: long, cron: long })).toMatchObject({ name: long, cron: long });
});

test.each<[object, unknown[][]]>([
  [{ operation: "toy/others" }, [["body", "operation"]]],
  [{ ignore_fields: ["id", "nosuch"] }, [["body", "ignore_fields", 1]]],
  [
    { request: { shelf: "", count: 0 } },
    [
      ["body", "request", "shelf"],
      ["body", "request", "count"],
    ],
  ],
])("%j is rejected with its positions", (change, places) => {
  expect(faults({ ...least, ...change }).map(({ loc }) => loc)).toEqual(places);
});

test("an operation's own rule is reported in its own words", () => {
  expect(() => read({ ...least, request: { shelf: "cellar", count: 1 } })).toThrow(
    expect.objectContaining({ status: 400, detail: "There is no cellar." }),
  );
});

test("a caller who may not use the operation is rejected before the request is read", () => {
  const permit = () => {
    throw new WinnowError("source_forbidden");
  };
  expect(() => readSchedule(readingService, { ...least, request: {} }, permit)).toThrow(
    expect.objectContaining({ code: "source_forbidden" }),
  );
});
