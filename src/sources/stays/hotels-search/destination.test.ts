import { describe, expect, test } from "vitest";
import { type DestinationRecord, destination } from "../destinations-search/record.ts";
import { bestMatch, coordinatesIn } from "./destination.ts";

const found = (kind: string, label: string, property_count: number): DestinationRecord =>
  destination({ id: `${kind} ${label}`, destination_type: kind, name: label.split(", ")[0]!, label, property_count });

const LIST = [
  found("HOTEL", "Grand Paris Inn, Paris, France", 1),
  found("CITY", "Paris, Texas, United States", 12),
  found("AIRPORT", "Paris - Charles de Gaulle Airport, Paris, France", 150),
  found("CITY", "Paris, Île de France, France", 9_000),
  found("REGION", "Île de France, France", 12_000),
  found("COUNTRY", "France", 200_000),
  found("DISTRICT", "Latin Quarter, Paris, France", 300),
];

describe("the best match", () => {
  test.each([
    ["paris", "CITY Paris, Île de France, France"],
    ["Paris, Texas", "CITY Paris, Texas, United States"],
    ["paris france", "CITY Paris, Île de France, France"],
    ["ile de france", "REGION Île de France, France"],
    ["France", "COUNTRY France"],
    ["latin quarter paris", "DISTRICT Latin Quarter, Paris, France"],
    ["Grand Paris Inn", "HOTEL Grand Paris Inn, Paris, France"],
    ["charles de gaulle airport", "AIRPORT Paris - Charles de Gaulle Airport, Paris, France"],
    ["par", "CITY Paris, Île de France, France"],
  ])("of %s is %s", (query, id) => {
    expect(bestMatch(LIST, query, null)?.id).toBe(id);
    expect(bestMatch([...LIST].reverse(), query, null)?.id).toBe(id);
  });

  test("keeps to the kind that was asked for", () => {
    expect(bestMatch(LIST, "paris", "AIRPORT")?.destination_type).toBe("AIRPORT");
    expect(bestMatch(LIST, "paris", "THEME")).toBeNull();
    expect(bestMatch([], "paris", null)).toBeNull();
  });
});

describe("coordinates", () => {
  test.each([
    ["38.72,-9.14", { latitude: "38.72", longitude: "-9.14" }],
    [" -33 ; 151.2 ", { latitude: "-33", longitude: "151.2" }],
    ["91,10", null],
    ["10,181", null],
    ["Lisbon", null],
    ["38.72", null],
    ["10, Downing Street", null],
    [null, null],
  ])("%s", (text, expected) => {
    expect(coordinatesIn(text)).toEqual(expected);
  });
});
