import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { median } from "./support/interleave.ts";
import { requestsPerSecond } from "./support/load.ts";
import { type Suite, type Table, threshold } from "./support/suite.ts";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 12);
const ROUND_MS = 3_000;
const AT_ONCE = 8;
/** What health, metrics and traces may cost of a request. */
const MOST = 0.03;
const WAYS = ["unwatched", "watched", "traced", "traced whole"] as const;

export default {
  name: "watching",
  async run(): Promise<Table[]> {
    const support = (file: string) => join(import.meta.dirname, "support", file);
    const site = fork(support("constant-site-server.ts"));
    const [{ port: sitePort }] = (await once(site, "message")) as [{ port: number }];
    const collector = createServer((request, response) => request.resume().once("end", () => response.end("{}")));
    await once(collector.listen(0, "127.0.0.1"), "listening");
    const collectorPort = (collector.address() as AddressInfo).port;
    const services: Record<string, Watched> = {};
    for (const way of WAYS) {
      const process = fork(support("watched-server.ts"), [String(sitePort), String(collectorPort), way]);
      const [started] = (await once(process, "message")) as [{ port: number; key: string }];
      services[way] = { process, ...started };
    }
    try {
      return [tableOf(await measure(services))];
    } finally {
      for (const { process } of Object.values(services)) process.disconnect();
      site.disconnect();
      collector.closeAllConnections();
      collector.close();
    }
  },
} satisfies Suite;

interface Watched {
  process: ChildProcess;
  port: number;
  key: string;
}

/** Milliseconds of processor time a request, round by round: each way in turn, in an order that changes. */
async function measure(services: Record<string, Watched>): Promise<Record<string, number[]>> {
  const taken: Record<string, number[]> = Object.fromEntries(WAYS.map((way) => [way, []]));
  for (let round = -2; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? WAYS : [...WAYS].reverse();
    for (const way of order) {
      const ms = await processorMs(services[way]!);
      if (round >= 0) taken[way]!.push(ms);
    }
  }
  return taken;
}

async function processorMs({ process, port, key }: Watched): Promise<number> {
  const used = async (): Promise<number> => {
    process.send("cpu");
    const [{ cpu }] = (await once(process, "message")) as [{ cpu: NodeJS.CpuUsage }];
    return (cpu.user + cpu.system) / 1000;
  };
  const before = await used();
  const headers = { "content-type": "application/json", "access-token": key };
  const body = JSON.stringify({ keyword: "koffiezetapparaat", count: 20 });
  const load = { port, path: "/api/nlretail/products/search", headers, body, atOnce: AT_ONCE };
  const began = performance.now();
  const perSecond = await requestsPerSecond(load, ROUND_MS);
  const requests = perSecond * ((performance.now() - began) / 1000);
  return ((await used()) - before) / requests;
}

function tableOf(taken: Record<string, number[]>): Table {
  const unwatched = median(taken.unwatched!);
  /** Of the same round, so that what slows the machine for a while slows both. */
  const more = (way: string) => median(taken[way]!.map((ms, round) => ms / taken.unwatched![round]! - 1));
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return {
    title: "What health, metrics and traces cost: processor time of a whole request",
    columns: ["service", "ms a request (median)", "more than unwatched (median of rounds)"],
    rows: [
      ["unwatched", unwatched, ""],
      ["health and metrics", median(taken.watched!), percent(more("watched"))],
      ["health, metrics, and traces of one request in ten", median(taken.traced!), percent(more("traced"))],
      ["health, metrics, and traces of all", median(taken["traced whole"]!), percent(more("traced whole"))],
    ],
    notes: [
      `${ROUNDS} rounds of ${ROUND_MS / 1000} s for each, in turn, ${AT_ONCE} requests at once; four processes of the service on SQLite.`,
      threshold("health and metrics, % of a request", more("watched") * 100, MOST * 100),
      threshold("with traces, % of a request", more("traced") * 100, MOST * 100),
    ],
  };
}
