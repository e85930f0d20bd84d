import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { openStore } from "../src/store/open-store.ts";
import { figuresOf, mostInWindow } from "../test/simulation/sites/site-figures.ts";
import { startCluster } from "../test/support/store/postgres-cluster.ts";
import { drillSharedBatch } from "./share-site/batch.ts";
import type { Visit, VisitReport } from "./share-site/process.ts";
import { openRecordingSite } from "./share-site/site.ts";

/**
 * Real processes, one PostgreSQL and one website that records its requests: how exactly and how fairly a site's limit is
 * used, and the effect of kill -9, a paused process, a database restart and a wrong clock.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", default: "limits,fast,faults,batch" },
    seconds: { type: "string", default: "60" },
  },
});
const SECONDS = Number(values.seconds);
const program = fileURLToPath(new URL("share-site/process.ts", import.meta.url));
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

interface Case {
  id: string;
  perSecond: number;
  concurrency: number;
  processes: number;
  arrivals: "evenly" | "bursts" | "one process";
}

const slow: Array<[perSecond: number, concurrency: number]> = [
  [1, 1],
  [1, 2],
  [0.6, 1],
  [4, 4],
  [10, 4],
];
const cluster = await startCluster({ fsync: true });
const databaseUrl = cluster.url("postgres");
await (await openStore({ dataDir: await mkdtemp(join(tmpdir(), "winnow-share-")), url: databaseUrl })).close();
const cases = new Map<string, Case>();
const site = await openRecordingSite((id) => {
  const { concurrency, perSecond } = cases.get(id)!;
  return Math.min(500, (300 * concurrency) / perSecond);
});
try {
  for (const part of values.only.split(",")) {
    if (part === "limits") for (const limit of slow) await limits([limit], SECONDS);
    if (part === "fast")
      for (const processes of [1, 2, 3, 5]) await limits([[200, 40]], Math.min(SECONDS, 20), [processes]);
    if (part === "faults") await faults();
    if (part === "batch") console.log(await drillSharedBatch({ items: 40, processes: 5 }));
  }
} finally {
  site.close();
  await cluster.stop();
}

async function limits(each: Array<[number, number]>, seconds: number, counts = [1, 2, 3, 5]): Promise<void> {
  const run: Case[] = [];
  for (const [perSecond, concurrency] of each) {
    for (const processes of counts) {
      for (const arrivals of ["evenly", "bursts", "one process"] as const) {
        const id = `r${perSecond}c${concurrency}p${processes}${arrivals[0]}`.replace(".", "-");
        run.push({ id, perSecond, concurrency, processes, arrivals });
      }
    }
  }
  // High rates run one after another, so that the machine is not the bottleneck.
  if (each[0]![0] >= 100) for (const one of run) await measure([one], seconds);
  else await measure(run, seconds);
}

async function measure(run: Case[], seconds: number): Promise<void> {
  const processes = await startProcesses(Math.max(...run.map(({ processes: count }) => count)));
  const beganAt = Date.now();
  for (const one of run) begin(one, processes);
  await wait(seconds * 1000);
  const endedAt = Date.now();
  const reports = await Promise.all(processes.map(reportOf));
  for (const child of processes) child.disconnect();
  for (const one of run) {
    const parts = reports.map((report) => report.find(({ id }) => id === one.id));
    const calls = parts.flatMap((part, process) => (part?.calls ?? []).map((call) => ({ ...call, process })));
    const { arrived, mostInFlight } = site.of(one.id);
    const asks = parts.reduce((sum, part) => sum + (part?.asks ?? 0), 0);
    const got = figuresOf({ ...one, arrived, calls, mostInFlight, asks, beganAt, endedAt });
    console.log(
      `| ${one.perSecond}/s x ${one.concurrency} | ${one.processes} | ${one.arrivals} | ${percent(got.used)} | ${percent(got.worstWindow)} | ` +
        `${got.mostInFlight} | ${percent(got.leastServed)} | ${got.longestWait.toFixed(1)}x | ${got.asksPerPage.toFixed(2)} |`,
    );
  }
}

function begin(one: Case, processes: ChildProcess[], offered = 1.25): void {
  cases.set(one.id, one);
  const active = one.arrivals === "one process" ? 1 : one.processes;
  const pageMs = 1000 / (one.perSecond * offered);
  const perBurst = one.arrivals === "bursts" ? Math.max(1, Math.ceil(5_000 / pageMs / active)) : 1;
  // At 200/s a timer is too coarse for single calls.
  const together = Math.max(perBurst, Math.ceil(20 / (pageMs * active)));
  const visit: Visit = { ...one, perBurst: together, everyMs: pageMs * active * together, backlog: 2 * together };
  for (const child of processes.slice(0, active)) child.send({ visit });
}

async function faults(): Promise<void> {
  const each: Array<[string, number, (processes: ChildProcess[]) => Promise<void> | void]> = [
    ["kill -9 of two", 0, (all) => void all.slice(0, 2).map((child) => child.kill("SIGKILL"))],
    ["restart of the database", 0, () => cluster.restart()],
    [
      "one paused for 8 s",
      0,
      async ([first]) => {
        first!.kill("SIGSTOP");
        await wait(8_000);
        first!.kill("SIGCONT");
      },
    ],
    ["one clock an hour off", 3_600_000, () => {}],
  ];
  for (const [name, offMs, happen] of each) {
    const processes = await startProcesses(5, offMs);
    const run = [
      [1, 2],
      [10, 4],
    ].map(([perSecond, concurrency]) => ({
      id: `${name.replaceAll(" ", "-")}-${perSecond}`,
      perSecond: perSecond!,
      concurrency: concurrency!,
      processes: 5,
      arrivals: "evenly" as const,
    }));
    // Enough to reach the limit even with only three processes left.
    for (const one of run) begin(one, processes, 2.5);
    await wait(15_000);
    const at = Date.now();
    await happen(processes);
    await wait(Math.max(0, at + 35_000 - Date.now()));
    for (const child of processes) if (child.connected) child.disconnect();
    for (const one of run) {
      const { arrived, mostInFlight } = site.of(one.id);
      const after = arrived.filter((time) => time >= at + 10_000 && time < at + 35_000);
      const used = ((after.length - 1) / (after.at(-1)! - after[0]!)) * 1000;
      const gaps = arrived.map((time, no) => (time > at && no > 0 ? time - arrived[no - 1]! : 0));
      console.log(
        `| ${name} | ${one.perSecond}/s x ${one.concurrency} | worst 5 s ${mostInWindow(arrived)} of ${one.perSecond * 5} | at once ${mostInFlight} | ` +
          `longest gap ${(Math.max(...gaps) / 1000).toFixed(1)} s | from 10 s after it ${percent(used / one.perSecond)} |`,
      );
    }
  }
}

async function startProcesses(count: number, offMs = 0): Promise<ChildProcess[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const child = fork(program, [databaseUrl, site.url, `p${at}-${Date.now()}`, String(at === 0 ? offMs : 0)]);
      await new Promise((resolve) => child.once("message", resolve));
      return child;
    }),
  );
}

function reportOf(child: ChildProcess): Promise<VisitReport[]> {
  return new Promise((resolve) => {
    child.once("message", (reports) => resolve(reports as VisitReport[]));
    child.send("report");
  });
}
