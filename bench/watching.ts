import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { median } from "./support/interleave.ts";
import { requestsPerSecond } from "./support/load.ts";
import { type Suite, type Table, threshold } from "./support/suite.ts";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 6);
/** One process is up to a fifth quicker than another, and its first service than its second: some of each. */
const PROCESSES = 4;
/** Short, since what else the machine does changes; long enough that the burst of traces at its start says little. */
const ROUND_MS = 2_000;
const AT_ONCE = 8;
/** What health, metrics and traces may cost of a request. */
const MOST = 0.03;
/** The traces a second, by what is measured. */
const CASES = {
  "health and metrics": "none",
  "health, metrics, and traces as set by default": "default",
  "health, metrics, and traces of all": "1000000",
} as const;
type Case = keyof typeof CASES;
type Way = "unwatched" | "watched";

/** Of a request that is repeated health learns nothing more. */
const bodies = Array.from({ length: 2_000 }, (_, nth) =>
  JSON.stringify({ keyword: `koffiezetapparaat ${nth}`, count: 20 }),
);

/** Milliseconds of processor time a request, round by round. */
type Taken = Record<Way, number[]>;

export default {
  name: "watching",
  async run(): Promise<Table[]> {
    const support = (file: string) => join(import.meta.dirname, "support", file);
    const site = fork(support("constant-site-server.ts"));
    const [{ port: sitePort }] = (await once(site, "message")) as [{ port: number }];
    const collector = createServer((request, response) => request.resume().once("end", () => response.end("{}")));
    await once(collector.listen(0, "127.0.0.1"), "listening");
    const collectorPort = (collector.address() as AddressInfo).port;
    const pairs: Pair[] = [];
    try {
      for (const [name, traces] of Object.entries(CASES).flatMap((one) => Array<typeof one>(PROCESSES).fill(one))) {
        const first = pairs.length % 2 === 0 ? "watched" : "unwatched";
        const process = fork(support("watched-server.ts"), [String(sitePort), String(collectorPort), traces, first]);
        const [started] = (await once(process, "message")) as [Record<Way, Started>];
        pairs.push({ name: name as Case, process, ...started, taken: { unwatched: [], watched: [] } });
      }
      await measure(pairs);
    } finally {
      for (const { process } of pairs) process.disconnect();
      site.disconnect();
      collector.closeAllConnections();
      collector.close();
    }
    return [tableOf(pairs)];
  },
} satisfies Suite;

interface Started {
  port: number;
  key: string;
}

/** One process that serves both ways. */
interface Pair extends Record<Way, Started> {
  name: Case;
  process: ChildProcess;
  taken: Taken;
}

/** Both ways in turn, in an order that changes. */
async function measure(pairs: Pair[]): Promise<void> {
  for (let round = -2; round < ROUNDS; round++) {
    for (const pair of pairs) {
      for (const way of round % 2 === 0 ? (["unwatched", "watched"] as const) : (["watched", "unwatched"] as const)) {
        const ms = await processorMs(pair, way);
        if (round >= 0) pair.taken[way].push(ms);
      }
    }
  }
}

async function processorMs({ process, ...pair }: Pair, way: Way): Promise<number> {
  const used = async (): Promise<number> => {
    process.send(way);
    const [{ cpu }] = (await once(process, "message")) as [{ cpu: NodeJS.CpuUsage }];
    return (cpu.user + cpu.system) / 1000;
  };
  const { port, key } = pair[way];
  const before = await used();
  const headers = { "content-type": "application/json", "access-token": key };
  const load = { port, path: "/api/nlretail/products/search", headers, bodies, atOnce: AT_ONCE };
  const began = performance.now();
  const perSecond = await requestsPerSecond(load, ROUND_MS);
  const requests = perSecond * ((performance.now() - began) / 1000);
  return ((await used()) - before) / requests;
}

function tableOf(pairs: Pair[]): Table {
  const named = Object.keys(CASES).map((name) => ({ name, own: pairs.filter((pair) => pair.name === name) }));
  /** Of the same round, so that what slows the machine for a while slows both. */
  const ratios = ({ taken }: Pair) => taken.watched.map((ms, round) => ms / taken.unwatched[round]! - 1);
  const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const more = (own: Pair[]) => mean(own.map((pair) => median(ratios(pair))));
  const typical = (own: Pair[], way: Way) => median(own.flatMap(({ taken }) => taken[way]));
  return {
    title: "What health, metrics and traces cost: processor time of a whole request",
    columns: ["service", "unwatched, ms a request (median)", "watched", "more than unwatched", "process by process"],
    rows: named.map(({ name, own }) => [
      name,
      typical(own, "unwatched"),
      typical(own, "watched"),
      `${(more(own) * 100).toFixed(1)} %`,
      own.map((pair) => (median(ratios(pair)) * 100).toFixed(1)).join(", "),
    ]),
    notes: [
      `${ROUNDS} rounds of ${ROUND_MS / 1000} s for each, in turn, ${AT_ONCE} requests at once; ${PROCESSES} processes for each row, each of which has the service twice, on SQLite. More than unwatched: the median of a process's rounds, and the mean of those.`,
      "Traces of all are what an operator may ask for, not what the service does by itself; they have no threshold.",
      ...named
        .filter(({ name }) => !name.endsWith("of all"))
        .map(({ name, own }) => threshold(`${name}, % of a request`, more(own) * 100, MOST * 100)),
    ],
  };
}
