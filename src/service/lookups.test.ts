import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "../../test/support/service.ts";
import { type Lookup, lookupBody, lookupOf, optionsOf } from "../contract/lookup.ts";
import { findSources } from "../find-sources.ts";
import { createRegistry } from "./registry.ts";

const registry = createRegistry(await findSources());
const fed = registry.entries.flatMap(({ name, operation }) =>
  Object.keys(operation.request.properties).flatMap((field) => {
    const lookup = lookupOf(operation.request.properties[field]);
    return lookup ? [{ name, field, lookup }] : [];
  }),
);

test("every field that a lookup feeds names an operation that there is, and fields that it has", () => {
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

describe("found by the lookup, sent to the search, taken by the site", () => {
  let service: TestService;
  let key: string;
  beforeAll(async () => {
    service = await startTestService();
    key = await service.createKey({ plan: "enterprise" });
  });
  afterAll(() => service.close());

  /** What a person types; lookups that list everything are given nothing. */
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
    return optionsOf(lookup, answer.json(), words);
  }

  test.each(fed)("$field of $name", async ({ name, field, lookup }) => {
    const { operation } = registry.byName(name)!;
    const example = operation.examples[0] as Record<string, unknown>;
    const [option] = await optionsFor(lookup, typed[`${name} ${field}`] ?? "", example);
    expect(option, "nothing was found").toBeDefined();
    const { type, anyOf } = operation.request.properties[field] as { type?: string; anyOf?: Array<{ type: string }> };
    const isNumber = anyOf?.[0]?.type === "integer";
    const value = type === "array" ? [option!.value] : isNumber ? Number(option!.value) : option!.value;
    const body = { ...example, ...("count" in operation.request.properties && { count: 1 }), [field]: value };
    const answer = await service.post(operation.path, { ...body, ...option!.also }, { key });
    expect([answer.statusCode, answer.statusCode === 200 || answer.body]).toEqual([200, true]);
    expect(answer.json().length, JSON.stringify(body)).toBeGreaterThan(0);
  });

  /** What the site does not know, of fields that take neither a name nor a number. */
  const unknown: Record<string, string> = {
    "hkproperty/valuations unit": "ZZZZ9999",
    "jobsboard/companies company": "https://jobsboard.example/en/company/ali-holdingg-999999/",
    "ruretail/products/search filters": "f-zz:zz",
  };

  /** A number that is nobody's has no neighbours. */
  const isAlone = (field: string) => field === "unit" || field === "destination_id";

  test.each(fed)("a wrong $field of $name is answered with the lookup and the nearest", async (one) => {
    const { operation } = registry.byName(one.name)!;
    const { type, items, anyOf } = operation.request.properties[one.field] as FieldSchema;
    const isNumber = (items ?? anyOf?.[0])?.type === "integer";
    const wrong = isNumber ? 999_999_999 : (unknown[`${one.name} ${one.field}`] ?? "Nortdhale");
    const told = async (value: unknown) => {
      const count = "count" in operation.request.properties && { count: 1 };
      const body = { ...(operation.examples[0] as object), ...count, [one.field]: type === "array" ? [value] : value };
      const { statusCode, body: answer, headers } = await service.post(operation.path, body, { key });
      return `${statusCode} ${answer} ${headers["x-hint"] ?? ""}`;
    };
    const lookup = `POST ${one.lookup.operation} finds `;
    expect(await told(wrong)).toMatch(/^4(12|22) /);
    expect(await told(wrong)).toMatch(isAlone(one.field) ? lookup : new RegExp(`Did you mean .+\\? ${lookup}`));
    if (isNumber) expect(await told("Old Town")).toMatch(new RegExp(`^422 .*int_parsing.* ${lookup}`));
  });
});
