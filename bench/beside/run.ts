import { cpus, loadavg } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { onStores } from "../../scripts/support/on-stores.ts";
import { type Measured, measureService } from "../service.ts";
import { asMarkdown, median } from "../support/suite.ts";

/**
 * `npm run beside -- [--rounds 3] [--seconds 20] [--rest 120] <tree>...`: pace, latency and memory of installed checkouts,
 * this one included, in turn on both stores. The trees serve the same constant pages; each is measured alone.
 */
const words = process.argv.slice(2);
const option = (name: string, usual: number): number => {
  const at = words.indexOf(`--${name}`);
  return at < 0 ? usual : Number(words.splice(at, 2)[1]);
};
const rounds = option("rounds", 3);
const seconds = option("seconds", 20);
/** Seconds without calls before memory is measured again. */
const rest = option("rest", 0);
const here = join(import.meta.dirname, "../..");
const trees = [...words.map((word) => resolve(word)), here];

async function measure(tree: string, databaseUrl: string): Promise<Measured> {
  const module = pathToFileURL(join(tree, "bench/support/started-service.ts")).href;
  const { StartedService } = (await import(module)) as typeof import("../support/started-service.ts");
  return measureService(StartedService, databaseUrl, seconds, rest);
}

const figures = new Map<string, Measured[]>();
for (let round = 1; round <= rounds; round++) {
  for (const store of ["sqlite", "postgres"]) {
    for (const tree of trees) {
      await onStores({ store, fsync: true }, async (kind, { url }) => {
        const name = `${tree === here ? "this" : tree}, ${kind}`;
        const measured = await measure(tree, url);
        figures.set(name, [...(figures.get(name) ?? []), measured]);
        console.log(`round ${round}, ${name}, load ${loadavg()[0]!.toFixed(1)}: ${JSON.stringify(measured)}`);
      });
    }
  }
}

const shown = {
  perSecond: "requests a second",
  processor: "processor ms a request",
  p50: "p50, ms",
  atRest: "at rest, MB",
  afterLoad: "after load, MB",
  rested: `${rest} s later, MB`,
};
const columns = Object.keys(shown) as Array<keyof typeof shown>;
console.log(
  asMarkdown({
    title: `Medians of ${rounds} rounds of ${seconds} s, 32 at once, on ${cpus().length} × ${cpus()[0]?.model}`,
    columns: ["", ...Object.values(shown)],
    rows: [...figures].map(([name, list]) => [name, ...columns.map((key) => median(list.map((one) => one[key])))]),
  }),
);
process.exit();
