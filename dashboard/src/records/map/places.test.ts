import { expect, test } from "vitest";
import { findPlaces } from "./places.ts";

test("records without a location, or with an impossible one, are not on the map", () => {
  const lisbon = { name: "Lisbon", latitude: 38.72, longitude: -9.14 };
  const nowhere = [
    { latitude: null, longitude: null },
    { latitude: 0, longitude: 0 },
    { latitude: 91, longitude: 1 },
  ];
  expect(findPlaces([...nowhere, lisbon])).toEqual([{ record: lisbon, latitude: 38.72, longitude: -9.14 }]);
});
