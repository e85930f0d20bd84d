import { expect, test } from "vitest";
import { type AnswerFacts, factHeaders, factsFrom, factsView } from "./answer-facts.ts";

const none: AnswerFacts = {
  resultsEnd: null,
  resultsTotal: null,
  resolved: null,
  warnings: [],
  age: null,
  standIn: null,
  recalled: null,
};
const all: AnswerFacts = {
  resultsEnd: "source-limit",
  resultsTotal: 1_234,
  resolved: { place: "Línea, 7", id: 3 },
  warnings: ["stream_left", "unknown_field:ключ, 7%:a"],
  age: 61,
  standIn: true,
  recalled: 7,
};

test("each known fact is a header, in ASCII, and there are no others", () => {
  expect(factHeaders(all)).toEqual({
    "x-results-end": "source-limit",
    "x-results-total": "1234",
    "x-resolved": "%7B%22place%22%3A%22L%C3%ADnea%2C%207%22%2C%22id%22%3A3%7D",
    "x-warnings": "stream_left, unknown_field:%D0%BA%D0%BB%D1%8E%D1%87%2C%207%25:a",
    age: "61",
    "x-stand-in": "true",
    "x-recalled": "7",
  });
  expect(factHeaders(none)).toEqual({});
});

test("zero results and an age of zero are reported", () => {
  expect(factHeaders({ ...none, resultsTotal: 0, age: 0 })).toEqual({ "x-results-total": "0", age: "0" });
});

test("half a surrogate pair in a resolved text does no harm", () => {
  const { "x-resolved": resolved } = factHeaders({ ...none, resolved: { place: "a\ud800" } });
  expect(decodeURIComponent(resolved!)).toContain("place");
});

test.each([all, none, { ...none, resultsTotal: 0, age: 0 }])("round-trip: %j", (facts) => {
  expect(factsFrom({ "content-type": "application/json", ...factHeaders(facts) })).toEqual(facts);
});

test("agents and the dashboard see each fact, or that there is none", () => {
  expect(factsView(all)).toEqual({
    results_end: "source-limit",
    results_total: 1_234,
    resolved: { place: "Línea, 7", id: 3 },
    warnings: ["stream_left", "unknown_field:ключ, 7%:a"],
    age: 61,
    stand_in: true,
    recalled: 7,
  });
  const nothing = {
    results_end: null,
    results_total: null,
    resolved: null,
    warnings: [],
    age: null,
    stand_in: null,
    recalled: null,
  };
  expect([factsView(null), factsView(none)]).toEqual([nothing, nothing]);
});
