import { chosen, options } from "../support/options.ts";
import { databaseFaults, killedProcess, money, type Row, rollingRestart } from "./experiments.ts";
import { overload } from "./overload.ts";
import { openWorld, type World } from "./world.ts";

/**
 * Injects faults into three processes behind HAProxy, with their own PostgreSQL and website, all on 127.0.0.1 and bounded
 * in number and time. Prints each promise and measurement; exits with 1 if one was broken.
 */
const values = options({
  seconds: 8,
  requests: 3_000,
  only: "",
  /** One process, called directly; only for `overload`. */
  "no-balancer": false,
});
const size = { seconds: values.seconds, restartRequests: values.requests };
const rows: Row[] = [];
const isDirect = values["no-balancer"];
const experiments: Record<string, (world: World) => Promise<Row[]>> = {
  database: databaseFaults,
  kill: (world) => killedProcess(world, 24),
  restart: (world) => rollingRestart(world, size),
  overload: (world) => overload(world, size),
  money,
};
const only = chosen(values.only || (isDirect ? "overload" : ""), ",", Object.keys(experiments));
const world = await openWorld();
const startedAt = performance.now();
/** If something hangs, the command still ends and prints its measurements so far. */
const LONGEST_MS = Math.max(6, size.seconds / 10) * 60_000;
let timer: NodeJS.Timeout | undefined;
const tooLong = new Promise<"too long">((resolve) => {
  timer = setTimeout(() => resolve("too long"), LONGEST_MS);
});

async function runAll(): Promise<void> {
  if (isDirect) await world.startOne();
  else await world.startAll(3);
  for (const name of only) {
    for (const row of await experiments[name]!(world)) {
      rows.push(row);
      console.log(`${row.holds ? "  holds" : "! FAILS"} | ${row.test} | ${row.promised} | ${row.measured}`);
    }
  }
}

try {
  if ((await Promise.race([runAll(), tooLong])) === "too long") {
    const left = {
      test: "the rest",
      promised: `within ${LONGEST_MS / 60_000} minutes`,
      measured: "not reached",
      holds: false,
    };
    rows.push(left);
  }
} finally {
  clearTimeout(timer);
  await world.close();
}
console.log(`\n${Math.round((performance.now() - startedAt) / 1000)} s`);
console.log("\n| test | promised | measured |\n|---|---|---|");
for (const { test, promised, measured } of rows) console.log(`| ${test} | ${promised} | ${measured} |`);
process.exit(rows.every(({ holds }) => holds) ? 0 : 1);
