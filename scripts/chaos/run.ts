import { parseArgs } from "node:util";
import { behindPgbouncer } from "./behind-pgbouncer.ts";
import { databaseFaults, killedProcess, money, overload, type Row, rollingRestart } from "./experiments.ts";
import { openWorld } from "./world.ts";

/**
 * Faults on three processes behind HAProxy, with a PostgreSQL and a website of our own, all on 127.0.0.1 and bounded in
 * number and time. Prints what was promised and what was measured; ends with 1 where a promise was not kept.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "8" },
    requests: { type: "string", default: "3000" },
    only: { type: "string", default: "" },
  },
});
const size = { seconds: Number(values.seconds), restartRequests: Number(values.requests) };
const world = await openWorld();
const rows: Row[] = [];
const experiments = {
  database: () => databaseFaults(world),
  kill: () => killedProcess(world, 24),
  restart: () => rollingRestart(world, size),
  overload: () => overload(world, size),
  pgbouncer: () => behindPgbouncer(world),
  money: () => money(world),
};
try {
  await world.startAll(3);
  for (const [name, experiment] of Object.entries(experiments)) {
    if (values.only !== "" && !values.only.split(",").includes(name)) continue;
    for (const row of await experiment()) {
      rows.push(row);
      console.log(`${row.holds ? "  holds" : "! FAILS"} | ${row.test} | ${row.promised} | ${row.measured}`);
    }
  }
} finally {
  await world.close();
}
console.log("\n| test | promised | measured |\n|---|---|---|");
for (const { test, promised, measured } of rows) console.log(`| ${test} | ${promised} | ${measured} |`);
process.exit(rows.every(({ holds }) => holds) ? 0 : 1);
