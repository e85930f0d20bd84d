import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { inFolder, onPostgres } from "../scripts/support/on-stores.ts";
import { createAccounts } from "../src/accounts/accounts.ts";
import type { Caller } from "../src/accounts/types.ts";
import { systemClock } from "../src/base/clock.ts";
import { createMetering } from "../src/metering/metering.ts";
import { createPostgresEngine } from "../src/metering/postgres/postgres-engine.ts";
import { openStore, type StoreSettings } from "../src/store/open-store.ts";
import { openPool } from "../src/store/postgres-pool.ts";
import { openPlan } from "../test/support/metering/open-plan.ts";
import { outcome, request } from "../test/support/metering/requests.ts";
import { requestsPerSecond } from "./support/load.ts";
import { median, type Suite, type Table } from "./support/suite.ts";

const ROUNDS = 7;
const MS = 2_000;
const AT_ONCE = 64;

export default {
  name: "metering",
  async run(): Promise<Table[]> {
    return [await inFolder(meteredServer), await onPostgres(true, hotKey)];
  },
} satisfies Suite;

/** The same server with and without metering, on SQLite. */
async function meteredServer(dataDir: string): Promise<Table> {
  const program = join(import.meta.dirname, "support/metering-server.ts");
  const server: ChildProcess = fork(program, [JSON.stringify({ dataDir, url: "" })]);
  const [{ port, secret }] = (await once(server, "message")) as [{ port: number; secret: string }];
  const load = (path: string) =>
    requestsPerSecond(
      {
        port,
        path,
        headers: { "access-token": secret, "content-type": "application/json" },
        bodies: [JSON.stringify({ keyword: "koffiezetapparaat", count: 20, timeout: 300 })],
        atOnce: AT_ONCE,
      },
      MS,
    );
  const measured = await interleaved({
    plain: () => load("/plain"),
    metered: () => load("/metered"),
    kept: () => load("/metered-kept"),
  });
  server.disconnect();
  await once(server, "exit");
  const { plain, metered, kept } = measured;
  return {
    title: "A metered request against the same server without metering, on SQLite",
    columns: ["what the server does", "requests a second", "of the server without metering"],
    rows: [
      ["answers 20 records", median(plain), "1"],
      ["and key, five windows, hold, settle, history row, durable", median(metered), ratio(metered, plain)],
      ["and keeps the answer for the request page", median(kept), ratio(kept, plain)],
    ],
    notes: [
      `Fastify on loopback, a load process with ${AT_ONCE} requests at once, one key; ${ROUNDS} turns of ${MS / 1000} s each, turn by turn; medians, and the median of each turn's ratio.`,
      "`synchronous=FULL`: every admission and every settlement is on the disk before the answer leaves.",
    ],
  };
}

/** One hot key on PostgreSQL: commands that share a round trip, compared with one commit each. */
async function hotKey(settings: StoreSettings): Promise<Table> {
  const store = await openStore(settings);
  if (store.dialect !== "postgres") throw new Error("PostgreSQL was asked for");
  const plans = openPlan(1e12);
  const parts = { store, clock: systemClock, plans };
  const shared = createMetering({ ...parts, engine: createPostgresEngine(store, plans) });
  const tenConnections = {
    ...store,
    openLedgerPool: (over: object) => openPool(settings.url, 10, { ...store.settings, ...over }),
  };
  const single = createMetering({
    ...parts,
    engine: createPostgresEngine(tenConnections, plans, { most: 1, lanes: 10 }),
  });
  const accounts = createAccounts({ ...parts, metering: shared });
  const account = await accounts.createAccount({ email: "bench@people.example" });
  const { secret } = await accounts.createKey(account.id, { name: "bench" });
  const caller = (await accounts.lookUpKey(secret)) as Caller;

  const perSecond = (metering: typeof shared) => async () => {
    const began = performance.now();
    let done = 0;
    const client = async () => {
      while (performance.now() - began < MS) {
        const admission = await metering.admit(request(caller, { maxCost: 10 }));
        if (admission.kind !== "admitted") throw new Error(admission.kind);
        await metering.settle(admission.hold, outcome());
        done++;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE * 4 }, client));
    return (done / (performance.now() - began)) * 1000;
  };
  const measured = await interleaved({ shared: perSecond(shared), single: perSecond(single) });
  accounts.close();
  await shared.close();
  await single.close();
  await store.close();
  return {
    title: "One hot key on PostgreSQL",
    columns: ["", "requests a second", "of one commit each"],
    rows: [
      ["one commit for each admission and each settlement, on 10 connections", median(measured.single), "1"],
      ["what waits together goes together", median(measured.shared), ratio(measured.shared, measured.single)],
    ],
    notes: [
      `Admission and settlement of one key, ${AT_ONCE * 4} requests at once, no HTTP; the server's own settings (fsync on), on this machine.`,
    ],
  };
}

async function interleaved<Name extends string>(
  contenders: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -1; round < ROUNDS; round++) {
    for (const name of names) {
      const value = await contenders[name]();
      if (round >= 0) measured[name].push(value);
    }
  }
  return measured;
}

const ratio = (ours: number[], theirs: number[]): string =>
  median(ours.map((value, round) => value / theirs[round]!)).toFixed(2);
