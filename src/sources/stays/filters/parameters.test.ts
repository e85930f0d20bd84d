import { expect, test } from "vitest";
import type { SiteFilter } from "../reading/site-filters.ts";
import { asParameters } from "./parameters.ts";

const asParametersOf = (list: SiteFilter[], english: SiteFilter[]) =>
  asParameters({ offered: list, unreadable: 0 }, english).records;
const offered = (key: string, code: string | null) => ({ key, code, label: "a label", count: 3 });
const read = (key: string, code: string | null) => asParametersOf([offered(key, code)], [])[0];

test("an id is an integer, possibly negative; anything else is listed without a parameter", () => {
  expect(read("di", "12")).toMatchObject({ parameter: "district_ids", value: "12", id: 12, property_count: 3 });
  expect(read("di", "-12")).toMatchObject({ parameter: "district_ids", value: "-12", id: -12 });
  for (const code of ["12abc", "a12", "", null]) expect(read("di", code)).toMatchObject({ parameter: null, id: null });
});

test("a filter that is offered twice is listed once", () => {
  expect(asParametersOf([offered("di", "1"), offered("di", "1"), offered("di", "2")], [])).toHaveLength(2);
});

const labelled = (key: string, code: string | null, label: string) => ({ key, code, label, count: 3 });

test.each<[string, string | null, string, string | null, string | null]>([
  ["distance", "3000", "Less than 3 km", "max_distance_from_center_meters", "3000"],
  ["entire_place_bedroom_count", null, "Bedrooms", "min_bedrooms", null],
  ["min_bathrooms", null, "Bathrooms", "min_bathrooms", null],
  // Unknown keys are found by their English words; a number matches a stepper, a switch an option.
  ["new_beds_key", null, "Beds", "min_beds", null],
  ["new_beds_key", "1", "Beds", null, null],
  ["new_breakfast_key", "9", "Highly rated breakfast", "highly_rated_breakfast", "true"],
  ["new_breakfast_key", null, "Highly rated breakfast", null, null],
  ["privacy_type", "3", "Entire homes & apartments", "entire_homes_only", "true"],
  ["privacy_type", "4", "Other", null, null],
  ["privacy_type_no_date", "4", "Entire homes & apartments", "entire_homes_only", "true"],
  ["privacy_type_no_date", "3", "Other", null, null],
  ["oos", "1", "Only show available properties", "available_only", "true"],
  ["oos", "2", "x", null, null],
  ["SustainablePropertyLevelFilter", "4", "x", "sustainability_certified", "true"],
  ["class", "4", "4 stars", "star_ratings", "4"],
  ["class", "9", "4", null, null],
  ["hotelfacility", "2", "Parking", "property_amenities", "parking"],
  // A known code is trusted whatever its label; an unsure one only if the label agrees.
  ["hotelfacility", "2", "Garden", "property_amenities", "parking"],
  ["hotelfacility", "56", "Children's playground", "property_amenities", "playground"],
  ["hotelfacility", "56", "Garden gnomes", null, null],
  ["hotelfacility", "9999", "Playground", "property_amenities", "playground"],
  ["popular_activities", "10", "Sauna", "activities", "sauna"],
  ["di", "7", "Alfama", "district_ids", "7"],
  ["popular_nearby_landmarks", "7", "Tower", "landmark_ids", "7"],
  ["chaincode", "7", "Chain", "brand_ids", "7"],
  ["uf", "-7", "City", "city_ids", "-7"],
  ["unheard_of", "1", "Something", null, null],
])("%s=%s, %s, is %s: %s", (key, code, label, parameter, value) => {
  const one = labelled(key, code, label);
  expect(asParametersOf([one], [one])).toMatchObject([{ parameter, value, label, property_count: 3 }]);
});

test("labels have the request's language; lookups by name use the English one", () => {
  const german = labelled("hotelfacility", "9999", "Spielplatz");
  const english = labelled("hotelfacility", "9999", "Playground");
  expect(asParametersOf([german], [english])).toMatchObject([{ value: "playground", label: "Spielplatz" }]);
  expect(asParametersOf([german], [])).toMatchObject([{ parameter: null, value: null, label: "Spielplatz" }]);
  expect(asParametersOf([labelled("k", null, "Betten")], [labelled("k", null, "Beds")])).toMatchObject([
    { parameter: "min_beds" },
  ]);
});

test("two codes of one value are listed once, as the first; entries without a parameter are identified by their code", () => {
  const homes = [labelled("privacy_type", "3", "a"), labelled("privacy_type_no_date", "4", "b")];
  expect(asParametersOf(homes, homes)).toMatchObject([{ parameter: "entire_homes_only", label: "a" }]);
  const odd = [labelled("odd", "1", "a"), labelled("odd", "2", "b"), labelled("odd", "1", "c")];
  expect(asParametersOf(odd, odd).map(({ label }) => label)).toEqual(["a", "b"]);
});
