import { describe, expect, test } from "vitest";
import { capturesOf, readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import { sharedBench } from "../../source-testing/shared-bench.ts";
import operation from "./cities.ts";
import productsSearch from "./products-search.ts";
import source from "./source.ts";

const captures = capturesOf("ruretail");
const parse = (text: string) => [
  ...operation.parse(savedAnswer(text), { query: null, count: 20, timeout: 300 }, readingContext),
];
const answer = (cities: unknown) => JSON.stringify({ data: { cities } });
const SARATOV = { id: "srt_cl", spaceId: "srt_cl", name: "Саратов", region: "Саратовская область" };
const RECORD = { "@type": "RuretailCity", code: "srt_cl", name: "Саратов", region: "Саратовская область" };

describe.skipIf(!captures)("the city of a saved page", () => {
  test.each([
    ["category-shell-2024-08.html", { "@type": "RuretailCity", code: "msk_cl", name: "Москва", region: "Москва" }],
    ["search-rendered-2026-02.html", { code: "spb_cl:cd0001430", name: "Себеж", region: "Псковская область" }],
  ])("%s", (file, city) => {
    expect(parse(captures!(file))).toMatchObject([city]);
  });
});

describe("the lookup's response, of which only the city itself was seen", () => {
  test.each<[string, unknown]>([
    ["a list", [SARATOV]],
    ["a list in an object", { items: [SARATOV] }],
    ["lists by letter, a city twice", { mainCities: [SARATOV], groupedByLetter: [{ letter: "С", cities: [SARATOV] }] }],
  ])("%s", (_, cities) => {
    expect(parse(answer(cities))).toEqual([RECORD]);
  });

  test("an empty list is empty; anything but a list of cities is unreadable", () => {
    expect(parse(answer([]))).toEqual([]);
    for (const text of ["{}", answer(null), answer([{ key: "srt_cl" }]), '{"errors":[{"message":"x"}]}']) {
      expect(() => parse(text)).toThrow(expect.objectContaining({ code: "unreadable" }));
    }
  });
});

describe("the search accepts the results", () => {
  const bench = sharedBench(source);

  test("city: each code, under its name", async () => {
    const found = await bench.run(operation, {});
    expect(found).toHaveLength(6);
    for (const { code, name } of found) {
      const [product] = await bench.run(productsSearch, { query: "ноутбук", count: 1, city: code });
      expect(product).toMatchObject({ city: code, city_name: name });
    }
  });

  test.each([
    ["moscow", "msk_cl"],
    ["Saint Petersburg", "spb_cl"],
    ["Екатеринбурге", "ekat_cl"],
  ])("a city named %s instead of its code is refused with that code as a suggestion", async (city, code) => {
    await expect(bench.run(productsSearch, { query: "ноутбук", count: 1, city })).rejects.toMatchObject({
      detail: [
        expect.objectContaining({ loc: ["body", "city"], msg: expect.stringContaining(`Did you mean "${code}"`) }),
      ],
    });
  });

  test("by the beginning of a name, by an unknown text, by quotes", async () => {
    expect(await bench.run(operation, { query: " сара " })).toEqual([RECORD]);
    expect(await bench.run(operation, { query: "Нигде" })).toEqual([]);
    expect(await bench.run(operation, { query: '"} ) { id } #' })).toEqual([]);
    expect(await bench.run(operation, { count: 2 })).toHaveLength(2);
    expect([operation.price.of(0), operation.price.of(2)]).toEqual([0, 1]);
  });

  test.each([
    ["a code that the site does not know", "srtt_cl"],
    ["a name instead of a code", "Саратов"],
    ["what no header may hold", "msk_cl\r\nx-y: z"],
    ["two colons", "a:b:c"],
  ])("%s is rejected with the nearest cities and this lookup", async (_, city) => {
    bench.calls.length = 0;
    const error = await bench.run(productsSearch, { query: "ноутбук", count: 1, city }).catch((thrown) => thrown);
    expect(error.detail[0]).toMatchObject({ loc: ["body", "city"], input: city });
    expect(error.detail[0].msg).toMatch(
      /^Value error, Unknown city code\. .*Look up valid values with POST \/api\/ruretail\/cities\.$/,
    );
    expect(error.hint).toBe(`city: ${error.detail[0].msg.slice("Value error, Unknown city code. ".length)}`);
    if (city.startsWith("s") || city.startsWith("С")) expect(error.detail[0].msg).toContain('mean "srt_cl" (Саратов)');
    const sent = bench.calls.map(({ headers }) => JSON.stringify(headers));
    if (city !== "srtt_cl") expect(sent.filter((headers) => headers.includes(city.slice(0, 3)))).toEqual([]);
  });
});
