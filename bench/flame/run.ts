/**
 * `npm run flame -- <folder of .cpuprofile files or one file> <title> <out.svg>`: draws the busiest profile of a run,
 * such as one that `BENCH_PROFILE=<folder> npm run bench -- service` wrote.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CpuProfile, flameGraph } from "./flame-graph.ts";

const [from, title, to] = process.argv.slice(2);
if (!from || !title || !to) {
  console.error("Usage: npm run flame -- <profile or folder of profiles> <title> <out.svg>");
  process.exit(1);
}
const files = statSync(from).isDirectory()
  ? readdirSync(from)
      .filter((name) => name.endsWith(".cpuprofile"))
      .map((name) => join(from, name))
  : [from];
const profiles = files.map((file) => JSON.parse(readFileSync(file, "utf8")) as CpuProfile);
const busy = ({ nodes, samples }: CpuProfile): number => {
  const idle = new Set(nodes.filter(({ callFrame }) => callFrame.functionName === "(idle)").map(({ id }) => id));
  return samples.filter((id) => !idle.has(id)).length;
};
const [busiest] = profiles.sort((one, other) => busy(other) - busy(one));
if (!busiest) throw new Error(`no .cpuprofile in ${from}`);
writeFileSync(to, flameGraph(busiest, title));
