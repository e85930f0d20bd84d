import { crowdDrill, disconnectDrill, faultsDrill, pagesDrill } from "../test/support/extraction/drills.ts";
import { type Suite, type Table, threshold } from "./support/suite.ts";

export default {
  name: "extraction",
  async run(): Promise<Table[]> {
    return [await pages(), await disconnects(), await crowd(), await faults()];
  },
} satisfies Suite;

async function pages(): Promise<Table> {
  const rows: Table["rows"] = [];
  let worst = 0;
  for (const count of [20, 100, 400]) {
    const { tookMs, idealMs, ratio, grownMb } = await pagesDrill(count, 200);
    worst = Math.max(worst, ratio);
    rows.push([String(count), tookMs, idealMs, ratio, grownMb]);
  }
  return {
    title: "Pages of a site at 200 ms a page, four places",
    columns: ["count", "took (ms)", "ideal (ms)", "of the ideal", "memory grown (MB)"],
    rows,
    notes: ["The ideal is ceil(pages / 4) rounds of 200 ms.", threshold("of the ideal", worst, 1.2)],
  };
}

async function disconnects(): Promise<Table> {
  const { clients, slowestMs, filesBefore, filesAfter } = await disconnectDrill(1_000, 50);
  return {
    title: "Clients that disconnect in the middle of an answer, fifty at a time",
    columns: ["clients", "last socket closed after (ms)", "open files before", "after"],
    rows: [[String(clients), slowestMs, filesBefore, filesAfter]],
    notes: [
      "From the disconnect of a wave until the site sees its last connection closed.",
      threshold("ms until the last socket of a wave is closed", slowestMs, 100),
    ],
  };
}

async function crowd(): Promise<Table> {
  const { requests, answered, tookMs, maxMemoryMb, loopDelayMs } = await crowdDrill(1_000, 5_000);
  return {
    title: "Requests at once against a site that takes 5 s",
    columns: ["requests", "answered", "took (ms)", "most memory (MB)", "event loop, 99th percentile (ms)"],
    rows: [[String(requests), String(answered), tookMs, maxMemoryMb, loopDelayMs]],
    notes: [
      "The stand-in site is in the same process and in the same memory.",
      threshold("MB of memory", maxMemoryMb, 400),
      threshold("ms of the event loop, 99th percentile", loopDelayMs, 50),
    ],
  };
}

async function faults(): Promise<Table> {
  const { memoryMb, files, faults: kinds } = await faultsDrill(5);
  return {
    title: `All ${kinds} faults of the stand-in, one after the other, in rounds`,
    columns: ["round", "memory held after it (MB)", "open files after it"],
    rows: memoryMb.map((held, round) => [String(round + 1), held, String(files[round])]),
    notes: ["Heap and buffers after a collection. Target: flat after the first round."],
  };
}
