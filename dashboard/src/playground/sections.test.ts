import { expect, test } from "vitest";
import {
  date,
  defineRequest,
  flagField,
  items,
  listOf,
  orNull,
  textField,
  timeoutField,
  wholeField,
} from "../../../src/contract/fields.ts";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { fieldsOf } from "./fields.ts";
import { labelOf } from "./labels.ts";
import { fits, nameOf, sectionsOf } from "./sections.ts";

const request = defineRequest("Stay", {
  place: textField({ description: "Where.", minLength: 1 }),
  timeout: timeoutField,
  checkin: orNull(date({ description: "First night." })),
  checkout: orNull(date({ description: "Departure." })),
  adults: wholeField({ description: "Adults.", minimum: 1, maximum: 30, default: 2 }),
  room_amenities: listOf(items.oneOf(["bath", "desk"]), { description: "Things in the room." }),
  something_else: flagField({ description: "Anything.", default: false }),
});
const operation = { request, examples: [{ place: "Lisbon" }] } as unknown as OperationView;

test("every field is in exactly one section, with the fields most calls need first", () => {
  const sections = sectionsOf(fieldsOf(operation), { place: "Lisbon" });
  expect(sections.map(({ title, fields }) => [title, fields.map(nameOf)])).toEqual([
    ["The call", ["place", "checkin"]],
    ["Guests and rooms", ["adults"]],
    ["Amenities", ["room_amenities"]],
    ["More filters", ["something_else"]],
    ["Response", ["timeout"]],
  ]);
});

test("a field is found by its name and by its description", () => {
  const found = (words: string) =>
    fieldsOf(operation)
      .filter((field) => fits(field, words))
      .map(nameOf);
  expect(found("things ROOM")).toEqual(["room_amenities"]);
  expect(found("departure")).toEqual(["checkin"]);
});

test("values have familiar names", () => {
  expect(labelOf("currency", "EUR")).toBe("Euro · EUR");
  expect(labelOf("language", "pt-br")).toBe("Brazilian Portuguese · pt-br");
  expect(labelOf("lang", "sc")).toBe("Simplified Chinese · sc");
  expect(labelOf("sort", "price_low_to_high")).toBe("Price low to high");
  expect(labelOf("star_ratings", "5")).toBe("5");
});
