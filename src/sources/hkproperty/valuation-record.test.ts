import { describe, expect, test } from "vitest";
import { NoSuchThing, Throttled, Unreadable } from "../../contract/errors.ts";
import { readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import source from "./source.ts";
import { readRow } from "./valuation-record.ts";
import operation from "./valuations.ts";

type Row = Record<string, any>;

const parse = (json: unknown, lang: "hk" | "sc" | "en" = "hk") => [
  ...(operation.parse(
    savedAnswer(typeof json === "string" ? json : JSON.stringify(json)),
    { unit: "D2000000", lang, timeout: 300 },
    readingContext,
  ) as Iterable<Row>),
];
/** The estate's half of a record. */
const one = (json: Row, lang: "hk" | "sc" | "en" = "hk"): Row =>
  readRow(json, { unit: "D2000000", lang, origin: readingContext.origin }) as Row;

describe("the estate's half", () => {
  test("an estate in phases has both names, and the phase's address", () => {
    const record = one({
      bigEstateName: "Lake Park",
      estateName: "2期",
      buildingName: "11座",
      cestcode: "AAPP",
      bigestcode: "BIG",
    });
    expect(record.estate_name).toBe("Lake Park 2期");
    expect(record.estate_url).toBe(`https://site.example/estate/Lake-Park-${encodeURIComponent("2期")}/2-AAPP`);
  });

  test("an estate in phases as a whole has an address too", () => {
    const url = "https://site.example/estate/Lake-Park/3-BIG";
    expect(one({ bigEstateName: "Lake Park", estateName: "", typeCode: "3-BIG" }).estate_url).toBe(url);
    expect(one({ bigEstateName: "Lake Park", estateName: "", bigestcode: "BIG" }).estate_url).toBe(url);
  });

  test("a profile's own text for its station is a nearby place", () => {
    expect(one({ estateName: "x", mtrStation: "青衣", walkMtrTime: "8" }).nearby_places).toEqual([
      { "@type": "HkpropertyNearbyPlace", kind: "mtr", name: "青衣", walk_minutes: 8 },
    ]);
    expect(one({ estateName: "x", mtrStation: "" }).nearby_places).toEqual([]);
  });

  test("a single building is its own estate", () => {
    const record = one({
      bigEstateName: "",
      estateName: "",
      buildingName: "青山樓",
      typeCode: "1-AAA",
      cestcode: "BBB",
    });
    expect(record).toMatchObject({ estate_name: "青山樓", building_type_code: "1-AAA" });
    expect(record.estate_url).toMatch(/\/2-BBB$/);
  });

  test("the building's code is used if the row itself is of an estate or a phase", () => {
    expect(one({ estateName: "x", typeCode: "3-BIG", cblgcode: "CCC" }).building_type_code).toBe("1-CCC");
    expect(one({ estateName: "x", typeCode: "3-BIG" }).building_type_code).toBeNull();
  });

  test("the saleable area is the unit's own, before that of its advertisement", () => {
    const areas = [{ areaInfo: { nSize: 1 }, nArea: 2, nSize: 3 }, { nArea: 2, nSize: 3 }, { nSize: 3 }, {}];
    expect(areas.map((row) => one({ estateName: "x", ...row }).saleable_area)).toEqual([1, 2, 3, null]);
  });

  test("the English page of the estate is under /en/", () => {
    expect(one({ estateName: "Lake Garden", cestcode: "BBB" }, "en").estate_url).toBe(
      "https://site.example/estate/en/Lake-Garden/2-BBB",
    );
  });

  test("empty strings, nulls and missing keys are null, a count of 0 is 0, lists are never null", () => {
    const record = one({
      estateName: "x",
      estateInfo: { developer: "", managementCompany: null, phaseCount: 0, canKeepPet: null },
    });
    expect(record).toMatchObject({ developer: null, management_company: null, phase_count: 0, building_count: null });
    expect(record).toMatchObject({
      is_pet_friendly: null,
      facilities: [],
      category_labels: [],
      nearby_places: [],
      school_net: null,
    });
    expect(record).toMatchObject({
      id: "D2000000",
      valuation_at: null,
      price: null,
      min_price: null,
      latitude: null,
      image: null,
    });
  });

  test("developers are a name or a list", () => {
    expect(
      one({
        estateName: "x",
        developer: [
          { devid: "1", name: "甲" },
          { devid: "2", name: "乙" },
        ],
      }).developer,
    ).toBe("甲, 乙");
    expect(one({ estateName: "x", developer: "甲" }).developer).toBe("甲");
  });

  test("labels are separated by the Chinese or the English comma", () => {
    expect(one({ estateName: "x", catLabelDescription: "海景、會所、泳池" }).category_labels).toEqual([
      "海景",
      "會所",
      "泳池",
    ]);
    expect(one({ estateName: "x", catLabelDescription: "Shopping mall, Car park" }).category_labels).toEqual([
      "Shopping mall",
      "Car park",
    ]);
  });

  test("facilities: the profile's list first, then the listing's, then the text line", () => {
    const feature = { facilities: [{ label: "Gym", value: "gym" }] };
    const estateInfo = { tagDescription: "運動設施" };
    expect(one({ estateName: "x", feature, estateInfo, otherFacilities: [{ tag: "Pool" }] }).facilities).toEqual([
      "Pool",
    ]);
    expect(one({ estateName: "x", feature, estateInfo }).facilities).toEqual(["Gym"]);
    expect(one({ estateName: "x", estateInfo }).facilities).toEqual(["運動設施"]);
  });

  test("places of every kind, with minutes from the number or from the text", () => {
    const keys = ["mtrLabels", "arcadeLabels", "largeParkLabels", "carparkLabels", "evChargeLabels", "universities"];
    const nearbyFacilities = Object.fromEntries(keys.map((key, n) => [key, [{ name: key, walkMinutes: n + 1 }]]));
    const record = one({ estateName: "x", labelGroup: { nearbyFacilities } });
    expect(record.nearby_places.map(({ kind, name, walk_minutes }: Row) => [kind, name, walk_minutes])).toEqual(
      ["mtr", "mall", "park", "carpark", "ev_charging", "university"].map((kind, n) => [kind, keys[n], n + 1]),
    );
    expect(record.shopping_mall).toBe("arcadeLabels");
    const inWords = { nearbyFacilities: { mtrLabels: [{ name: "a", walkMinutesInText: "10分鐘" }] } };
    expect(one({ estateName: "x", displayLabel: inWords }).nearby_places).toMatchObject([{ walk_minutes: 10 }]);
  });
});

describe("the form of the response", () => {
  test("a quota response asks to slow down", () => {
    expect(() => parse({ error: "API calls quota exceeded!" })).toThrow(Throttled);
  });

  test.each(["", "null"])("%j means that there is none", (text) => {
    expect(() => parse(text)).toThrow(NoSuchThing);
  });

  test("estimates saved without their surrounding response", () => {
    const rows = [1, 2].map((price) => ({ estateName: "x", cuntcode: "U", estimate: { price } }));
    for (const kept of [rows, { data: rows }]) expect(parse(kept).map(({ price }) => price)).toEqual([1, 2]);
    expect(parse({ data: rows[0] }).map(({ price }) => price)).toEqual([1]);
  });

  test.each([
    { estimate: null },
    { estimate: { price: 0 } },
    { estimate: { price: null } },
    { estateName: "x", salePrice: 3_000_000, refNo: "A1" },
    { estateInfo: { estateName: "x", unitCount: 9 } },
    { count: 1, data: [{ buildingName: "x" }] },
    [{ estateName: "x" }, { estateName: "y" }],
  ])("%j is not a valuation", (json) => {
    expect(() => parse(json)).toThrow(NoSuchThing);
  });

  test.each([
    { estimate: { cost: 1 } },
    { ok: true },
    { data: [{ ok: true }] },
    { data: [] },
    "[]",
    "<html></html>",
    '{"data": [',
  ])("%j is unreadable", (json) => {
    expect(() => parse(json)).toThrow(Unreadable);
  });

  test("a challenge is a block, unless its words are in a JSON response", () => {
    expect(source.blockMarker(savedAnswer("<html><title>Just a moment...</title></html>"))).not.toBeNull();
    expect(source.blockMarker(savedAnswer('{"name":"<title>Just a moment...</title>"}'))).toBeNull();
  });
});
