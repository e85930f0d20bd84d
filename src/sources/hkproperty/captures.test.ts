import { describe, expect, test } from "vitest";
import { NoSuchThing } from "../../contract/errors.ts";
import { faultsOfReader } from "../../source-testing/mangled.ts";
import { capturesOf, readingContext, savedAnswer } from "../../source-testing/saved-answer.ts";
import { readRow } from "./valuation-record.ts";
import operation from "./valuations.ts";

type Row = Record<string, any>;

const DETAIL = "listing-detail-a-2026-05.json";
const SEARCH = "listing-search-20-rows-2026-05.json";

const capture = capturesOf("hkproperty");
const read = (file: string) => JSON.parse(capture!(file)) as Row;
const parse = (text: string) => [
  ...operation.parse(savedAnswer(text), { unit: "D1", lang: "hk", timeout: 300 }, readingContext),
];
/** The estate's half of a record, which advertisements of the same backend contain too. */
const half = (row: Row, lang = "hk"): Row => readRow(row, { unit: "D7", lang, origin: readingContext.origin }) as Row;
const all = (): Row[] => [read(DETAIL), ...read(SEARCH).data];

const KINDS = [
  ["mtrLabels", "mtr"],
  ["arcadeLabels", "mall"],
  ["largeParkLabels", "park"],
  ["carparkLabels", "carpark"],
  ["evChargeLabels", "ev_charging"],
  ["universities", "university"],
] as const;

const NAMES: Record<string, (row: Row) => string> = {
  Single: (row) => row.buildingName,
  Normal: (row) => row.estateName,
  Phase: (row) => [row.bigEstateName, row.estateName].join(" ").trim(),
};

/** The same half read directly from the response, without the reader's code. */
function expected(row: Row): Row {
  const info = row.estateInfo ?? {};
  const name = NAMES[row.estateType]!(row);
  const facilities = row.labelGroup.nearbyFacilities as Record<string, Row[]>;
  const places = KINDS.flatMap(([key, kind]) =>
    facilities[key]!.map((place) => ({
      "@type": "HkpropertyNearbyPlace",
      kind,
      name: place.name,
      walk_minutes: Number.parseInt(place.walkMinutesInText, 10),
    })),
  );
  const code = row.cestcode ? `2-${row.cestcode}` : `3-${row.bigestcode}`;
  return {
    unit_code: null,
    building_type_code: `1-${row.cblgcode}`,
    estate_name: name,
    unit_address: row.displayText.addr.line1,
    location: row.displayText.addr.line5,
    estate_url: `https://site.example/estate/${encodeURIComponent(name.split(" ").join("-"))}/${code}`,
    saleable_area: row.nSize,
    building_group_id: row.bldgGrp?.bldgGrpId ?? null,
    building_group_name: row.bldgGrp?.bldgGrpName ?? null,
    developer: info.developer || null,
    management_company: info.managementCompany || null,
    phase_count: info.phaseCount ?? null,
    building_count: info.buildingCount ?? null,
    unit_count: info.unitCount ?? null,
    is_pet_friendly: info.canKeepPet ?? row.displayLabel?.petFriendly.show,
    facilities: (row.feature?.facilities ?? []).map(({ label }: Row) => label),
    category_labels: info.catLabelDescription?.split("、") ?? [],
    shopping_mall: facilities.arcadeLabels![0]?.name ?? null,
    nearby_places: places,
    school_net: info.schoolNet
      ? {
          "@type": "HkpropertySchoolNet",
          primary_school_net: info.schoolNet.primarySchoolNetwork,
          primary_school_url: encodeURI(info.schoolNet.schoolSchNetUrl),
          secondary_school_district: info.schoolNet.secondarySchoolScope.db,
          secondary_school_url: encodeURI(info.schoolNet.secondarySchoolDistbdUrl),
        }
      : null,
    latitude: row.gMap.lat,
    longitude: row.gMap.lng,
    image: row.picture.thumbnailPath,
  };
}

describe.skipIf(!capture)("saved advertisements", () => {
  test.each([DETAIL, SEARCH])("%s has no estimate, so it is not a valuation: 412, never a record", (file) => {
    expect(() => parse(capture!(file))).toThrow(NoSuchThing);
  });

  test("every field of the estate's half matches the response", () => {
    expect(all()).toHaveLength(21);
    for (const row of all()) expect(half(row)).toMatchObject(expected(row));
  });

  test("agrees with other parts of the response", () => {
    const row = read(DETAIL);
    const record = half(row);
    expect(record).toMatchObject({
      building_group_id: row.censusChartParams.bldgGrpUrl.split("code=")[1],
      building_group_name: row.censusChartParams.buildingGroup.label,
      developer: row.saleRecentTransactions[0].developer[0].name,
      location: row.scope.hma,
      latitude: row.relatedAdvInfo.relatedBuildingInfo.mapPoint.gMap.lat,
    });
    expect(record.estate_url.split("/").at(-1)).toBe(row.transactionHistoryTableSelector.getBuildingMenuByTypeCode);
    expect(record.school_net.primary_school_url.endsWith(`schnet-${record.school_net.primary_school_net}`)).toBe(true);
    for (const other of read(SEARCH).data as Row[]) {
      const { unit_address, location, saleable_area } = half(other);
      expect(other.share.body.startsWith(`${location} – ${unit_address}`)).toBe(true);
      expect(other.share.body).toContain(`實: ${saleable_area}/呎`);
    }
  });

  test("a sold unit has its code, its whole address and its developers", () => {
    const [sold] = read(DETAIL).saleRecentTransactions as [Row];
    expect(half(sold)).toMatchObject({
      unit_code: sold.cuntcode,
      unit_address: sold.displayText.addr.line1,
      saleable_area: sold.nArea,
      developer: sold.developer.map(({ name }: Row) => name).join(", "),
    });
    expect(sold.cuntcode).toMatch(/^[A-Z]{12}$/);
  });
});

