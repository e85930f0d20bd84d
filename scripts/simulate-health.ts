import { findSources } from "../src/sources/find-sources.ts";
import { openStore, type Store, whileOpen } from "../src/store/open-store.ts";
import { type Setting, settings, tryChanges } from "../test/simulation/health/change-table.ts";
import { simulateYear } from "../test/simulation/health/simulate-year.ts";
import { inFolder } from "./support/on-stores.ts";
import { options } from "./support/options.ts";

/**
 * Answers two questions about health, at sites whose pages are rewritten between the stand-in and the service. How soon is
 * each kind of change named, how soon is a caller told, and how many wrong records are charged before that (`--table`)? How
 * many false alarms does a year of normal variety raise? Prints Markdown and the seeds; exits with 1 on failure.
 */
const { seed, ...values } = options({ table: false, source: "", setting: "", seed: 1, days: 365, calls: 4 });
/** Runs of one request alone within which a change has to be named. */
const WITHIN = 10;
const sources = (await findSources()).filter(({ name }) => !values.source || name === values.source);

const withStore = <T>(work: (store: Store) => Promise<T>): Promise<T> =>
  inFolder(async (dataDir) => whileOpen(await openStore({ dataDir, url: "" }), work));

async function printTable(): Promise<void> {
  console.log(
    `Seed ${seed}. Calls until named / until the caller was told / wrong records charged before that; calls until healed.\n`,
  );
  console.log("| source | setting | change | named / told / wrong | healed | incident |\n|---|---|---|---|---|---|");
  for (const source of sources) {
    for (const setting of Object.keys(settings) as Setting[]) {
      if (values.setting && setting !== values.setting) continue;
      for (const row of await withStore((store) => tryChanges(store, source, setting, { seed }))) {
        const { change, named, told, wrong, healed, reason } = row;
        const figures = `${named ?? "-"} / ${told ?? "-"} / ${wrong}`;
        console.log(
          `| ${source.name} | ${setting} | ${change} | ${figures} | ${healed ?? "-"} | ${reason.replaceAll("|", "/")} |`,
        );
        if (wrong > 0 && (named === null || (setting === "one request alone" && named > WITHIN))) process.exitCode = 1;
      }
    }
  }
}

async function printYears(): Promise<void> {
  for (const source of sources) {
    const year = { seed, days: values.days, callsPerDay: values.calls };
    const { calls, warned, falseAlarms, named } = await withStore((store) => simulateYear(store, source, year));
    console.log(
      `${source.name}, seed ${seed}: ${values.days} days, ${calls} calls, ${warned} warned, ${falseAlarms.length} false alarms; numbers x 100 named after ${named} calls`,
    );
    for (const { opened_at, reason } of falseAlarms) console.log(`  ${new Date(opened_at).toISOString()} ${reason}`);
    if (falseAlarms.length > 0 || named === null) process.exitCode = 1;
  }
}

await (values.table ? printTable() : printYears());
