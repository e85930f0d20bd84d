import { describe, expect, test } from "vitest";
import { answerOf, capturesOf, readingContext } from "../../../contract/testing/saved-answer.ts";
import operation from "./operation.ts";
import { Valuation } from "./record.ts";

type Row = Record<string, any>;

const capture = capturesOf("hkproperty");
const read = (file: string) => JSON.parse(capture!(file)) as Row;
const parse = (file: string) => [
  ...(operation.parse(
    answerOf(capture!(file)),
    { unit: "D1", lang: "hk", timeout: 300 },
    readingContext,
  ) as Iterable<Row>),
];

/** Fields that only an estimate has. */
const OF_ESTIMATE = Object.keys(Valuation.properties).filter((name) => /valuation_at|price/.test(name));

const KINDS: Record<string, string> = {
  mtrLabels: "mtr",
  arcadeLabels: "mall",
  largeParkLabels: "park",
  carparkLabels: "carpark",
  evChargeLabels: "ev_charging",
  universities: "university",
};

function expectPlaces(record: Row, row: Row) {
  const facilities = Object.entries(row.labelGroup.nearbyFacilities as Record<string, Row[]>);
  expect(record.nearby_places).toHaveLength(facilities.reduce((sum, [, places]) => sum + places.length, 0));
  for (const [key, places] of facilities) {
    const found = record.nearby_places.filter(({ kind }: Row) => kind === KINDS[key]);
    expect(found.map(({ name, walk_minutes }: Row) => [name, `${walk_minutes}分鐘`])).toEqual(
      places.map(({ name, walkMinutesInText }) => [name, walkMinutesInText]),
    );
  }
}

describe.skipIf(!capture)("the saved listing", () => {
  const file = "listing-detail-a-2026-05.json";

  test("gives the estate's half, each field as the answer has it", () => {
    const row = read(file);
    const [record] = parse(file) as [Row];
    const { estateInfo } = row;
    expect(record).toMatchObject({
      "@type": "HkpropertyValuation",
      id: row.id,
      unit_code: null,
      building_type_code: row.typeCode,
      estate_name: estateInfo.estateName,
      unit_address: `${row.estateName} ${row.buildingName}`,
      location: row.scope.hma,
      saleable_area: row.nSize,
      building_group_id: row.censusChartParams.bldgGrpUrl.split("code=")[1],
      building_group_name: row.censusChartParams.buildingGroup.label,
      developer: row.saleRecentTransactions[0].developer[0].name,
      management_company: estateInfo.managementCompany,
      phase_count: 0,
      building_count: estateInfo.buildingCount,
      unit_count: estateInfo.unitCount,
      is_pet_friendly: false,
      facilities: row.feature.facilities.map(({ label }: Row) => label),
      shopping_mall: null,
      latitude: row.relatedAdvInfo.relatedBuildingInfo.mapPoint.gMap.lat,
      longitude: row.relatedAdvInfo.relatedBuildingInfo.mapPoint.gMap.lng,
      image: row.thumbnail,
    });
    expect(record.category_labels.join("、")).toBe(estateInfo.catLabelDescription);
    expect(record.category_labels).toHaveLength(3);
    expect(decodeURI(record.estate_url)).toBe(
      `https://site.example/estate/${row.estateName}/${row.transactionHistoryTableSelector.getBuildingMenuByTypeCode}`,
    );
    expectPlaces(record, row);
  });

  test("the school net is that of its links", () => {
    const [{ school_net: net }] = parse(file) as [Row];
    expect(net["@type"]).toBe("HkpropertySchoolNet");
    expect(net.primary_school_url.endsWith(`schnet-${net.primary_school_net}`)).toBe(true);
    expect(decodeURI(net.secondary_school_url)).toContain(`/${net.secondary_school_district}`);
    expect(net.secondary_school_url).toMatch(new RegExp(`_d${read(file).estateInfo.schoolNet.distbdId}-s$`));
  });

  test("has no estimate", () => {
    const [record] = parse(file) as [Row];
    expect(OF_ESTIMATE.filter((name) => record[name] !== null)).toEqual([]);
  });
});

describe.skipIf(!capture)("the saved rows of a search", () => {
  const file = "listing-search-20-rows-2026-05.json";

  test("give a record each, with the estate's half and no estimate", () => {
    const rows: Row[] = read(file).data;
    const records = parse(file);
    expect(records).toHaveLength(rows.length);
    records.forEach((record, index) => {
      const row = rows[index]!;
      const code = decodeURIComponent(row.detailUrl.split("/detail/")[1]).split("_")[0]!;
      expect(record.id).toBe(row.id);
      expect(record.estate_name.replaceAll(" ", "-").startsWith(code)).toBe(true);
      expect(row.share.body).toContain(record.unit_address);
      expect(row.share.body.split(" – ")[0]).toBe(record.location);
      expect(row.share.body).toContain(`實: ${record.saleable_area}/呎`);
      expect(record.building_type_code).toBe(`1-${row.cblgcode}`);
      expect(record.is_pet_friendly).toBe(row.displayLabel.petFriendly.show);
      expect([record.latitude, record.longitude]).toEqual([row.gMap.lat, row.gMap.lng]);
      expect(record.image).toBe(row.thumbnail);
      expect(OF_ESTIMATE.filter((name) => record[name] !== null)).toEqual([]);
      expectPlaces(record, row);
    });
  });

  test("an estate in phases, a single building and a plain estate are named apart", () => {
    const rows: Row[] = read(file).data;
    const records = parse(file);
    const of = (type: string) =>
      rows.flatMap((row, index) => (row.estateType === type ? [[row, records[index]!] as const] : []));
    for (const [row, { estate_name }] of of("Single")) expect(estate_name).toBe(row.buildingName);
    for (const [row, { estate_name }] of of("Normal")) expect(estate_name).toBe(row.estateName);
    for (const [row, { estate_name }] of of("Phase"))
      expect(estate_name).toBe(`${row.bigEstateName} ${row.estateName}`.trim());
    expect(of("Single").length * of("Normal").length * of("Phase").length).toBeGreaterThan(0);
  });
});
