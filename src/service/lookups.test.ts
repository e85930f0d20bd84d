import { beforeAll, describe, expect, test } from "vitest";
import { runHere } from "../../test/support/cli/run-here.ts";
import type { TestService } from "../../test/support/service.ts";
import { sharedService } from "../../test/support/shared-service.ts";
import { fieldLookup, type Lookup, lookupBody, lookupOptions } from "../contract/lookup.ts";
import { discover } from "../entry/mcp/discover.ts";
import { findSources } from "../sources/find-sources.ts";
import { createRegistry } from "./registry.ts";

const registry = createRegistry(await findSources());
const fed = registry.entries.flatMap(({ name, operation }) =>
  Object.keys(operation.request.properties).flatMap((field) => {
    const lookup = fieldLookup(operation.request.properties[field]);
    return lookup ? [{ name, field, lookup }] : [];
  }),
);

test("every field with a lookup names an existing operation and existing fields", () => {
  expect(fed.length).toBeGreaterThan(20);
  for (const { name, lookup } of fed) {
    const { request, record } = registry.byPath(lookup.operation)!.operation;
    const { field, label = [], where = {}, also = {}, along = [], search = "query" } = lookup;
    const columns = [field, ...label, ...Object.keys(where), ...Object.values(also)];
    expect(Object.keys(record.properties), name).toEqual(expect.arrayContaining(columns));
    expect(Object.keys(request.properties), name).toEqual(
      expect.arrayContaining([...along, ...(search === null ? [] : [search])]),
    );
  }
});

interface FieldSchema {
  type?: string;
  items?: FieldSchema;
  anyOf?: FieldSchema[];
}

test("agents are told for every such field which lookup finds its values, and where in its records", () => {
  for (const { name, field, lookup } of fed) {
    const { request } = discover(registry, { operation: name }) as { request: Record<string, { found_with?: string }> };
    expect(request[field]?.found_with, `${name} ${field}`).toMatch(
      new RegExp(`^${lookup.field} of ${lookup.operation.slice("/api/".length)}( where parameter is ${field})?$`),
    );
  }
});

