import { parseArgs } from "node:util";
import { type Cell, faultNames } from "../test/faults/bench.ts";
import { openFaultTable } from "../test/faults/table.ts";

/** Every way of reading records with every fault on its way: each cell is the whole answer or an error. */
const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "20" },
    first: { type: "string", default: "1" },
    lanes: { type: "string", default: "4" },
    only: { type: "string", default: "" },
    python: { type: "string", default: "/usr/bin/python3" },
  },
});
const started = performance.now();
const first = Number(values.first);
const table = await openFaultTable(values.python || null, Number(values.lanes));
const seeds = Array.from({ length: Number(values.seeds) }, (_, at) => first + at);
const chosen = table.ways.filter(({ name }) => name.includes(values.only));
const cells: Cell[] = [];
await table.run(
  seeds.flatMap((seed) => chosen.flatMap((way) => faultNames.map((fault) => ({ way, fault, seed })))),
  (cell) => {
    cells.push(cell);
    if (cell.problem) console.error(`seed ${cell.seed}: ${cell.way}, ${cell.fault}: ${cell.problem} (${cell.error})`);
  },
);
await table.close();
const count = (some: Cell[], holds: (cell: Cell) => boolean) => some.filter(holds).length;
console.table(
  [...Map.groupBy(cells, ({ way }) => way)].map(([way, some]) => ({
    way,
    cells: some.length,
    whole: count(some, ({ outcome, problem }) => outcome === "whole" && !problem),
    "of these continued": count(some, ({ continued }) => continued),
    error: count(some, ({ outcome, problem }) => outcome === "error" && !problem),
    wrong: count(some, ({ problem }) => problem !== null),
  })),
);
console.table(
  [...Map.groupBy(cells, ({ fault }) => fault)].map(([fault, some]) => ({
    fault,
    whole: count(some, ({ outcome, problem }) => outcome === "whole" && !problem),
    error: count(some, ({ outcome, problem }) => outcome === "error" && !problem),
    wrong: count(some, ({ problem }) => problem !== null),
  })),
);
const wrong = count(cells, ({ problem }) => problem !== null);
console.log(`${cells.length} cells in ${((performance.now() - started) / 1000).toFixed(0)} s: ${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
