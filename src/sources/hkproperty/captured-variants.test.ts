import { describe, expect, test } from "vitest";
import { AskAgain, NoSuchThing, Throttled, Unreadable } from "../../contract/errors.ts";
import type { Answer } from "../../contract/site.ts";
import { accounted } from "../../source-testing/accounted.ts";
import { capturesOf, readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import { readSuggestions } from "./estates.ts";
import { readBuildings, readUnits } from "./estates-units.ts";
import { readEstate, readEstimate } from "./read-valuation.ts";
import source from "./source.ts";
import { readRow } from "./valuation-record.ts";
import { readToken } from "./valuations.ts";

type Row = Record<string, any>;

const capture = capturesOf("hkproperty");
const { origin } = readingContext;
const detail = (): Row => JSON.parse(capture!("listing-detail-a-2026-05.json"));
const rows = (): Row[] => JSON.parse(capture!("listing-search-20-rows-2026-05.json")).data;
const json = (value: unknown, status = 200) => savedAnswer(JSON.stringify(value), { status });
const estimateIn = ({ page, estateCode }: ReturnType<typeof readEstimate>) => ({
  fields: page.records[0]!,
  estateCode,
});
const suggested = (answer: Answer) => accounted({ page: readSuggestions(answer) }).records;

const requested = { unit: "D7", lang: "hk", origin };
const half = (row: Row): Row => readRow(row, requested) as Row;

describe.skipIf(!capture)("an estate's profile made from the saved advertisement", () => {
  const profile = (): Row => {
    const { estateInfo, ...rest } = detail();
    return { ...rest, ...estateInfo };
  };
  const code = () => `2-${detail().cestcode}`;

  test("has the same values as the advertisement", () => {
    expect(readEstate(json(profile()), code(), requested)).toEqual(half(detail()));
  });

  test("a profile of another estate is retried; one without a code is accepted", () => {
    expect(() => readEstate(json(profile()), "2-OTHER", requested)).toThrow(AskAgain);
    expect(() => readEstate(json(profile()), "2-OTHER", requested)).toThrow("instead of 2-OTHER");
    const { cestcode: _, ...without } = profile();
    expect(readEstate(json(without), "2-OTHER", requested)).toMatchObject({ latitude: detail().gMap.lat });
  });

  test("reports that it is missing or invalid", () => {
    const none = new NoSuchThing("The source has no such estate.");
    expect(() => readEstate(json({}, 404), code(), requested)).toThrow(none);
    expect(() => readEstate(json({}, 204), code(), requested)).toThrow(none);
    for (const text of ["", " null "]) expect(() => readEstate(savedAnswer(text), code(), requested)).toThrow(none);
    expect(() => readEstate(json(profile(), 500), code(), requested)).toThrow("status 500");
    expect(() => readEstate(json([profile()]), code(), requested)).toThrow("not an object");
    expect(() => readEstate(json({ gMap: profile().gMap }), code(), requested)).toThrow("no estate in the response");
    for (const key of ["estateInfo", "estateName", "bigEstateName", "buildingName"])
      expect(() => readEstate(json({ [key]: detail()[key] ?? "x" }), code(), requested)).not.toThrow();
  });

  test("the quota is waited out for a minute", () => {
    const read = () => readEstate(json({ ...profile(), error: "quota" }), code(), requested);
    expect(read).toThrow(Throttled);
    expect(read).toThrow(expect.objectContaining({ retryAfterMs: 60_000 }));
    expect(() => readEstate(json({ ...profile(), error: null }), code(), requested)).not.toThrow();
  });

  test("names and codes: the next best is used, and without either there is no address", () => {
    const row = detail();
    delete row.estateName;
    expect(half(row).estate_name).toBe(row.estateInfo.estateName);
    delete row.estateInfo.estateName;
    expect(half(row).estate_name).toBe(row.buildingName);
    delete row.buildingName;
    expect(half(row)).toMatchObject({ estate_name: null, estate_url: null });
    const uncoded: Row = { ...detail(), cestcode: null, bigestcode: "BIG", typeCode: null };
    expect(half(uncoded)).toMatchObject({ estate_url: null, building_type_code: `1-${uncoded.cblgcode}` });
    expect(half({ ...uncoded, cblgcode: null }).building_type_code).toBeNull();
    expect(half({ ...uncoded, typeCode: "2-AB" }).estate_url).toMatch(/\/2-AB$/);
    expect(half({ ...uncoded, typeCode: "3-AB" }).estate_url).toMatch(/\/3-AB$/);
    expect(half({ ...uncoded, bigEstateName: "大", estateName: null }).estate_url).toMatch(/\/3-BIG$/);
    expect(half({ ...uncoded, typeCode: "1-AB" }).building_type_code).toBe("1-AB");
  });

  test("developers, facilities and pictures in their other forms", () => {
    const row = detail();
    const [sold] = row.saleRecentTransactions;
    const name = sold.developer[0].name;
    expect(half({ ...sold, developer: [...sold.developer, {}, { name: "B" }] }).developer).toBe(`${name}, B`);
    expect(half({ ...sold, developer: [] }).developer).toBeNull();
    row.estateInfo.otherFacilities = [{ tag: " 泳池 " }, { tag: "" }, {}];
    expect(half(row).facilities).toEqual(["泳池"]);
    row.estateInfo.otherFacilities = [];
    expect(half(row).facilities).toEqual(row.feature.facilities.map(({ label }: Row) => label));
    const [image] = row.media.images ?? [];
    const bare: Row = { ...row, picture: {}, thumbnail: null, media: { images: [{ path: "/a.jpg" }, image] } };
    expect(half(bare).image).toBe(`${origin}/a.jpg`);
    expect(half({ ...bare, media: {} }).image).toBeNull();
  });

  test("a profile has its own names for its station", () => {
    const { labelGroup, displayLabel: _, ...row } = detail();
    const [station] = labelGroup.nearbyFacilities.mtrLabels as Row[];
    const stated = {
      ...row,
      nearbyFacilities: null,
      mtrStation: station!.name,
      walkMtrTime: station!.walkMinutesInText,
    };
    expect(half(stated).nearby_places).toEqual(half(detail()).nearby_places.slice(0, 1));
    expect(half({ ...row, nearbyFacilities: null }).nearby_places).toEqual([]);
    expect(half({ ...row, nearbyFacilities: labelGroup.nearbyFacilities })).toEqual(half(detail()));
  });
});

describe.skipIf(!capture)("an estimate added to the saved advertisement", () => {
  const estimate = {
    price: 4_000_000,
    priceChange: -1.5,
    minPrice: 3_900_000,
    maxPrice: 4_100_000,
    minPriceChange: 0.25,
    maxPriceChange: 2,
    nUnitPrice: 9_000,
    date: "2026-05-15T00:00:00",
    previous: { date: 1_776_000_000 },
  };
  const read = (change: Row = {}, over: Row = {}, unit = "D7") =>
    estimateIn(
      readEstimate(json({ ...detail(), prn: "D7", estimate: { ...estimate, ...change }, ...over }), {
        ...requested,
        unit,
      }),
    );

  test("has every figure, beside the estate's half", () => {
    const { fields, estateCode } = read();
    expect(estateCode).toBe(`2-${detail().cestcode}`);
    expect(fields).toMatchObject({
      ...half(detail()),
      id: "D7",
      valuation_at: Date.parse("2026-05-14T16:00:00Z") / 1000,
      previous_valuation_at: 1_776_000_000,
      price: 4_000_000,
      price_change_percent: -1.5,
      min_price: 3_900_000,
      max_price: 4_100_000,
      min_price_change_percent: 0.25,
      max_price_change_percent: 2,
      saleable_price_per_sqft: 9_000,
    });
  });

  test.each<[unknown, string | null]>([
    ["2026-05-15", "2026-05-14T16:00:00Z"],
    ["2026-05-15T01:02:03.999Z", "2026-05-15T01:02:03Z"],
    ["2026-05-15T01:02:03-0500", "2026-05-15T06:02:03Z"],
    [1_778_774_400, "2026-05-14T16:00:00Z"],
    [1_778_774_400_500, "2026-05-14T16:00:00Z"],
    [0, null],
    [-5, null],
    ["x2026-05-15", null],
    ["2026-55-15", null],
    ["May 2026", null],
    [null, null],
  ])("its day, %s, is %s", (date, iso) => {
    expect(read({ date }).fields.valuation_at).toBe(iso && Date.parse(iso) / 1000);
  });

  test("belongs to the unit that it names by number or code, in any notation", () => {
    expect(read({}, {}, "d-7").fields.id).toBe("D7");
    const { cuntcode } = detail().saleRecentTransactions[0];
    expect(read({}, { cuntcode }, cuntcode.toLowerCase()).fields).toMatchObject({ id: "D7", unit_code: cuntcode });
    expect(read({}, { prn: null }, "Z9").fields.id).toBe("Z9");
  });

  test("reports that it, or its price, is missing", () => {
    const none = expect.objectContaining({ message: expect.stringContaining("has no valuation of this unit") });
    expect(() => readEstimate(json(detail()), requested)).toThrow("no estimate in the answer");
    expect(() => read({}, { estimate: null })).toThrow(none);
    expect(() => read({ price: 0 })).toThrow(none);
    expect(() => read({}, { estimate: { date: 1 } })).toThrow("an estimate without a price");
  });
});

describe.skipIf(!capture)("menus made from the saved advertisements", () => {
  test("sold units, by floor", () => {
    const sold = detail().saleRecentTransactions as Row[];
    const floors = sold.map(({ yAxis, xAxis, cuntcode, nArea }) => ({ yAxis, units: [{ xAxis, cuntcode, nArea }] }));
    const menu = { menuItem: { name: detail().buildingName }, floors };
    expect(readUnits(json(menu)).records).toEqual(
      sold.map(({ yAxis, xAxis, cuntcode, nArea }) => ({
        "@type": expect.any(String),
        unit: cuntcode,
        unit_code: cuntcode,
        building: detail().buildingName,
        floor: yAxis,
        flat: xAxis,
        saleable_area: nArea,
      })),
    );
    const [unit] = accounted({ page: readUnits(json({ floors: [{ units: [{ prn: "D7", nSize: 3 }] }] })) }).records;
    expect(unit).toMatchObject({ unit: "D7", unit_code: null, building: null, floor: null, saleable_area: 3 });
    expect(readUnits(json({ floors: [] })).records).toEqual([]);
    const broken = readUnits(json({ floors: [{ yAxis: "1" }, { yAxis: "2", units: [null, { prn: "D7" }] }] }));
    expect(() => accounted({ page: broken })).toThrow("2 of 3 rows could not be read");
    expect(() => readUnits(json({ menuItem: {} }))).toThrow("no list of floors");
  });

  test("the buildings, by code", () => {
    const menuItems = rows().map(({ cblgcode, buildingName }) => ({ typeCode: `1-${cblgcode}`, name: buildingName }));
    const buildings = (menu: object) => accounted({ page: readBuildings(json(menu)) }).records;
    expect(buildings({ menuItems })).toEqual(
      menuItems.map(({ typeCode, name }) => ({
        "@type": "HkpropertyBuilding",
        code: typeCode,
        name: name?.trim().replace(/\s+/g, " ") || null,
      })),
    );
    expect(() => buildings({ menuItems: [...menuItems.slice(0, 1), {}] })).toThrow("1 of 2 rows");
    expect(buildings({ menuItems: [] })).toEqual([]);
    expect(() => buildings({})).toThrow('expected a list at "menuItems", but the response is an empty object');
  });

  test("estates as the search box would suggest them; codes of districts are skipped", () => {
    const named = rows().filter(({ cestcode, estateName }) => cestcode && estateName);
    const list = named.map(({ cestcode, estateName, districtName, scope }) => ({
      typeCode: `2-${cestcode}`,
      displayName: estateName,
      districtName,
      scope,
      unitCount: 7,
    }));
    expect(suggested(json(list))).toEqual(
      named.map(({ cestcode, estateName, districtName }) => ({
        "@type": "HkpropertyEstate",
        estate: `2-${cestcode}`,
        name: estateName,
        district: districtName,
        address: null,
        unit_count: 7,
      })),
    );
    const first: Row = list[0]!;
    expect(suggested(json([{ ...first, districtName: null }]))[0]!.district).toBe(first.scope.hma);
    const odd = ["4-AB", "x2-AB", "2-AB/3", "2-", "HMA123"].map((typeCode) => ({ ...first, typeCode }));
    expect(suggested(json(odd))).toEqual([]);
    expect(suggested(json([]))).toEqual([]);
    expect(() => suggested(json([{ displayName: "x" }]))).toThrow("1 of 1 rows could not be read");
    expect(() => suggested(json({}))).toThrow("expected a list, but the response is an empty object");
    expect(() => suggested(json(list, 403))).toThrow("found the status 403");
  });
});

describe.skipIf(!capture)("the visitor token in a page whose state contains the saved advertisement", () => {
  const TOKEN = "eyJhbGciOi.abc-_~+/=";
  /** Texts with commas, brackets and quotes, lists and objects, as the site's pages have them. */
  const values = () => {
    const { displayText, labelGroup, share, gMap, estateInfo } = detail();
    const odd = ['he said "a, (b] {c" \\', "it's `so`"];
    return [...odd, share, 17, displayText, labelGroup, [gMap, null], estateInfo.schoolNet].map((v) =>
      JSON.stringify(v),
    );
  };
  const pageWith = (args: string[], at: number) => {
    const names = args.map((_, index) => `a${index}`);
    return `<script>window.__NUXT__=(function(${names.join(", ")}){return {s:{x:"}",anonymous_token:a${at}},b:a0}}(${args.join(",")}));</script>`;
  };

  test("the visitor token is found at any position among the arguments", () => {
    for (let at = 0; at <= values().length; at++) {
      const args = values().toSpliced(at, 0, JSON.stringify(TOKEN));
      expect(readToken(savedAnswer(pageWith(args, at)))).toEqual({ token: TOKEN });
    }
  });

  test("the visitor token is found inside the state itself", () => {
    const state = { state: { ...detail(), anonymous_token: TOKEN } };
    expect(readToken(json(state))).toEqual({ token: TOKEN });
    expect(readToken(savedAnswer(`window.__NUXT__={'anonymous_token' : "${TOKEN}"}`))).toEqual({ token: TOKEN });
  });

  test.each<[string, () => Parameters<typeof savedAnswer>]>([
    ["another value stands there", () => [pageWith(values(), 3)]],
    ["a list stands there", () => [pageWith(values(), 6)]],
    ["there is no such argument", () => [pageWith(values(), 99)]],
    ["the page was refused", () => [pageWith([JSON.stringify(TOKEN)], 0), { status: 403 }]],
    ["the state never ends", () => [pageWith([JSON.stringify(TOKEN)], 0).split("}}")[0]!]],
    ["the state is no call", () => ["anonymous_token: a0"]],
    ["nothing speaks of it", () => [JSON.stringify(detail())]],
    ["it cannot stand in a header", () => ['{"anonymous_token":"with blank in it"}']],
    ["it is too short", () => ['{"anonymous_token":"abc"}']],
  ])("the visitor token is reported missing where %s", (_, page) => {
    expect(() => readToken(savedAnswer(...page()))).toThrow(new Unreadable("no anonymous token in the page's state"));
  });
});

test.skipIf(!capture)("a JSON response is not a block, whatever its words", () => {
  expect(source.blockMarker(json(detail()))).toBeNull();
});
