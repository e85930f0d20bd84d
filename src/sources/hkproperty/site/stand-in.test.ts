import { expect, test } from "vitest";
import { NoSuchThing } from "../../../contract/errors.ts";
import type { StandInReply } from "../../../contract/stand-in.ts";
import { answerOf, readingContext } from "../../../source-testing/saved-answer.ts";
import { readRow, type ValuationRecord } from "../valuation-record.ts";
import operation from "../valuations.ts";
import { ESTATES, estateAt, UNITS, unitAt, unitCalled } from "./catalogue.ts";
import { standIn } from "./stand-in.ts";

const ask = (path: string, body?: object) =>
  standIn.answer({
    method: body ? "POST" : "GET",
    url: new URL(path, "http://127.0.0.1"),
    headers: {},
    body: body ? JSON.stringify(body) : "",
  }) as StandInReply;

test("three hundred estates of all three kinds, thirty thousand units with unique numbers and codes", () => {
  const estates = Array.from({ length: ESTATES }, (_, index) => estateAt(index));
  expect(ESTATES).toBe(300);
  expect(new Set(estates.map(({ code }) => code)).size).toBe(300);
  for (const lang of ["hk", "sc", "en"] as const) expect(new Set(estates.map(({ name }) => name[lang])).size).toBe(300);
  expect(new Set(estates.map(({ type }) => type))).toEqual(new Set(["Normal", "Phase", "Single"]));
  expect(UNITS).toBe(30_000);
  for (const index of [0, 1, 12_345, UNITS - 1]) {
    const unit = unitAt(index);
    expect(unitCalled(unit.prn)).toEqual(unit);
    expect(unit.code).toMatch(/^[A-Z]{12}$/);
    expect(unit.buildingCode).toMatch(/^[A-Z]{10}$/);
  }
});

test("the search returns advertisements, none if too many are requested, and fails far down the list", () => {
  const path = "/findproperty/api/Post/Search";
  const reply = ask(path, { offset: 100, size: 20 });
  const rows = JSON.parse(String(reply.body)).data;
  expect(rows).toHaveLength(20);
  expect(
    (readRow(rows[0], { unit: "D1", lang: "hk", origin: "https://hk.example" }) as ValuationRecord).estate_name,
  ).toContain(estateAt(1).name.hk);
  const parse = () => [
    ...operation.parse(answerOf(String(reply.body)), { unit: "D1", lang: "hk", timeout: 300 }, readingContext),
  ];
  expect(parse).toThrow(NoSuchThing);
  expect(JSON.parse(String(ask(path, { size: 200 }).body)).data).toEqual([]);
  expect(ask(path, { offset: 10_000 }).status).toBe(500);
});

test("an unknown unit and an unknown estate get an empty response", () => {
  expect(ask("/centaestimate/api/Estimate/GetUnitEstimate?prn=D2000001").body).toBe("");
  expect(ask("/estate/api/Estate/GetEstateDetail?typeCode=2-XXXX&datasize=full").body).toBe("");
});