describe.skipIf(!capture)("variants of the saved advertisements", () => {
  /** The input of each field: without it only that field is empty, and nothing else changes. */
  const rests: Array<[field: string, take: (row: Row) => void, without: unknown]> = [
    ["school_net", (row) => delete row.estateInfo.schoolNet, null],
    ["developer", (row) => delete row.estateInfo.developer, null],
    ["management_company", (row) => (row.estateInfo.managementCompany = ""), null],
    ["phase_count", (row) => delete row.estateInfo.phaseCount, null],
    ["building_count", (row) => delete row.estateInfo.buildingCount, null],
    ["unit_count", (row) => (row.estateInfo.unitCount = null), null],
    ["is_pet_friendly", (row) => delete row.estateInfo.canKeepPet, null],
    ["category_labels", (row) => (row.estateInfo.catLabelDescription = ""), []],
    ["unit_address", (row) => delete row.displayText.addr.line1, null],
    ["building_group_id", (row) => delete row.bldgGrp.bldgGrpId, null],
    ["building_group_name", (row) => delete row.bldgGrp.bldgGrpName, null],
    ["latitude", (row) => delete row.gMap.lat, null],
    ["longitude", (row) => delete row.gMap.lng, null],
    ["nearby_places", (row) => delete row.labelGroup.nearbyFacilities, []],
  ];
  test.each(rests)("without the input of %s, only that field is empty", (field, take, without) => {
    const row = read(DETAIL);
    const whole = half(row);
    take(row);
    expect(half(row)).toEqual({ ...whole, [field]: without });
  });

  test("if the first is missing, the next best is used", () => {
    const row = read(DETAIL);
    delete row.displayText.addr.line5;
    delete row.areaInfo;
    delete row.picture;
    delete row.feature;
    expect(half(row)).toMatchObject({
      location: row.scope.hma,
      saleable_area: row.nSize,
      image: row.thumbnail,
      facilities: [row.estateInfo.tagDescription],
    });
    delete row.scope;
    expect(half(row).location).toBe(row.districtName);
  });

  test("keys in another order, and the profile without its advertisement, read the same", () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== "object" || value === null) return value;
      const pairs = Object.entries(value).map(([key, inner]) => [key, turned(inner)]);
      return Object.fromEntries(pairs.reverse());
    };
    for (const row of all()) expect(half(turned(row) as Row)).toMatchObject(expected(row));
    const row = read(DETAIL);
    const { estateInfo, ...rest } = row;
    expect(half({ ...rest, ...estateInfo })).toMatchObject(expected(row));
  });

  test("an English page has an address under /en/ and uses the English comma", () => {
    const row = read(DETAIL);
    row.estateInfo.catLabelDescription = row.estateInfo.catLabelDescription.replaceAll("、", ", ");
    const record = half(row, "en");
    expect(record.category_labels).toEqual(expected(read(DETAIL)).category_labels);
    expect(record.estate_url).toBe(expected(row).estate_url.replace("/estate/", "/estate/en/"));
  });

  test("an advertisement with an estimate is read for both halves", () => {
    const row: Row = { ...read(DETAIL), prn: "D7", cuntcode: "ABCDEFGHIJKL", estimate: { price: 4_000_000 } };
    const [record] = parse(JSON.stringify(row)) as [Row];
    const { unit_code: _, ...estate } = expected(row);
    expect(record).toMatchObject({ ...estate, id: "D7", unit_code: "ABCDEFGHIJKL", price: 4_000_000 });
  });

  test("corrupted, they give an error of the catalogue or records that fit the schema", () => {
    const estimate = { date: "2026-05-15T00:00:00", price: 1, minPrice: 1, maxPrice: 2, priceChange: 0.5 };
    const answers = all().flatMap((row) => [row, { ...row, cuntcode: "ABCDEFGHIJKL", estimate }]);
    const request = { unit: "D2000000", lang: "hk" };
    const texts = answers.map((answer) => JSON.stringify(answer));
    expect(faultsOfReader(operation, request, texts, 300)).toEqual([]);
  });
});
