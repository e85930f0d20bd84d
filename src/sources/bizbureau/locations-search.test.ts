import { describe, expect, onTestFinished, test } from "vitest";
import { Unreadable } from "../../contract/errors.ts";
import { readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import { sharedBench } from "../../source-testing/shared-bench.ts";
import { tamperedSite } from "../../source-testing/tampered-site.ts";
import businesses from "./businesses-search.ts";
import operation from "./locations-search.ts";
import { towns } from "./site/towns.ts";
import source from "./source.ts";

const bench = sharedBench(source);

const ask = (query: string, count = 50) => bench.run(operation, { query, count });

describe("places by the beginning of their name", () => {
  test("all have that prefix, and those of the United States come first", async () => {
    const expected = towns()
      .filter(({ city }) => city.startsWith("Port"))
      .sort((a, b) => b.country.localeCompare(a.country));
    expect(new Set(expected.map(({ country }) => country)).size).toBe(2);
    expect(await ask("port")).toEqual(
      expected.map(({ city, state }) => ({
        "@type": "BizbureauLocation",
        location: `${city}, ${state}`,
        city,
        state,
        zip_code: null,
      })),
    );
  });

  test("with a state or a code, only one country is requested", async () => {
    const town = towns().find(({ country }) => country === "CAN")!;
    expect(await ask(`${town.city}, ${town.state}`)).toMatchObject([{ city: town.city, state: town.state }]);
    expect(await ask(town.zip)).toMatchObject([{ zip_code: town.zip, city: town.city }]);
    expect(bench.calls.map(({ url }) => url.searchParams.get("country"))).toEqual(["CAN", "CAN"]);
  });

  test("no more are returned than requested, and the second country is skipped if the first has enough", async () => {
    expect(await ask("north", 2)).toHaveLength(2);
    expect(bench.calls).toHaveLength(1);
  });

  test("no match is an empty list and free of charge", async () => {
    expect(await ask("zzzz")).toEqual([]);
    expect([operation.price.of(0), operation.price.of(1), operation.price.of(50)]).toEqual([0, 1, 1]);
  });
});

test("places of the other country are rejected: a site that ignores the country would list each place twice", async () => {
  const site = await tamperedSite(source);
  onTestFinished(() => site.close());
  const { exchanges } = await site.run(operation, { query: "Port", count: 50 });
  const [states, canada] = exchanges.map(({ reply }) => reply);
  for (const constant of [states!, canada!]) {
    const { outcome } = await site.run(operation, { query: "Port", count: 50 }, () => constant);
    expect(outcome).toMatchObject({ status: 500, detail: expect.stringContaining("suggestion's country") });
  }
});

test("the search accepts each place found as a location", async () => {
  const { zip } = towns()[7]!;
  for (const query of ["Northdale", "Port", zip]) {
    for (const { location } of await ask(query, 3)) {
      const run = bench.start(businesses, { keyword: "e", count: 1, location });
      await Array.fromAsync(run);
      expect(run.findings.resolved).toEqual({ location });
    }
  }
});

test("a saved response is read for its query; anything but a list is an unknown form", () => {
  const parse = (json: unknown) => [
    ...operation.parse(savedAnswer(JSON.stringify(json)), { query: "x", count: 50, timeout: 300 }, readingContext),
  ];
  expect(parse([{ displayText: "Austin, TX 78701" }])).toEqual([
    { "@type": "BizbureauLocation", location: "Austin, TX 78701", city: "Austin", state: "TX", zip_code: "78701" },
  ]);
  expect(parse([])).toEqual([]);
  expect(() => parse({ results: [], totalResults: 0 })).toThrow(Unreadable);
});
