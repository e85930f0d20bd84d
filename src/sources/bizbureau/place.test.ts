import { describe, expect, test } from "vitest";
import { Unreadable } from "../../contract/errors.ts";
import { accounted } from "../../source-testing/accounted.ts";
import { savedAnswer } from "../../source-testing/saved-answer.ts";
import { placeParts, readSuggestions, suggestionsPage } from "./places.ts";

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
  ["Winston-Salem, NC", "Winston-Salem", "NC", null, "USA"],
  ["  Austin ,   tx  ", "Austin", "TX", null, "USA"],
  ["Austin, TX -", "Austin", "TX", null, "USA"],
  ["Austin - 78701", "Austin", null, "78701", null],
  ["Austin, United States of America", "Austin", null, null, "USA"],
  ["Austin United States", "Austin", null, null, "USA"],
  ["Toronto, CAN", "Toronto", null, null, "CAN"],
  ["Toronto, CAN ", "Toronto", null, null, "CAN"],
  ["Duncan", "Duncan", null, null, null],
  ["Canada Bay", "Canada Bay", null, null, null],
  ["78701 Austin, TX", "78701 Austin", "TX", null, "USA"],
  ["123456", "123456", null, null, null],
  ["M4G 2P7 Toronto, ON", "M4G 2P7 Toronto", "ON", null, "CAN"],
  ["Toronto, ON m4g 2p7", "Toronto", "ON", "M4G 2P7", "CAN"],
  ["Toronto M4G2P7 Canada", "Toronto", null, "M4G 2P7", "CAN"],
  ["78701, Canada", null, null, "78701", "CAN"],
  ["Fort, Worth, TX", "Fort, Worth", "TX", null, "USA"],
  ["Washington, DC", "Washington", "DC", null, "USA"],
  ["Fort, Worth Texas", "Fort, Worth Texas", null, null, null],
])("%j is parsed", (text, city, state, zip, country) => {
  expect(placeParts(text)).toEqual({ city, state, zip, country });
});

describe("the site's suggestions", () => {
  const read = (json: unknown, country: "USA" | "CAN" = "USA") =>
    accounted({ page: readSuggestions(savedAnswer(JSON.stringify(json)), null, country) }).records;

  test("a plain text is enough; explicit fields take precedence", () => {
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
    [" -43.7 , 79 ", "-43.7,79"],
    ["somewhere", null],
    ["at 43.7,-79.4", null],
    ["43.7,-79.4 or so", null],
    ["43.7", null],
    [{ lat: 43.7 }, null],
    [{ lng: -79.4 }, null],
    [{ lat: 0, lng: 0 }, "0,0"],
    [{ lat: 1, latitude: 2, lng: 3, longitude: 4 }, "1,3"],
    [null, null],
  ])("coordinates %j", (latLng, coordinates) => {
    expect(read([{ displayText: "x", latLng }])[0]!.coordinates).toBe(coordinates);
  });

  test("the response's fields, under any of their names, take precedence over the text", () => {
    const place = { text: "Austin, TX", city: "Austin", state: "TX", zip: null, country: "USA", coordinates: null };
    const one = (more: object) => read([{ displayText: " Austin,  TX ", ...more }])[0];
    expect(one({})).toEqual(place);
    expect(one({ city: "Austin City" })).toEqual({ ...place, city: "Austin City" });
    expect(one({ state: "OK" })).toEqual({ ...place, state: "OK" });
    expect(one({ stateCode: "OK" })).toEqual({ ...place, state: "OK" });
    expect(one({ state: "OK", stateCode: "KS" })).toEqual({ ...place, state: "OK" });
    for (const name of ["zipCode", "postalCode", "postalcode"])
      expect(one({ [name]: "78702" })).toEqual({ ...place, zip: "78702" });
    expect(one({ zipCode: "1", postalCode: "2", postalcode: "3" })?.zip).toBe("1");
    expect(one({ postalCode: "2", postalcode: "3" })?.zip).toBe("2");
    expect(read([{ displayText: "Austin 78701" }])[0]?.zip).toBe("78701");
  });

  test("a text without a country is in the requested one", () => {
    const suggest = (displayText: string, country: "USA" | "CAN") => read([{ displayText }], country)[0]!.country;
    expect(suggest("Port Hope", "CAN")).toBe("CAN");
    expect(suggest("Port Hope", "USA")).toBe("USA");
    expect(suggest("Port Hope, ON", "USA")).toBe("CAN");
  });

  test("coordinates may accompany the text", () => {
    expect(read([{ displayText: "x", latitude: 43.7, longitude: -79.4 }])[0]!.coordinates).toBe("43.7,-79.4");
  });

  test("an empty list means no such place; anything but a list of places is an unknown form", () => {
    expect(read([])).toEqual([]);
    for (const json of [{}, "x", { suggestions: [] }, [{ name: "x" }]]) expect(() => read(json)).toThrow(Unreadable);
    expect(() => readSuggestions(savedAnswer("[]", { status: 404 }), null, "USA")).toThrow(Unreadable);
    expect(() => readSuggestions(savedAnswer("<html>"), null, "USA")).toThrow(Unreadable);
  });
});

test("the search box is queried for fifty places of one country, and its response is cached", () => {
  const { path, headers, lasting } = suggestionsPage("Port & Hope", "CAN");
  const url = new URL(path, "https://site.example");
  expect(url.pathname).toBe("/api/suggest/location");
  expect(Object.fromEntries(url.searchParams)).toEqual({ country: "CAN", input: "Port & Hope", maxMatches: "50" });
  expect(headers?.accept).toContain("application/json");
  expect(lasting).toBe(true);
});
