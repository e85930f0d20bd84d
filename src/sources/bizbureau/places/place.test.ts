import { describe, expect, test } from "vitest";
import { Unreadable } from "../../../contract/errors.ts";
import { answerOf } from "../../../contract/testing/saved-answer.ts";
import { partsOf } from "./place.ts";
import { readSuggestions } from "./suggestions.ts";

test.each([
  ["Austin, TX", "Austin", "TX", null, "USA"],
  ["austin tx", "austin", "TX", null, "USA"],
  ["Austin, Texas, USA", "Austin", "TX", null, "USA"],
  ["Santa Fe New Mexico", "Santa Fe", "NM", null, "USA"],
  ["Austin, TX 78701-1234", "Austin", "TX", "78701", "USA"],
  ["New York", "New York", null, null, null],
  ["New York, New York", "New York", "NY", null, "USA"],
  ["78701", null, null, "78701", null],
  ["78701-1234", null, null, "78701", null],
  ["East York, ON", "East York", "ON", null, "CAN"],
  ["m4g2p7", null, null, "M4G 2P7", "CAN"],
  ["Toronto, Canada", "Toronto", null, null, "CAN"],
  ["USA", null, null, null, "USA"],
  ["Canada", null, null, null, "CAN"],
  ["", null, null, null, null],
  ["Nowhere, ZZ", "Nowhere, ZZ", null, null, null],
])("%j is taken apart", (text, city, state, zip, country) => {
  expect(partsOf(text)).toEqual({ city, state, zip, country });
});

describe("the site's suggestions", () => {
  const read = (json: unknown) => readSuggestions(answerOf(JSON.stringify(json)), "USA");

  test("a bare text is enough; what else is said goes before it", () => {
    expect(read([{ displayText: "Austin, TX" }])).toEqual([
      { text: "Austin, TX", city: "Austin", state: "TX", zip: null, country: "USA", coordinates: null },
    ]);
    expect(read([{ displayText: "Toronto, ON", city: "Toronto", stateCode: "ON", latLng: "43.7, -79.4" }])).toEqual([
      { text: "Toronto, ON", city: "Toronto", state: "ON", zip: null, country: "CAN", coordinates: "43.7,-79.4" },
    ]);
  });

  test.each([
    ["43.7,-79.4", "43.7,-79.4"],
    [{ lat: 43.7, lng: -79.4 }, "43.7,-79.4"],
    [{ latitude: "43.7", longitude: "-79.4" }, "43.7,-79.4"],
    ["somewhere", null],
    [null, null],
  ])("coordinates %j", (latLng, coordinates) => {
    expect(read([{ displayText: "x", latLng }])[0]!.coordinates).toBe(coordinates);
  });

  test("an empty list is no place; anything but a list of places is a form that is not known", () => {
    expect(read([])).toEqual([]);
    for (const json of [{}, "x", { suggestions: [] }, [{ name: "x" }]]) expect(() => read(json)).toThrow(Unreadable);
    expect(() => readSuggestions(answerOf("[]", { status: 404 }), "USA")).toThrow(Unreadable);
    expect(() => readSuggestions(answerOf("<html>"), "USA")).toThrow(Unreadable);
  });
});
