import { expect, test } from "vitest";
import type { StandInReply } from "../../../contract/stand-in.ts";
import { ESTATES, estateAt, UNITS, unitAt, unitCalled } from "./catalogue.ts";
import { standIn } from "./stand-in.ts";

const ask = (path: string) =>
  standIn.answer({ method: "GET", url: new URL(path, "http://127.0.0.1"), headers: {}, body: "" }) as StandInReply;

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

test("an unknown unit and an unknown estate get an empty response", () => {
  expect(ask("/centaestimate/api/Estimate/GetUnitEstimate?prn=D2000001").body).toBe("");
  expect(ask("/estate/api/Estate/GetEstateDetail?typeCode=2-XXXX&datasize=full").body).toBe("");
});
