import { describe, expect, test } from "vitest";
import {
  date,
  defineRequest,
  flagField,
  items,
  listOf,
  oneOf,
  orNull,
  textField,
  timeoutField,
  wholeField,
} from "../../../src/contract/fields.ts";
import type { OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { formFields, requestBody } from "./fields.ts";

const request = defineRequest("Everything", {
  place: textField({ description: "Where.", minLength: 1 }),
  timeout: timeoutField,
  checkin: orNull(date({ description: "First night." })),
  checkout: orNull(date({ description: "Departure." })),
  adults: wholeField({ description: "Adults.", minimum: 1, maximum: 30, default: 2 }),
  sort: oneOf(["near", "far"], { description: "Order.", default: "near" }),
  only_good: flagField({ description: "Good ones.", default: false }),
  kinds: listOf(items.oneOf(["hut", "barn"]), { description: "Kinds." }),
  ids: listOf(items.whole({ minimum: 0 }), { description: "Ids." }),
  words: listOf(items.text, { description: "Words." }),
});

const operation = { request, examples: [{ place: "Lisbon" }] } as unknown as OperationView;

describe("the playground's form", () => {
  test("has a control for every kind of field, generated from the schema alone", () => {
    const kinds = formFields(operation).map(({ name, kind }) => [name, kind]);
    expect(kinds).toEqual([
      ["place", "text"],
      ["timeout", "whole"],
      ["checkin", "date"],
      ["checkout", "date"],
      ["adults", "whole"],
      ["sort", "choice"],
      ["only_good", "flag"],
      ["kinds", "choices"],
      ["ids", "numbers"],
      ["words", "list"],
    ]);
  });

  test("sends the fields that were filled in, without blanks and defaults", () => {
    const values = {
      place: "Lisbon",
      adults: 2,
      sort: "far",
      only_good: false,
      kinds: [],
      ids: [4],
      checkin: null,
      words: "",
    };
    expect(requestBody(operation, values)).toEqual({ place: "Lisbon", sort: "far", ids: [4] });
  });
});
