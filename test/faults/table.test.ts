import { expect, onTestFinished, test } from "vitest";
import { pythonPath } from "../support/python.ts";
import { type Cell, faultNames } from "./bench.ts";
import { openFaultTable } from "./table.ts";

// `scripts/fault-table.ts` runs every fault for every way, with many seeds.
test("whatever happens to a response on its way, a reader gets all records or an error, and pays the price once", async () => {
  const table = await openFaultTable(await pythonPath(), 3);
  onTestFinished(() => table.close());
  const wanted = table.ways.map((way, at) => ({ way, fault: faultNames[at % faultNames.length]!, seed: 1 }));
  const cells: Cell[] = [];
  await table.run(wanted, (cell) => cells.push(cell));
  expect(cells.filter(({ problem }) => problem)).toEqual([]);
  expect(new Set(cells.map(({ fault }) => fault))).toEqual(new Set(faultNames));
  expect(new Set(cells.map(({ outcome }) => outcome))).toEqual(new Set(["whole", "error"]));
});
