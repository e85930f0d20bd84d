import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { median } from "./support/interleave.ts";
import { requestsPerSecond } from "./support/load.ts";
import { type Suite, type Table, threshold } from "./support/suite.ts";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 60);
/** Short and many: what else the machine does, and the collector, change from moment to moment. */
const ROUND_MS = 500;
const WARM_UP_MS = 8_000;
/** One process is quicker than another, and so may be the service that starts first: it is the other one's turn in the next. */
const PROCESSES = 2;
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
      for (const [name, traces] of Object.entries(CASES)) {
        for (let nth = 0; nth < PROCESSES; nth++) {
          const first = nth % 2 === 0 ? "watched" : "unwatched";
          const process = fork(support("watched-server.ts"), [String(sitePort), String(collectorPort), traces, first]);
          const [started] = (await once(process, "message")) as [Record<Way, Started>];
          const pair: Pair = {
            name: name as Case,
            process,
            ...started,
            taken: { unwatched: [], watched: [] },
            share: 0,
          };
          pairs.push(pair);
          await measure(pair);
          pair.share = await profiledShare(pair);
          process.disconnect();
        }
      }
    } finally {
      for (const { process } of pairs) if (process.connected) process.disconnect();
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
  /** Of the main thread's samples while it was watched. */
  share: number;
}

/** Both ways in turn, in an order that changes. */
async function measure(pair: Pair): Promise<void> {
  const ways = ["unwatched", "watched"] as const;
  for (const way of ways) await processorMs(pair, way, WARM_UP_MS);
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
      pair.taken[way].push(await processorMs(pair, way, ROUND_MS));
    }
  }
}

const PROFILE_MS = 10_000;

async function profiledShare(pair: Pair): Promise<number> {
  const { process } = pair;
  const told = async (what: "profile" | "share") => {
    process.send(what);
    return ((await once(process, "message")) as [{ share?: number }])[0];
  };
  await processorMs(pair, "watched", WARM_UP_MS / 4);
  await told("profile");
  await load(pair.watched, PROFILE_MS);
  return (await told("share")).share!;
}

async function processorMs({ process, ...pair }: Pair, way: Way, ms: number): Promise<number> {
  const used = async (): Promise<number> => {
    process.send(way);
    const [{ cpu }] = (await once(process, "message")) as [{ cpu: NodeJS.CpuUsage }];
    return (cpu.user + cpu.system) / 1000;
  };
  const before = await used();
  const began = performance.now();
  const perSecond = await load(pair[way], ms);
  const requests = perSecond * ((performance.now() - began) / 1000);
  return ((await used()) - before) / requests;
}

const load = ({ port, key }: Started, ms: number): Promise<number> => {
  const headers = { "content-type": "application/json", "access-token": key };
  return requestsPerSecond({ port, path: "/api/nlretail/products/search", headers, bodies, atOnce: AT_ONCE }, ms);
};

function tableOf(pairs: Pair[]): Table {
  const named = Object.keys(CASES).map((name) => ({ name, own: pairs.filter((pair) => pair.name === name) }));
  const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const moreIn = ({ taken }: Pair) => mean(taken.watched) / mean(taken.unwatched) - 1;
  const more = (own: Pair[]) => mean(own.map(moreIn));
  const shareOf = (own: Pair[]) => mean(own.map(({ share }) => share));
  const typical = (own: Pair[], way: Way) => median(own.flatMap(({ taken }) => taken[way]));
  return {
    title: "What health, metrics and traces cost: processor time of a whole request",
    columns: [
      "service",
      "unwatched, ms a request (median)",
      "watched",
      "more than unwatched",
      "process by process",
      "share of a profile",
    ],
    rows: named.map(({ name, own }) => [
      name,
      typical(own, "unwatched"),
      typical(own, "watched"),
      `${(more(own) * 100).toFixed(1)} %`,
      own.map((pair) => (moreIn(pair) * 100).toFixed(1)).join(", "),
      `${(shareOf(own) * 100).toFixed(1)} %`,
    ]),
    notes: [
      `${ROUNDS} rounds of ${ROUND_MS / 1000} s for each, in turn, ${AT_ONCE} requests at once; ${PROCESSES} processes for each row, each of which has the service twice, on SQLite. More than unwatched: by the sums of a process's rounds, and the mean of the processes.`,
      "The difference of two processor times is uncertain by some 3 points; the share of the samples of a profile (health, metrics, traces and what they call) is not, so that the threshold is for the latter.",
      "Traces of all are what an operator may ask for, not what the service does by itself; they have no threshold.",
      ...named
        .filter(({ name }) => !name.endsWith("of all"))
        .map(({ name, own }) => threshold(`${name}, % of a profile`, shareOf(own) * 100, MOST * 100)),
    ],
  };
}
