import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { until } from "../support/until.ts";
import { Load } from "./load.ts";
import { exited, type World } from "./world.ts";

/** A row of the table: the test, the promise, the measurement, and whether it keeps the promise. */
export interface Row {
  test: string;
  promised: string;
  measured: string;
  holds: boolean;
}

export interface Size {
  /** How long each load lasts. */
  seconds: number;
  /** The least number of requests during the rolling restart. */
  restartRequests: number;
}

const tenths = (value: number) => value.toFixed(1);

/** Seconds until every process, called directly, has returned 200. */
async function untilAllAnswer(world: World): Promise<number> {
  const times = world.processes.map(async ({ url }) => {
    const load = new Load({ url, key: world.key }, 1);
    const seconds = await until(async () => (await load.call()).status === 200, 20);
    await load.close();
    return seconds;
  });
  return Math.max(...(await Promise.all(times)));
}

export async function rollingRestart(world: World, { restartRequests }: Size): Promise<Row[]> {
  const load = new Load(world, 16);
  const end = load.closedLoop(16);
  for (let at = 0; at < world.processes.length; at++) {
    await world.replace(at);
    await sleep(1_500);
  }
  await end(restartRequests);
  const failed = load.answers.filter(({ status }) => status !== 200);
  const kinds = [...new Set(failed.map(({ status, code }) => `${status} ${code ?? "by the balancer"}`))].join(", ");
  return [
    {
      test: `rolling restart of ${world.processes.length} under load`,
      promised: `0 failed of >= ${restartRequests}`,
      measured: `${failed.length} failed of ${load.answers.length}${kinds ? ` (${kinds})` : ""}`,
      holds: failed.length === 0 && load.answers.length >= restartRequests,
    },
  ];
}

/** Database faults, and how soon after each every process responds again. */
export async function databaseFaults(world: World): Promise<Row[]> {
  const rows: Row[] = [];
  const end = new Load(world, 8).closedLoop(8);
  const faults: Array<[string, () => Promise<void>]> = [
    ["every connection terminated", () => terminateAll(world.databaseUrl)],
    ["PostgreSQL restarted", () => world.cluster.restart()],
    [
      "PostgreSQL silent for 4 s",
      async () => {
        const pids = await world.cluster.pids();
        for (const pid of pids) process.kill(pid, "SIGSTOP");
        const noticed = await until(async () => (await fetch(`${world.processes[0]!.url}/health`)).status === 503);
        rows.push({
          test: "PostgreSQL silent: /health says 503",
          promised: "within 2 s",
          measured: `${tenths(noticed)} s`,
          holds: noticed <= 2.1,
        });
        await sleep(Math.max(0, 4_000 - noticed * 1000));
        for (const pid of pids) process.kill(pid, "SIGCONT");
      },
    ],
  ];
  for (const [test, strike] of faults) {
    // On a busy machine a call is slow even without a fault.
    const usual = await untilAllAnswer(world);
    await strike();
    const seconds = await untilAllAnswer(world);
    const alive = world.processes.filter(({ child }) => child.exitCode === null).length;
    rows.push({
      test: `${test}: every process answers again`,
      promised: "within 1 s, none dead",
      measured: `${seconds.toFixed(2)} s (a call before it: ${usual.toFixed(2)} s), ${alive} of ${world.processes.length} alive`,
      holds: seconds - usual <= 1 && alive === world.processes.length,
    });
  }
  await end();
  return rows;
}

async function terminateAll(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await client.end();
}

/** kill -9 of a process with a share of the site: how soon the others use the whole limit, without ever exceeding it. */
export async function killedProcess(world: World, max: number): Promise<Row[]> {
  world.site.tookMs = 500;
  const end = new Load(world, 60).closedLoop(60);
  await sleep(4_000);
  world.site.takeMost();
  const victim = world.processes.at(-1)!;
  victim.child.kill("SIGKILL");
  await exited(victim.child);
  const seconds = await until(() => world.site.inFlight() >= max - 1, 20, 60_000);
  await sleep(1_000);
  await end();
  const seen = world.site.takeMost();
  world.site.tookMs = 20;
  world.processes[world.processes.length - 1] = await world.start(victim.port);
  return [
    {
      test: "kill -9 of one: its share of the site is used by the others",
      promised: "within its lease of 5 s",
      measured: `${tenths(seconds)} s`,
      holds: seconds <= 5.5,
    },
    {
      test: "in flight at the site, all processes together",
      promised: `<= ${max} at every moment`,
      measured: `${seen} at most`,
      holds: seen <= max,
    },
  ];
}

/** The charges reported to callers match the ledger, and its entries sum to the balance. */
export async function money(world: World): Promise<Row[]> {
  const load = new Load(world, 8);
  await Promise.all(Array.from({ length: 200 }, () => load.call()));
  await load.close();
  const succeeded = load.answers.filter(({ status }) => status === 200);
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  const { rows: wrong } = await client.query(
    "select b.account_id from balances b left join ledger l on l.account_id = b.account_id group by b.account_id, b.points having b.points <> coalesce(sum(l.amount), 0)",
  );
  const { rows: doubled } = await client.query(
    "select request_no from ledger where kind in ('settle', 'release', 'expire') group by request_no having count(*) > 1",
  );
  const { rows: stored } = await client.query("select request_id, cost from requests where request_id = any ($1)", [
    succeeded.map(({ requestId }) => requestId),
  ]);
  await client.end();
  const costs = new Map(stored.map(({ request_id, cost }) => [request_id as string, Number(cost)]));
  const off = succeeded.filter(({ requestId, charged }) => costs.get(requestId!) !== charged).length;
  return [
    {
      test: "money after all of it",
      promised: "entries sum to balances, no hold ended twice, charges as reported",
      measured: `${wrong.length} balances off, ${doubled.length} ended twice, ${off} of ${succeeded.length} charges off`,
      holds: wrong.length === 0 && doubled.length === 0 && off === 0 && succeeded.length > 0,
    },
  ];
}
