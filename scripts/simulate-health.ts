import { parseArgs } from "node:util";
import { findSources } from "../src/sources/find-sources.ts";
import { openStore, type Store } from "../src/store/open-store.ts";
import { type Population, populations, type TableRow, tryChange } from "../test/simulation/health/change-table.ts";
import { siteChanges } from "../test/simulation/health/changes.ts";
import { recordSource } from "../test/simulation/health/recorded-runs.ts";
import { simulateYear } from "../test/simulation/health/simulate-year.ts";
import { inFolder } from "./support/on-stores.ts";

/**
 * Answers two questions about health. How soon is each kind of change at each source detected, and what do callers get
 * (`--table`)? How many false alarms does a year of normal variation raise? Prints Markdown and the seeds; exits with 1 on
 * failure.
 */
const { values } = parseArgs({
  options: {
    table: { type: "boolean", default: false },
    source: { type: "string" },
    seeds: { type: "string", default: "2" },
    seed: { type: "string", default: "1" },
    days: { type: "string", default: "365" },
    calls: { type: "string", default: "25" },
  },
});
const first = Number(values.seed);
const WITHIN = 50;

const cell = ({ namedAfter, reason, before, after }: TableRow): string =>
  namedAfter === null ? "never" : `${namedAfter} | ${before} | ${after} | ${reason.replaceAll("|", "/")}`;

async function printTable(store: Store): Promise<void> {
  console.log(`Seed ${first}. Runs until the change was named; what a caller got before and after.\n`);
  console.log("| change | source | callers | runs | before | after | incident |\n|---|---|---|---|---|---|---|");
  for (const source of await findSources()) {
    if (values.source && source.name !== values.source) continue;
    const recorded = await recordSource(source);
    for (const change of siteChanges) {
      for (const population of Object.keys(populations) as Population[]) {
        const row = await tryChange(store, recorded, change, population, first);
        console.log(`| ${row.change} | ${row.source} | ${population} | ${cell(row)} |`);
        if (row.namedAfter === null || row.namedAfter > WITHIN || row.falseAlarms > 0) process.exitCode = 1;
      }
    }
  }
}

async function printYear(store: Store, seed: number): Promise<void> {
  const year = { store, seed, days: Number(values.days), callsPerDay: Number(values.calls) };
  const { calls, falseAlarms, namedAfter } = await simulateYear(year);
  console.log(
    `seed ${seed}: ${values.days} days, ${calls} calls, ${falseAlarms.length} false alarms; prices x 100 named after ${namedAfter} calls`,
  );
  for (const { opened_at, reason } of falseAlarms) console.log(`  ${new Date(opened_at).toISOString()} ${reason}`);
  if (falseAlarms.length > 1 || namedAfter === null) process.exitCode = 1;
}

async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  await inFolder(async (dataDir) => {
    const store = await openStore({ dataDir, url: "" });
    await work(store).finally(() => store.close());
  });
}

if (values.table) await withStore(printTable);
else {
  for (let seed = first; seed < first + Number(values.seeds); seed++)
    await withStore((store) => printYear(store, seed));
}
