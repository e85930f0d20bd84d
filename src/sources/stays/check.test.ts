import { describe, expect, test } from "vitest";
import { isOver, nightsBetween } from "./dates.ts";
import { checkPrices, checkSearch } from "./hotels-search.ts";
import type { Request } from "./request.ts";

const request = {
  destination: "Lisbon",
  destination_id: null,
  destination_type: null,
  checkin: null,
  checkout: null,
  language: "en-us",
  adults: 2,
  rooms: 1,
  children_ages: [3, 9],
  min_price_per_night: null,
  max_price_per_night: null,
} as unknown as Request;

function refusal(act: () => void) {
  try {
    act();
    return null;
  } catch (error) {
    return error as { status: number; detail: unknown };
  }
}
const words = (error: ReturnType<typeof refusal>) => JSON.stringify(error?.detail);

describe("location and dates", () => {
  const check = (over: object) => refusal(() => checkSearch({ ...request, ...over } as Request));

  test.each([
    {},
    { destination: null, destination_id: 7 },
    { destination: null, destination_id: 0 },
    { destination: "38.7,-9.1", destination_type: "LATLONG" },
    { destination: "Lisbon", destination_type: "LATLONG", destination_id: 7 },
    { destination: "Lisbon", destination_type: "CITY" },
    { checkin: "2027-05-01", checkout: "2027-05-02" },
  ])("%j is valid", (over) => {
    expect(check(over)).toBeNull();
  });

  test.each<[object, number, string]>([
    [{ destination: null }, 400, "Either destination or destination_id must be given."],
    [{ destination_type: "LATLONG" }, 400, "destination must be latitude,longitude"],
    [{ destination: null, destination_type: "LATLONG" }, 400, "Either destination"],
    [{ checkin: "2027-05-01" }, 400, "checkout must be given together with checkin."],
    [{ checkout: "2027-05-01" }, 400, "checkin must be given together with checkout."],
    [{ checkin: "2027-05-01", checkout: "2027-05-01" }, 422, "checkout must be after checkin"],
    [{ checkin: "2027-05-02", checkout: "2027-05-01" }, 422, "checkout must be after checkin"],
  ])("%j is %i: %s", (over, status, stated) => {
    const error = check(over);
    expect(error).toMatchObject({ status });
    expect(words(error)).toContain(stated);
    if (status === 422) expect(words(error)).toContain('"checkout"');
  });
});

test.each<[number | null, number | null, boolean]>([
  [null, null, true],
  [5, null, true],
  [null, 5, true],
  [5, 5, true],
  [4, 5, true],
  [6, 5, false],
])("prices from %j to %j are valid: %s", (min_price_per_night, max_price_per_night, expected) => {
  const error = refusal(() => checkPrices({ ...request, min_price_per_night, max_price_per_night }));
  expect(error === null).toBe(expected);
  if (error) expect(words(error)).toContain("max_price_per_night must not be below min_price_per_night");
});

test("nights are counted by days, across months and times of day", () => {
  expect(nightsBetween("2027-02-27", "2027-03-01")).toBe(2);
  expect(nightsBetween("2027-02-27T15:00:00", "2027-02-28T11:00:00")).toBe(1);
  expect(nightsBetween("2027-02-27", "2027-02-27")).toBeNull();
  expect(nightsBetween("2027-02-28", "2027-02-27")).toBeNull();
});

test("a day has passed once it is over everywhere on earth: twelve hours after its end in UTC", () => {
  const at = (time: string) => isOver("2027-05-01", Date.parse(time));
  expect(at("2027-05-02T12:00:00.000Z")).toBe(false);
  expect(at("2027-05-02T12:00:00.001Z")).toBe(true);
});
