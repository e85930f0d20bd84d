import { expect, test } from "vitest";
import { lookupOf } from "../../contract/lookup.ts";
import { unitsOf } from "../../contract/record.ts";
import { findSources } from "../../find-sources.ts";

const sources = await findSources();
const LOOKUP = "1 credit per request, free if nothing is found";
const A_DAY = 86_400;

/** What each source is asked with and what its operations cost, written down once more: prices by the service's contract. */
const manifests = {
  bizbureau: {
    origins: { site: "https://www.bizbureau.example" },
    politeness: { concurrency: 4, perSecond: 4 },
    headers: { "accept-language": "en-US,en;q=0.9" },
    operations: {
      "/api/bizbureau/businesses/search": {
        price: "5 credits per 15 results",
        most: 225,
        examples: [
          { keyword: "plumber", count: 20 },
          {
            keyword: "roofing",
            count: 15,
            location: "Northdale, OH",
            rating: "A",
            accredited_only: true,
            radius: "25",
          },
        ],
        unavailable: "the source does not know the place, or knows it in several states",
      },
      "/api/bizbureau/locations/search": {
        price: LOOKUP,
        cached: ["query"],
        examples: [{ query: "Northdale" }, { query: "Port", count: 5 }],
      },
    },
  },
  hkproperty: {
    origins: { site: "https://hk.hkproperty.example" },
    politeness: { concurrency: 4, perSecond: 4 },
    headers: {},
    operations: {
      "/api/hkproperty/valuations": {
        price: "1 credit per request",
        examples: [{ unit: "D2000000" }, { unit: "D2000310", lang: "en" }],
        unavailable: "no valuation exists for the property reference number",
      },
      "/api/hkproperty/estates/search": {
        price: LOOKUP,
        cached: ["query"],
        examples: [{ query: "青湖" }, { query: "Garden", lang: "en", count: 5 }],
      },
      "/api/hkproperty/estates/units": {
        price: LOOKUP,
        cached: [],
        examples: [
          { estate: "2-ESPPPPPPPP", count: 20 },
          { estate: "Emerald Lake Garden", building: "Block 2", lang: "en" },
        ],
        unavailable: "the source does not know the estate, or the estate has no such building",
      },
    },
  },
  jobsboard: {
    origins: { site: "https://www.jobsboard.example" },
    politeness: { concurrency: 4, perSecond: 4 },
    headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "en-US,en;q=0.9" },
    operations: {
      "/api/jobsboard/companies": {
        price: "5 credits per request",
        examples: [
          { company: "2137034" },
          { company: "https://www.jobsboard.example/en/company/ali-holding-2137034/", language: "ar" },
        ],
        unavailable: "the ID is well formed but no such company exists",
      },
      "/api/jobsboard/companies/search": {
        price: LOOKUP,
        cached: ["query"],
        examples: [{ query: "Holding" }, { query: "الهندسية", language: "ar", country: "qatar", count: 5 }],
        unavailable: "the source has no company list for the country",
      },
    },
  },
  nlretail: {
    origins: { site: "https://nlretail.example" },
    politeness: { concurrency: 4, perSecond: 8 },
    headers: { "accept-language": "nl-NL,nl;q=0.9" },
    operations: {
      "/api/nlretail/products/search": {
        price: "10 credits per 20 results",
        most: 15_000,
        examples: [
          { keyword: "koffiezetapparaat", count: 20 },
          { keyword: "draadloze koptelefoon", count: 48 },
        ],
      },
    },
  },
  ruretail: {
    origins: { site: "https://ruretail.example" },
    politeness: { concurrency: 4, perSecond: 4 },
    headers: { "accept-language": "ru-RU,ru;q=0.9" },
    operations: {
      "/api/ruretail/products/search": {
        price: "1 credit per request",
        examples: [
          { query: "ноутбук", count: 20 },
          {
            query: "смартфон",
            count: 10,
            city: "spb_cl",
            sort: "price_asc",
            min_rating: "4.5",
            availability: ["pickup"],
          },
        ],
        unavailable: "the source's search returned no result container",
      },
      "/api/ruretail/products/filters": {
        price: LOOKUP,
        cached: ["query"],
        examples: [{ query: "ноутбук" }, { query: "кофемашина", city: "spb_cl" }],
        unavailable: "the source's search returned no result container",
      },
      "/api/ruretail/cities": { price: LOOKUP, cached: ["query"], examples: [{ query: "Сара" }, { count: 5 }] },
    },
  },
  stays: {
    origins: {
      site: "https://stays.example",
      suggest: "https://suggest.stays.example",
      media: "https://media.stays.example",
    },
    politeness: { concurrency: 4, perSecond: 4 },
    headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
    operations: {
      "/api/stays/hotels/search": {
        price: "5 credits per 25 results",
        most: 1_000,
        examples: [
          { destination: "Lisbon", count: 5 },
          {
            destination: "Paris",
            count: 25,
            sort: "price_low_to_high",
            property_types: ["hotel", "apartment"],
            min_review_score: "good_7",
            property_amenities: ["free_wifi"],
          },
          { destination: "38.7223,-9.1393", count: 10, sort: "distance_from_center", currency: "EUR", language: "de" },
        ],
        unavailable: "the destination is not found",
      },
      "/api/stays/destinations/search": {
        price: LOOKUP,
        cached: ["query"],
        examples: [
          { query: "Lombardy", count: 5 },
          { query: "Catalonia", count: 3, language: "es" },
        ],
      },
      "/api/stays/filters": {
        price: LOOKUP,
        cached: ["destination"],
        examples: [{ destination: "Lisbon" }, { destination: "Milan", language: "it", currency: "EUR" }],
        unavailable: "the destination is not found",
      },
    },
  },
};

