import { type Arrivals, type Fault, simulateSite } from "../test/simulation/sites/site-simulation.ts";
import { options } from "./support/options.ts";

/** One site, many processes, simulated time: how exactly the site's limit is used, and how fairly. */
const values = options({ seed: String(Date.now()), processes: "1,2,3,5,20,50", faults: false });
const limits: Array<[perSecond: number, concurrency: number]> = [
  [1, 1],
  [1, 2],
  [0.6, 1],
  [4, 4],
  [200, 40],
];
const arrivals: Arrivals[] = ["evenly", "bursts", "one process"];
const faults: Fault[] = values.faults ? ["kill two", "pause one", "store away"] : ["none"];
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

console.log(`seed ${values.seed}`);
console.log(
  "| limit | processes | calls | fault | used | at the end | worst 5 s | in flight | least served | longest wait | asks a page |",
);
console.log("|---|---|---|---|---|---|---|---|---|---|---|");
let missed = 0;
for (const [perSecond, concurrency] of limits) {
  for (const processes of values.processes.split(",").map(Number)) {
    for (const pattern of arrivals) {
      for (const fault of faults) {
        const seconds = Math.max(60, (12 * processes) / perSecond);
        const plan = {
          processes,
          perSecond,
          concurrency,
          arrivals: pattern,
          fault,
          seconds: perSecond > 100 ? 60 : seconds,
        };
        const got = await simulateSite({ ...plan, seed: `${values.seed} ${JSON.stringify(plan)}` });
        const isMet =
          got.worstWindow <= 1 &&
          got.maxInFlight <= concurrency &&
          (fault === "none"
            ? got.used >= 0.95 && got.used <= 1 && got.leastServed >= 0.5 && got.longestWait <= 3
            : got.usedAtEnd >= 0.95 || seconds < 40);
        if (!isMet) missed++;
        console.log(
          `| ${perSecond}/s x ${concurrency} | ${processes} | ${pattern} | ${fault} | ${percent(got.used)} | ${percent(got.usedAtEnd)} | ` +
            `${percent(got.worstWindow)} | ${got.maxInFlight} | ${percent(got.leastServed)} | ${got.longestWait.toFixed(1)}x | ` +
            `${got.asksPerPage.toFixed(2)} |${isMet ? "" : " NOT MET"}`,
        );
      }
    }
  }
}
console.log(missed === 0 ? "all as promised" : `${missed} not as promised`);
process.exitCode = missed === 0 ? 0 : 1;
