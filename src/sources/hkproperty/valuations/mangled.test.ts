import { expect, test } from "vitest";
import { faultsOfReader } from "../../../source-kit/testing/mangled.ts";
import { unitAt } from "../site/catalogue.ts";
import { estateDetail, listingRow, unitEstimate } from "../site/wire.ts";
import operation from "./operation.ts";

test("an answer that came out wrong gives records of the schema or an error of the catalogue", () => {
  const origin = "https://hk.example";
  const units = [7, 1_234, 1_777].map(unitAt);
  const answers = [
    ...units.map((unit) => unitEstimate(unit, "hk")),
    ...units.map(({ estate }) => estateDetail(estate, "en", origin)),
    { count: 3, data: units.map((unit) => listingRow(unit, "sc", origin)) },
  ];
  const request = { unit: "D2000000", lang: "hk" };
  expect(
    faultsOfReader(
      operation,
      request,
      answers.map((answer) => JSON.stringify(answer)),
      600,
    ),
  ).toEqual([]);
});
