import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createAccounts } from "../../../src/accounts/accounts.ts";
import { SimulatedClock } from "../../../src/base/clock.ts";
import { createMetering } from "../../../src/metering/metering.ts";
import type { Seeded } from "../../../src/source-kit/stand-in/seeded.ts";
import { openStore, type Store, type StoreSettings } from "../../../src/store/open-store.ts";
import { openPlan } from "../../support/metering/open-plan.ts";

const program = fileURLToPath(new URL("./charging-process.ts", import.meta.url));

/** Acknowledgements that a killed process had received. */
interface Acknowledged {
  held: Set<number>;
  charged: Map<number, number>;
  paid: Set<string>;
}

/**
 * Starts a process that charges, kills it with -9 at a random moment, and checks what it left: no acknowledged charge
 * missing, none doubled, and every hold resolved after its time.
 */
export async function killAndCheck(
  settings: StoreSettings,
  random: Seeded,
  { afterAtLeast = 1 }: { afterAtLeast?: number } = {},
): Promise<{ acknowledged: number }> {
  const plans = openPlan(0);
  const clock = new SimulatedClock(Date.now());
  const store = await openStore(settings);
  const metering = createMetering({ store, clock, plans });
  const accounts = createAccounts({ store, clock, plans, metering });
  try {
    const account = await accounts.createAccount({ email: `killed-${random.int(0, 1e15)}@people.example`, points: 0 });
    await accounts.grant(account.id, 1e9);
    const { secret } = await accounts.createKey(account.id, { name: "key" });
    const untilServerIsDone = await serverOf(store);
    const known = await runUntilKilled(settings, secret, random.int(afterAtLeast, 400));
    await untilServerIsDone();
    await checkAcknowledged(store, account.id, known);
    clock.advance(3_600_000);
    while ((await metering.maintenance.expireHolds()) > 0);
    await checkWhole(store, account.id);
    return { acknowledged: known.charged.size };
  } finally {
    accounts.close();
    await metering.close();
    await store.close();
  }
}

async function runUntilKilled(settings: StoreSettings, secret: string, lines: number): Promise<Acknowledged> {
  const child = spawn(process.execPath, [program, JSON.stringify(settings), secret], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const known: Acknowledged = { held: new Set(), charged: new Map(), paid: new Set() };
  let heard = 0;
  for await (const line of createInterface(child.stdout!)) {
    const [what, first, second] = line.split(" ") as [string, string, string];
    if (what === "held") known.held.add(Number(first));
    else if (what === "charged") known.charged.set(Number(first), Number(second));
    else known.paid.add(`${first} ${second}`);
    if (++heard === lines) child.kill("SIGKILL");
  }
  if (heard < lines) throw new Error(`the process ended by itself after ${heard} lines`);
  return known;
}

/**
 * PostgreSQL reads and carries out what a client had sent before it was killed, so its processes for that client must be
 * awaited: those that begin after this call.
 */
async function serverOf(store: Store): Promise<() => Promise<void>> {
  if (store.dialect === "sqlite") return async () => {};
  const here = "select pid from pg_stat_activity where datname = current_database()";
  const ours = (await store.pool.query<{ pid: number }>(here)).rows.map(({ pid }) => pid);
  const others = `${here} and pid <> pg_backend_pid() and pid <> all ($1)`;
  return async () => {
    while ((await store.pool.query(others, [ours])).rows.length > 0);
  };
}

async function checkAcknowledged({ db }: Store, accountId: string, known: Acknowledged): Promise<void> {
  const rows = await db.selectFrom("requests").where("account_id", "=", accountId).selectAll().execute();
  const byNo = new Map(rows.map((row) => [row.no, row]));
  for (const no of known.held) if (!byNo.has(no)) throw new Error(`the acknowledged hold ${no} is missing`);
  for (const [no, charged] of known.charged) {
    const row = byNo.get(no);
    if (row?.ended_at === null || row?.cost !== charged) {
      throw new Error(`the acknowledged charge ${no} of ${charged} is stored as ${row?.cost}`);
    }
  }
  const notes = await db
    .selectFrom("ledger")
    .where("account_id", "=", accountId)
    .where("kind", "=", "top_up")
    .select("note")
    .execute();
  const stored = notes.map(({ note }) => note);
  for (const paid of known.paid) {
    const times = stored.filter((note) => note === paid).length;
    if (times !== 1) throw new Error(`the acknowledged payment ${paid} is stored ${times} times`);
  }
}

/** Checks that entries, holds, requests, key and balance agree. */
async function checkWhole({ db }: Store, accountId: string): Promise<void> {
  const requests = await db.selectFrom("requests").where("account_id", "=", accountId).selectAll().execute();
  const entries = await db.selectFrom("ledger").where("account_id", "=", accountId).selectAll().execute();
  const open = requests.filter(({ ended_at }) => ended_at === null);
  if (open.length > 0) throw new Error(`${open.length} holds were never resolved`);
  for (const request of requests) {
    const kinds = entries.filter(({ request_no }) => request_no === request.no).map(({ kind }) => kind);
    const endings = kinds.filter((kind) => kind !== "hold");
    if (kinds.length !== 2 || endings.length !== 1) throw new Error(`request ${request.no} has entries ${kinds}`);
  }
  const total = entries.reduce((sum, { amount }) => sum + amount, 0);
  const charged = requests.reduce((sum, { cost }) => sum + cost, 0);
  const given = entries.filter(({ request_no }) => request_no === null).reduce((sum, { amount }) => sum + amount, 0);
  const [balance, key] = await Promise.all([
    db.selectFrom("balances").where("account_id", "=", accountId).select("points").executeTakeFirstOrThrow(),
    db.selectFrom("api_keys").where("account_id", "=", accountId).select(["spent", "held"]).executeTakeFirstOrThrow(),
  ]);
  const said = { balance: balance.points, total, spent: key.spent, held: key.held };
  const right = { balance: given - charged, total: given - charged, spent: charged, held: 0 };
  if (JSON.stringify(said) !== JSON.stringify(right)) {
    throw new Error(`the store says ${JSON.stringify(said)}, and it should be ${JSON.stringify(right)}`);
  }
}
