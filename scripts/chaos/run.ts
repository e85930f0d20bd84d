import { freePort } from "../../test/support/free-port.ts";
import { startPgbouncer } from "../../test/support/store/pgbouncer.ts";
import { options } from "../support/options.ts";
import { bodies } from "./bodies.ts";
import { databaseFaults, killedProcess, money, type Row, rollingRestart } from "./experiments.ts";
import { Load, latency } from "./load.ts";
import { overload } from "./overload.ts";
import { exited, openWorld, type World } from "./world.ts";

const SIZES = [300, 1_000];

/** Many concurrent calls of one account, each with the default timeout, to an idle process. */
async function burst(world: World): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of SIZES) {
    const load = new Load(world, size);
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: size }, () => load.call(300)));
    const seconds = (performance.now() - startedAt) / 1000;
    await load.close();
    const refused = load.count(503);
    rows.push({
      test: `${size} calls at once of one account`,
      promised: "0 refused",
      measured: `${refused} refused, ${load.count(200)} served, ${size - refused - load.count(200)} other; ${seconds.toFixed(1)} s, p99 ${latency(load.answers, 0.99).toFixed(0)} ms`,
      holds: load.count(200) === size,
    });
  }
  return rows;
}

/**
 * Injects faults into three processes behind HAProxy, with their own PostgreSQL and website, all on 127.0.0.1 and bounded
 * in number and time. Prints each promise and measurement; exits with 1 if one was broken.
 */
const values = options({
  seconds: 8,
  requests: 3_000,
  only: "",
  /** One process, called directly; only for `bodies`, `burst` and `overload`. */
  "no-balancer": false,
});
const size = { seconds: values.seconds, restartRequests: values.requests };
const world = await openWorld();
const rows: Row[] = [];
const isDirect = values["no-balancer"];
const only = values.only || (isDirect ? "bodies,burst,overload" : "");
const experiments = {
  bodies: () => bodies(world),
  burst: () => burst(world),
  database: () => databaseFaults(world),
  kill: () => killedProcess(world, 24),
  restart: () => rollingRestart(world, size),
  overload: () => overload(world, size),
  pgbouncer: () => behindPgbouncer(world),
  money: () => money(world),
};
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
  for (const [name, experiment] of Object.entries(experiments)) {
    if (only !== "" && !only.split(",").includes(name)) continue;
    for (const row of await experiment()) {
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

/** Adds a process whose database is pgbouncer in transaction mode, with fewer connections than the process opens. */
async function behindPgbouncer(world: World): Promise<Row[]> {
  const pooler = await startPgbouncer(world.databaseUrl, 4);
  const service = await world.start(await freePort(), { DATABASE_URL: pooler.url, DATABASE_POOLER: "transaction" });
  const load = new Load({ url: service.url, key: world.key }, 16);
  await Promise.all(Array.from({ length: 300 }, () => load.call()));
  await load.close();
  service.child.kill("SIGKILL");
  await exited(service.child);
  await pooler[Symbol.asyncDispose]();
  return [
    {
      test: "behind pgbouncer in transaction mode, 4 server connections",
      promised: "300 of 300 answered",
      measured: `${load.count(200)} of 300`,
      holds: load.count(200) === 300,
    },
  ];
}