describe("found by the lookup, sent to the search, accepted by the site", () => {
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    service = await sharedService();
    key = await service.createKey({ plan: "enterprise" });
  });

  /** What a person types. Lookups that list everything get nothing. */
  const typed: Record<string, string> = {
    "bizbureau/businesses/search location": "North",
    "hkproperty/estates/units estate": "青湖",
    "hkproperty/valuations unit": "2-ESPPPPPPPP",
    "jobsboard/companies company": "Holding",
    "ruretail/products/filters city": "Сарат",
    "ruretail/products/search city": "Сарат",
    "stays/filters destination": "Milan",
    "stays/filters destination_id": "Milan",
    "stays/hotels/search destination": "Lisbon",
    "stays/hotels/search destination_id": "Lisbon",
  };

  async function optionsFor(lookup: Lookup, words: string, request: Record<string, unknown>) {
    const answer = await service.post(lookup.operation, lookupBody(lookup, words, request), { key });
    expect([lookup.operation, answer.statusCode, answer.statusCode === 200 || answer.body]).toEqual([
      lookup.operation,
      200,
      true,
    ]);
    return lookupOptions(lookup, answer.json(), words);
  }

  test.each(fed)("$field of $name", async ({ name, field, lookup }) => {
    const { operation } = registry.byName(name)!;
    const example = operation.examples[0] as Record<string, unknown>;
    const [option] = await optionsFor(lookup, typed[`${name} ${field}`] ?? "", example);
    expect(option, "nothing was found").toBeDefined();
    const { type, anyOf } = operation.request.properties[field] as { type?: string; anyOf?: Array<{ type: string }> };
    const isNumber = anyOf?.[0]?.type === "integer";
    const single = isNumber ? Number(option!.value) : option!.value;
    const value = type === "array" ? [option!.value] : single;
    const body = { ...example, ...("count" in operation.request.properties && { count: 1 }), [field]: value };
    const answer = await service.post(operation.path, { ...body, ...option!.also }, { key });
    expect([answer.statusCode, answer.statusCode === 200 || answer.body]).toEqual([200, true]);
    expect(answer.json().length, JSON.stringify(body)).toBeGreaterThan(0);
  });

  /** Values unknown to the site, for fields that take neither a name nor a number. */
  const unknown: Record<string, string> = {
    "hkproperty/valuations unit": "ZZZZ9999",
    "jobsboard/companies company": "https://jobsboard.example/en/company/ali-holdingg-999999/",
    "ruretail/products/search filters": "f-zz:zz",
  };

  test.each(fed)("a wrong $field of $name gets the lookup in the response, and in `x-hint` for a 422", async (one) => {
    const { operation } = registry.byName(one.name)!;
    const { type, items, anyOf } = operation.request.properties[one.field] as FieldSchema;
    const isNumber = (items ?? anyOf?.[0])?.type === "integer";
    const wrong = isNumber ? 999_999_999 : (unknown[`${one.name} ${one.field}`] ?? "Nortdhale");
    const responseTo = async (value: unknown) => {
      const count = "count" in operation.request.properties && { count: 1 };
      const body = {
        ...(operation.examples[0] as object),
        ...count,
        [one.field]: type === "array" ? [value] : value,
      };
      const { statusCode, body: answer, headers } = await service.post(operation.path, body, { key });
      return `${statusCode} ${answer} ${headers["x-hint"] ?? ""}`;
    };
    const lookup = `(Look up .+ with POST ${one.lookup.operation}\\.|Valid values: [^.]+\\.)`;
    expect(await responseTo(wrong)).toMatch(new RegExp(`^(412 .*${lookup}|422 .*\\} .*${lookup}$)`));
    if (isNumber) expect(await responseTo("Old Town")).toMatch(new RegExp(`^422 .*int_parsing.* ${lookup}`));
  });

  test.each([
    [
      "/api/bizbureau/businesses/search",
      { keyword: "x", location: "Nortdhale", count: 1 },
      'Did you mean "Northdale, ',
    ],
    ["/api/stays/hotels/search", { destination: "Lisbn", count: 1 }, 'Did you mean "Lisbon, '],
    [
      "/api/stays/hotels/search",
      { destination: "Lisbon", star_ratings: [4], count: 1 },
      'star_ratings.0: Did you mean "4"? Valid values: 1, 2, 3, 4, 5.',
    ],
    [
      "/api/stays/hotels/search",
      { destination: "Lisbon", property_types: ["hostl"], count: 1 },
      'Did you mean "hostel"? Look',
    ],
  ])("a near miss at %s, %j, gets: %s", async (path, body, words) => {
    const { body: answer, headers } = await service.post(path, body, { key });
    expect(`${JSON.parse(answer).detail} ${headers["x-hint"]}`).toContain(words);
  });

  test.each([
    ["/api/stays/hotels/search", { destination: "Springfield", count: 1 }],
    ["/api/stays/hotels/search", { destination: "Lisbon", star_ratings: ["9"], count: 1 }],
    ["/api/ruretail/products/search", { query: "ноутбук", brands: ["Nortdhale"], count: 1 }],
  ])("a value that resembles nothing, %s %j, gets no misleading suggestion", async (path, body) => {
    const { body: answer, headers } = await service.post(path, body, { key });
    expect(`${answer} ${headers["x-hint"]}`).not.toContain("Did you mean");
    expect(`${answer} ${headers["x-hint"]}`).toMatch(/Look up valid values with POST |Valid values: 1, 2, 3, 4, 5\./);
  });

  describe("winnow lookup", () => {
    const lookUp = async (...words: string[]) =>
      JSON.parse(await runHere(["lookup", ...words, "--url", service.address, "--key", key, "--output", "json"]));
    const points = async () => (await service.get("/token/statistic", key)).json()[0].points;

    test("finds what to send by words or by fields of the request, with the values it implies; free on stand-ins", async () => {
      const before = await points();
      expect(await lookUp("ruretail/products/search", "city", "Сарат")).toMatchObject([{ city: "srt_cl" }]);
      const [district] = await lookUp("stays/hotels/search", "district_ids", "destination=Porto");
      expect(district).toMatchObject({ district_ids: expect.any(Number), label: expect.any(String) });
      const [milan] = await lookUp("stays/hotels/search", "destination_id", "Milan");
      expect(milan).toMatchObject({ destination_id: expect.anything(), destination_type: expect.any(String) });
      expect(await points()).toBe(before);
    });

    test("a field without a lookup is rejected with the list of those that have one", async () => {
      await expect(lookUp("ruretail/products/search", "sort")).rejects.toThrow(
        /no lookup for "sort"; these have: city, brands, filters/,
      );
    });

    test("for other callers the same query has its price, and only lookups are free for pickers", async () => {
      const charged = async (path: string, body: object, headers: Record<string, string>) =>
        (await service.post(path, body, { key, headers })).headers["x-credits-charged"];
      const cities = "/api/ruretail/cities";
      expect(await charged(cities, { query: "Москва" }, {})).toBe("1");
      const anew = { "x-picker": "true", "cache-control": "no-cache" };
      expect(await charged(cities, { query: "Москва" }, anew)).toBe("0");
      expect(await charged("/api/hkproperty/valuations", { unit: "D2000000" }, anew)).toBe("1");
    });
  });
});
