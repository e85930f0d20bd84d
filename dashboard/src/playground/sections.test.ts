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
import { formFields } from "./fields.ts";
import { valueLabel } from "./labels.ts";
import { fits, formSections } from "./sections.ts";

const place = textField({ description: "Where.", minLength: 1 });
const request = defineRequest("Stay", {
  place,
  timeout: timeoutField,
  checkin: orNull(date({ description: "First night." })),
  checkout: orNull(date({ description: "Departure." })),
  adults: wholeField({ description: "Adults.", minimum: 1, maximum: 30, default: 2 }),
  room_amenities: listOf(items.oneOf(["bath", "desk"]), { description: "Things in the room." }),
  something_else: flagField({ description: "Anything.", default: false }),
});
const operation = { request, examples: [{ place: "Lisbon" }] } as unknown as OperationView;

test("every field is in exactly one section, with the fields most calls need first", () => {
  const sections = formSections(formFields(operation), { place: "Lisbon" });
  expect(sections.map(({ title, fields }) => [title, fields.map(({ name }) => name)])).toEqual([
    ["The call", ["place", "checkin", "checkout"]],
    ["Guests and rooms", ["adults"]],
    ["Amenities", ["room_amenities"]],
    ["More filters", ["something_else"]],
    ["Response", ["timeout"]],
  ]);
});

test("a field is found by its name and by its description", () => {
  const found = (words: string) =>
    formFields(operation)
      .filter((field) => fits(field, words))
      .map(({ name }) => name);
  expect(found("things ROOM")).toEqual(["room_amenities"]);
  expect(found("departure")).toEqual(["checkout"]);
});

test("the number of records is asked last", () => {
  const count = wholeField({ description: "Records.", minimum: 1 });
  const fields = formFields({
    request: defineRequest("Search", { count, place }),
    examples: [],
  } as unknown as OperationView);
  expect(formSections(fields, {})[0]!.fields.map(({ name }) => name)).toEqual(["place", "count"]);
});

test("values have familiar names", () => {
  expect(valueLabel("currency", "EUR")).toBe("Euro · EUR");
  expect(valueLabel("language", "pt-br")).toBe("Brazilian Portuguese · pt-br");
  expect(valueLabel("lang", "sc")).toBe("Simplified Chinese · sc");
  expect(valueLabel("sort", "price_low_to_high")).toBe("Price low to high");
  expect(valueLabel("star_ratings", "5")).toBe("5");
});
