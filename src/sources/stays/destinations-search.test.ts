import { describe, expect, test } from "vitest";
import { Unreadable } from "../../contract/errors.ts";
import type { Operation } from "../../contract/operation.ts";
import { savedRecords } from "../../extraction/row-accounting.ts";
import { capturesOf, readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import { sharedBench } from "../../source-testing/shared-bench.ts";
import operation from "./destinations-search.ts";
import hotelsSearch from "./hotels-search.ts";
import source from "./source.ts";

const captures = capturesOf("stays");
const parse = (text: string, by: Operation = operation) => savedRecords(by, savedAnswer(text), {}, readingContext);

describe.skipIf(!captures)("the saved autocomplete response", () => {
  const text = () => captures!("autocomplete-2026-10.json");

  test("every field of every entry", () => {
    const { results } = JSON.parse(text());
    const named = (row: any, kind: string) => row.labels.find((label: any) => label.dest_type === kind)?.text ?? null;
    expect(results).toHaveLength(3);
    expect(parse(text())).toEqual(
      results.map((row: any) => ({
        "@type": "StaysDestination",
        id: row.dest_id,
        destination_type: row.dest_type.toUpperCase(),
        name: row.label1,
        label: row.label,
        region: named(row, "region"),
        country: named(row, "country"),
        latitude: row.latitude,
        longitude: row.longitude,
        property_count: row.nr_hotels,
      })),
    );
  });

  test("the search's own reader agrees", () => {
    expect(parse(text(), hotelsSearch)).toEqual(parse(text()));
  });

  test.each([
    ["labels", { region: null, country: null }],
    ["label1", { name: expect.stringContaining(",") }],
    ["nr_hotels", { property_count: null }],
    ["latitude", { latitude: null }],
  ])("without %s, only its value is missing", (field, lost) => {
    const answer = JSON.parse(text());
    for (const row of answer.results) delete row[field];
    expect(parse(JSON.stringify(answer))).toEqual(parse(text()).map((record) => ({ ...(record as object), ...lost })));
  });
});

test("anything but a list of destinations is unreadable; the challenge is a block", () => {
  for (const text of ['{"results":1}', "[]", '{"results":[{"dest_type":"city"}]}']) {
    expect(() => parse(text)).toThrow(Unreadable);
  }
  expect(source.blockMarker(savedAnswer("<script>window.awsWafCookieDomainList=[]</script>"))).not.toBeNull();
  expect(parse('{"results":[]}')).toEqual([]);
});

describe("the search accepts the results", () => {
  const bench = sharedBench({ ...source, politeness: { concurrency: 8, perSecond: 1_000 } });

  test("destination_id with its type, for every kind with a number", async () => {
    const found = await bench.run(operation, { query: "Milan", count: 50 });
    const kinds = new Set(found.map(({ destination_type }) => destination_type));
    expect(kinds).toEqual(new Set(["HOTEL", "CITY", "AIRPORT", "DISTRICT", "LANDMARK"]));
    for (const kind of kinds) {
      const { id, destination_type } = found.find((record) => record.destination_type === kind)!;
      const hotels = await bench.run(hotelsSearch, { destination_id: Number(id), destination_type, count: 1 });
      expect(hotels, String(kind)).toMatchObject([{ city: "Milan" }]);
    }
  });

  test.each([
    ["a country that is to be a city", { destination: "Portugal", destination_type: "CITY" }, '"Portugal" (COUNTRY)'],
    ["a misspelt city", { destination: "Lisbno" }, '"Lisbon'],
  ])("an unknown destination (%s) is rejected with the nearest, and this lookup", async (_, requested, first) => {
    const error = await bench.run(hotelsSearch, { ...requested, count: 1 }).catch((thrown) => thrown);
    expect(error.detail).toContain(`destination not found. Did you mean ${first}`);
    expect(error.detail).toMatch(
      /".+" \([A-Z]+\)\? Look up valid values with POST \/api\/stays\/destinations\/search\.$/,
    );
  });

  test.each([{ destination_id: 999999999 }, { destination: "Lzzzqx" }, { destination: "Springfield" }])(
    "%j, which resembles nothing, gets this lookup alone",
    async (requested) => {
      const error = await bench.run(hotelsSearch, { ...requested, count: 1 }).catch((thrown) => thrown);
      expect(error.detail).toBe(
        "destination not found. Look up valid values with POST /api/stays/destinations/search.",
      );
    },
  );

  test("count limits the results, and no match is free of charge", async () => {
    expect(await bench.run(operation, { query: "Milan", count: 2 })).toHaveLength(2);
    expect(await bench.run(operation, { query: "Nowhere at all" })).toEqual([]);
    expect([operation.price.of(0), operation.price.of(2)]).toEqual([0, 1]);
  });
});
