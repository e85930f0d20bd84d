import { type Cell, faultNames } from "../test/faults/bench.ts";
import { openFaultTable } from "../test/faults/table.ts";
import { options } from "./support/options.ts";

/** Every way of reading records with every fault on its way: each cell is the whole answer or an error. */
const values = options({ seeds: 20, first: 1, lanes: 4, only: "", python: "/usr/bin/python3" });
const started = performance.now();
const table = await openFaultTable(values.python || null, values.lanes);
const seeds = Array.from({ length: values.seeds }, (_, at) => values.first + at);
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
const outcomes = (some: Cell[]) => ({
  whole: count(some, ({ outcome, problem }) => outcome === "whole" && !problem),
  error: count(some, ({ outcome, problem }) => outcome === "error" && !problem),
  wrong: count(some, ({ problem }) => problem !== null),
});
console.table(
  [...Map.groupBy(cells, ({ way }) => way)].map(([way, some]) => {
    const { whole, ...others } = outcomes(some);
    const continued = count(some, (cell) => cell.continued);
    return { way, cells: some.length, whole, "of these continued": continued, ...others };
  }),
);
console.table([...Map.groupBy(cells, ({ fault }) => fault)].map(([fault, some]) => ({ fault, ...outcomes(some) })));
const wrong = count(cells, ({ problem }) => problem !== null);
console.log(`${cells.length} cells in ${((performance.now() - started) / 1000).toFixed(0)} s: ${wrong} wrong`);
process.exitCode = wrong === 0 ? 0 : 1;
