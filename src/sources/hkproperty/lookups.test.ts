import { describe, expect, test } from "vitest";
import { NoSuchThing, Unreadable } from "../../contract/errors.ts";
import type { Page } from "../../contract/page.ts";
import type { Answer } from "../../contract/site.ts";
import { savedRecords } from "../../extraction/row-accounting.ts";
import { accounted } from "../../source-testing/accounted.ts";
import { readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import { sharedBench } from "../../source-testing/shared-bench.ts";
import { readSuggestions } from "./estates.ts";
import search from "./estates-search.ts";
import units, { readBuildings, readUnits } from "./estates-units.ts";
import { ESTATES, estateAt, type Unit, unitsOfEstate } from "./site/catalogue.ts";
import source from "./source.ts";
import valuations from "./valuations.ts";

const bench = sharedBench(source);

const estates = Array.from({ length: ESTATES }, (_, index) => estateAt(index));
const typeOf = (type: string) => estates.find((estate) => estate.type === type)!;
function failure(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}
const fails = (body: Record<string, unknown>) => bench.run(units, body).catch((error) => error);

describe("estates by name", () => {
  test.each(["hk", "sc", "en"] as const)(
    "estates by name are those whose name contains the text, in %s",
    async (lang) => {
      const { name } = estates[0]!;
      const records = await bench.run(search, { query: name[lang], lang });
      const expected = estates.filter((estate) => estate.name[lang].includes(name[lang]));
      expect(records.map(({ estate }) => estate)).toEqual(expected.map(({ code }) => `2-${code}`));
      expect(records[0]).toEqual({
        "@type": "HkpropertyEstate",
        estate: `2-${estates[0]!.code}`,
        name: name[lang],
        district: estates[0]!.district[lang],
        address: null,
        unit_count: 100,
      });
    },
  );

  test("no more than requested, in one call; no match is an empty list and free of charge", async () => {
    expect(await bench.run(search, { query: "Garden", lang: "en", count: 3 })).toHaveLength(3);
    expect(bench.calls).toHaveLength(1);
    expect(await bench.run(search, { query: "zzzz" })).toEqual([]);
    expect([search.price.of(0), search.price.of(1), units.price.of(0), units.price.of(500)]).toEqual([0, 1, 0, 1]);
  });

  test("items other than estates are skipped; anything but a list of them is an unknown form", () => {
    const requested = { query: "x", lang: "hk", count: 9, timeout: 300 };
    const parse = (json: unknown) => savedRecords(search, savedAnswer(JSON.stringify(json)), requested, readingContext);
    const rows = [
      { displayName: "沙田", typeCode: "19-HMA050" },
      { displayName: "一號", typeCode: "2-ABC", scope: { hma: "沙田" }, address: "路1號" },
    ];
    expect(parse(rows)).toMatchObject([
      { estate: "2-ABC", name: "一號", district: "沙田", address: "路1號", unit_count: null },
    ]);
    expect(parse([])).toEqual([]);
    for (const json of [{}, { data: [] }, [{ displayName: "x" }]]) expect(() => parse(json)).toThrow(Unreadable);
  });
});

describe("units of an estate", () => {
  const key = ({ block, floor, flat }: Unit) => `${block}/${floor}/${flat}`;

  test("units of an estate are all of the catalogue's, building by building, the highest floor first", async () => {
    const estate = typeOf("Normal");
    const expected = unitsOfEstate(estate.index).sort((a, b) => a.block - b.block || b.floor - a.floor);
    const records = await bench.run(units, { estate: `2-${estate.code}`, lang: "en", count: 1_000 });
    expect(records).toHaveLength(expected.length);
    expect(new Set(records.map(({ building, floor, flat }) => `${building} ${floor} ${flat}`))).toEqual(
      new Set(expected.map(({ block, floor, flat }) => `Block ${block} ${floor}/F ${flat}`)),
    );
    records.forEach((record, at) => {
      const unit = expected.find((one) => one.code === record.unit_code);
      if (record.unit_code === null) expect(record.unit).toBeNull();
      else expect(record).toMatchObject({ unit: unit!.code, flat: unit!.flat, saleable_area: unit!.area });
      expect(`${record.building} ${record.floor}`).toBe(`Block ${expected[at]!.block} ${expected[at]!.floor}/F`);
    });
    expect(new Set(expected.map(key)).size).toBeGreaterThan(50);
  });

  test.each(["Normal", "Phase", "Single"])(
    "units of one building are found by its name or code, and by the estate's name (%s)",
    async (type) => {
      const estate = typeOf(type);
      const all = unitsOfEstate(estate.index);
      const building = `1-${all[0]!.buildingCode}`;
      const name = type === "Single" ? estate.name.en : `Block ${all[0]!.block}`;
      const whole = type === "Phase" ? `${estate.name.en} Phase ${estate.phase}` : estate.name.en;
      const expected = all.filter(({ block }) => block === all[0]!.block).length;
      for (const body of [
        { estate: `2-${estate.code}`, building },
        { estate: `2-${estate.code}`, building: name.toUpperCase() },
        { estate: whole, building: name },
        { estate: building },
      ]) {
        const records = await bench.run(units, { ...body, lang: "en", count: 1_000 });
        expect(records).toHaveLength(expected);
        expect(new Set(records.map((record) => record.building))).toEqual(new Set([name]));
      }
    },
  );

  test("no building is requested that the count does not need", async () => {
    const { code } = typeOf("Normal");
    const records = await bench.run(units, { estate: `2-${code}`, count: 5 });
    expect(records).toHaveLength(5);
    expect(bench.calls).toHaveLength(2);
    // Two more than the first building has need one more building, as large as the first.
    const first = await bench.run(units, { estate: `2-${code}`, count: 1_000 });
    const ofFirst = first.filter(({ building }) => building === first[0]!.building).length;
    bench.calls.length = 0;
    expect(await bench.run(units, { estate: `2-${code}`, count: ofFirst + 2 })).toHaveLength(ofFirst + 2);
    expect(bench.calls).toHaveLength(3);
  });

  test("an unknown estate or building is 412 with the lookup or the nearest names", async () => {
    expect(await fails({ estate: "2-XXXX" })).toMatchObject({ status: 412 });
    const near = await fails({ estate: "Emerald Lake", lang: "en" });
    expect(near).toMatchObject({ status: 412, code: "no_such_thing" });
    expect(near.detail).toMatch(/Did you mean "2-ES\w+" \(Emerald Lake \w+\), "2-ES\w+" \(.+\), or "2-ES\w+" \(.+\)\?/);
    const misspelt = await fails({ estate: "Emmerald Laek", lang: "en" });
    expect(misspelt.detail).toMatch(/Did you mean "2-ES\w+" \(Emerald \w+/);
    expect(near.detail).toContain("POST /api/hkproperty/estates/search");
    const building = await fails({ estate: `2-${typeOf("Normal").code}`, building: "Block 99", lang: "en" });
    expect(building.detail).toMatch(/no building "Block 99".*Block \d", "Block \d/);
  });

  test("codes are accepted in lower case too; a building without a name is shown by its code", async () => {
    const { code } = typeOf("Normal");
    const records = await bench.run(units, { estate: ` 2-${code.toLowerCase()} `, lang: "en", count: 1 });
    expect(records).toHaveLength(1);
    expect(bench.calls.map(({ url }) => url.searchParams.get("typecode"))[0]).toBe(`2-${code}`);
    const long = "x".repeat(90);
    expect((await fails({ estate: long })).detail).toContain(`Unknown estate "${"x".repeat(80)}" (estate)`);
    expect((await fails({ estate: `2-${code}`, building: long })).detail).toContain(
      `no building "${"x".repeat(80)}" (`,
    );
  });

  test("missing parts of the responses are explained", () => {
    const read =
      (act: (answer: Answer) => Page, json: unknown, status = 200) =>
      () =>
        accounted({ page: act(savedAnswer(JSON.stringify(json), { status })) }).records;
    expect(read(readSuggestions, [], 404)).toThrow("found the status 404");
    expect(read(readSuggestions, {})).toThrow("expected a list, but the response is an empty object");
    expect(read(readSuggestions, [{}])).toThrow("1 of 1 rows could not be read");
    expect(read(readBuildings, {})).toThrow('expected a list at "menuItems", but the response is an empty object');
    expect(read(readBuildings, { menuItems: [{ name: "x" }] })).toThrow("1 of 1 rows could not be read");
    expect(read(readBuildings, { menuItems: [{ name: "x" }, { typeCode: "1-A" }] })).toThrow("1 of 2 rows");
    expect(read(readBuildings, { menuItems: [{ typeCode: "1-A" }] })()).toMatchObject([{ code: "1-A", name: null }]);
    expect(read(readBuildings, { menuItems: [] })()).toEqual([]);
    expect(read(readUnits, {})).toThrow("no list of floors");
    expect(read(readUnits, { floors: [{ units: [] }] })).toThrow("floors without a unit on them");
    expect(read(readUnits, { floors: [] })()).toEqual([]);
    expect(failure(read(readUnits, null))).toMatchObject({ detail: "The source has no such estate or building." });
    expect(read(readUnits, { floors: [{ units: [{ xAxis: "A" }, {}, 7] }] })).toThrow("2 of 3 rows");
    const areas = [{ nArea: 5, nSize: 6 }, { nSize: 6 }, { xAxis: "A" }];
    expect(
      readUnits(savedAnswer(JSON.stringify({ floors: [{ units: areas }] }))).records.map((one) => one.saleable_area),
    ).toEqual([5, 6, null]);
  });

  test.each<[string, number]>([
    ["1-ABC", 1],
    ["2-abc1", 1],
    ["3-A", 1],
    ["4-A", 0],
    ["19-A", 0],
    ["2-", 0],
    ["2-A B", 0],
    ["x2-A", 0],
  ])("%s is an estate: %i", (typeCode, count) => {
    expect(
      readSuggestions(savedAnswer(JSON.stringify([{ typeCode, districtName: "x", scope: { hma: "y" } }]))).records,
    ).toHaveLength(count);
  });

  test("an unknown form is not an empty building", () => {
    const requested = { estate: "x", building: null, lang: "hk", count: 9, timeout: 300 };
    const parse = (json: unknown) => savedRecords(units, savedAnswer(JSON.stringify(json)), requested, readingContext);
    const floors = [
      {
        yAxis: "1",
        units: [
          { xAxis: "A", cuntcode: "ABC" },
          { xAxis: "B", prn: "D1", cuntcode: "ABD" },
        ],
      },
    ];
    expect(parse({ menuItem: { name: "1座" }, floors })).toMatchObject([
      { unit: "ABC", unit_code: "ABC", building: "1座", floor: "1", flat: "A", saleable_area: null },
      { unit: "D1", unit_code: "ABD" },
    ]);
    for (const json of [{}, { floors: {} }, { floors: [{ yAxis: "1" }] }])
      expect(() => parse(json)).toThrow(Unreadable);
    expect(() => parse(null)).toThrow(NoSuchThing);
  });
});

test("the results can be chained: estate, unit, valuation", async () => {
  const [estate] = await bench.run(search, { query: estates[3]!.name.en, lang: "en" });
  const found = await bench.run(units, { estate: estate!.estate, lang: "en", count: 1_000 });
  const codes = found.map(({ unit }) => unit).filter((unit) => unit !== null);
  let valued = 0;
  for (const unit of codes.slice(0, 10)) {
    const [record] = await bench.run(valuations, { unit, lang: "en" }).catch(() => []);
    if (!record) continue;
    valued++;
    expect(record).toMatchObject({
      unit_code: unit,
      estate_name: expect.stringContaining(String(estates[3]!.name.en)),
    });
  }
  expect(valued).toBeGreaterThan(5);
});