test.each(sources.map((source) => [source.name, source] as const))(
  "%s is asked, priced and kept as its manifest says",
  (name, { origins, politeness, headers, operations }) => {
    const told = operations.map(({ path, price, cache, maxResults, examples, unavailableWhen }) => [
      path,
      {
        price: price.words,
        ...(maxResults !== undefined && { most: maxResults }),
        ...(cache && { cached: cache.seconds === A_DAY ? cache.ignoreCase : cache }),
        examples,
        ...(unavailableWhen !== undefined && { unavailable: unavailableWhen }),
      },
    ]);
    expect({ origins, politeness, headers, operations: Object.fromEntries(told) }).toEqual(
      manifests[name as keyof typeof manifests],
    );
  },
);

test("what an operator may set of hkproperty", () => {
  const { settings } = sources.find(({ name }) => name === "hkproperty")!;
  expect(Object.entries(settings ?? {}).map(([name, setting]) => [name, setting.default])).toEqual([
    ["estimate_path", "/centaestimate/api/Estimate/GetUnitEstimate?prn={unit}&lang={lang}"],
    ["token_page", "/findproperty/list/buy"],
  ]);
});

test("what is counted in a unit says it", () => {
  const units = sources.flatMap(({ operations }) => operations.map(({ path, record }) => [path, unitsOf(record)]));
  expect(Object.fromEntries(units.filter(([, some]) => Object.keys(some!).length > 0))).toEqual({
    "/api/hkproperty/valuations": {
      valuation_at: "unix seconds",
      previous_valuation_at: "unix seconds",
      price: "HKD",
      min_price: "HKD",
      max_price: "HKD",
      saleable_area: "sq ft",
      saleable_price_per_sqft: "HKD",
    },
    "/api/hkproperty/estates/units": { saleable_area: "sq ft" },
    "/api/nlretail/products/search": { price: "EUR", list_price: "EUR" },
  });
});

const fed = sources.flatMap((source) =>
  source.operations.flatMap((operation) =>
    Object.entries(operation.request.properties as Record<string, object>).flatMap(([field, schema]) => {
      const lookup = lookupOf(schema);
      return lookup ? [[operation.path, field, lookup, operation, source] as const] : [];
    }),
  ),
);

test.each(fed)(
  "%s: what feeds %s is there: its operation, and the fields that it names",
  (_path, field, lookup, own, source) => {
    const feeding = source.operations.find(({ path }) => path === lookup.operation)!;
    const [asked, found] = [Object.keys(feeding.request.properties), Object.keys(feeding.record.properties)];
    const { label, search = "query", along = [], where = {}, also = {}, results } = lookup;
    expect(found).toEqual(
      expect.arrayContaining([lookup.field, ...(label ?? []), ...Object.keys(where), ...Object.keys(also)]),
    );
    if (label) expect(label.length).toBeGreaterThan(0);
    if (results !== undefined) expect(found).toContain(results);
    expect(asked).toEqual(expect.arrayContaining([...(search === null ? [] : [search]), ...along]));
    const here = Object.keys(own.request.properties);
    if (feeding.path !== "/api/hkproperty/estates/units") expect(here).toEqual(expect.arrayContaining(along));
    expect(Object.values(where)).toEqual(Object.keys(where).map(() => field));
    for (const settled of Object.values(also)) expect(here).toContain(settled);
    // What depends on the rest of the request takes it along: the language of names at the least.
    if (asked.some((name) => /^lang/.test(name)) && here.some((name) => /^lang/.test(name)))
      expect(along).toContainEqual(expect.stringMatching(/^lang/));
  },
);

test.each(sources.flatMap(({ operations }) => operations.map(({ path, description }) => [path, description] as const)))(
  "%s is described in whole sentences",
  (_path, description) => {
    expect(description).toMatch(/^[A-Z].*\.$/s);
    expect(description).not.toMatch(/ {2}/);
  },
);
