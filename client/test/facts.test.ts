import { describe, expect, test } from "vitest";
import { readFacts } from "../src/facts.ts";

describe("the facts of a response", () => {
  test("the facts of a response are read from its headers", () => {
    const headers = new Headers({
      "x-request-id": "r1",
      "x-credits-charged": "3",
      "x-token-points": "97",
      "x-results-end": "source-limit",
      "x-results-total": "0",
      "x-resolved": encodeURIComponent('{"city":"Åre"}'),
      "x-warnings": "a, b:%D0%BA%2C",
      "x-execution-time": "1.25",
      "idempotent-replayed": "true",
      age: "5",
      "ratelimit-policy": '"ten_second";q=5;w=10, "minutely";q=20;w=60',
      ratelimit: '"minutely";r=19;t=38',
    });
    expect(readFacts(headers)).toEqual({
      requestId: "r1",
      creditsCharged: 3,
      pointsLeft: 97,
      resultsEnd: "source-limit",
      resultsTotal: 0,
      resolved: { city: "Åre" },
      warnings: ["a", "b:к,"],
      seconds: 1.25,
      replayed: true,
      age: 5,
      standIn: false,
      cache: null,
      cachedRequestId: null,
      windows: [
        { name: "ten_second", limit: 5, left: 5, seconds: 10, resetsIn: 10 },
        { name: "minutely", limit: 20, left: 19, seconds: 60, resetsIn: 38 },
      ],
    });
  });

  test("the facts of a response are empty without those headers", () => {
    expect(readFacts(new Headers({ "idempotent-replayed": "false" }))).toEqual({
      requestId: "",
      creditsCharged: null,
      pointsLeft: null,
      windows: [],
      resultsEnd: null,
      resultsTotal: null,
      resolved: null,
      warnings: [],
      seconds: null,
      replayed: false,
      age: null,
      standIn: false,
      cache: null,
      cachedRequestId: null,
    });
  });
});
