import { expect, test } from "vitest";
import type { FieldSchema, OperationView } from "../../../src/endpoints/dashboard/types.ts";
import { type Failure, mendOf } from "./mend.ts";

const places = { operation: "/api/toys/places", field: "name", search: "words" };
const properties: Record<string, FieldSchema> = {
  keyword: { type: "string" },
  city: { type: "string", "x-lookup": places },
  sort: { type: "string", enum: ["price", "name"] },
};
const operation = { path: "/api/toys", request: { required: [], properties }, examples: [] } as never as OperationView;
const call: Failure = { status: 412, text: "", operation, params: { keyword: "car", city: "Lisbo" }, requestId: "7" };
const placesPage = `/playground?${new URLSearchParams({ operation: "/api/toys/places", body: '{"words":"Lisbo"}' })}`;
const callAgain = `/playground?${new URLSearchParams({ operation: "/api/toys", request: "7" })}`;

test.each<[string, Partial<Failure>, string | undefined]>([
  ["a place that is unknown leads to its lookup, with what was typed", { text: 'Unknown place "Lisbo".' }, placesPage],
  ["so does one that does not fit, as a form names it", { status: 422, text: "city: is not a place" }, placesPage],
  ["and as the history names it", { status: 422, text: "body.keyword: is short; body.city: is not" }, placesPage],
  [
    "a value outside a list leads to the call, to choose from it",
    { status: 422, text: "body.sort: not one" },
    callAgain,
  ],
  ["a wrong text has no list", { status: 422, text: "body.keyword: is short" }, undefined],
  ["a source that blocks a place blocks all of them", { text: "The source blocked the request." }, undefined],
  ["a call without a place has none to look up", { params: { keyword: "car" } }, undefined],
  [
    "a key's cap leads to the key",
    { status: 403, text: "The key's spending cap is reached: …", keyId: "k" },
    "/keys/k",
  ],
  ["a key's missing right, too", { status: 403, text: "This key may not use toys; …", keyId: "k" }, "/keys/k"],
  ["an unknown key is among the keys", { status: 403, text: "This key may not use toys; …" }, "/keys"],
  [
    "a member's cap leads to the members",
    { status: 403, text: "The spending cap of the member who has this key is reached: …", keyId: "k" },
    "/settings?of=account",
  ],
  ["too few points lead to the plans", { status: 403, text: "Not enough points: …" }, "/points?view=plans"],
  ["an outage has no page that mends it", { status: 500, text: "The data source is unavailable." }, undefined],
])("%s", (_, failure, page) => {
  expect(mendOf({ ...call, ...failure })?.[0]).toBe(page);
});
