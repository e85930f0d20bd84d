import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createAccounts } from "../../../src/accounts/accounts.ts";
import type { Caller } from "../../../src/accounts/types.ts";
import { SimulatedClock } from "../../../src/base/clock.ts";
import { createIncidentStore } from "../../../src/health/incident-store.ts";
import { createMetering } from "../../../src/metering/metering.ts";
import { noticeCount } from "../../../src/recalls/owner-notices.ts";
import { createRecalls } from "../../../src/recalls/recalls.ts";
import type { Seeded } from "../../../src/source-kit/stand-in/seeded.ts";
import { toySource } from "../../../src/source-testing/toy-source.ts";
import { openStore, type Store, type StoreSettings } from "../../../src/store/open-store.ts";
import { openPlan } from "../../support/metering/open-plan.ts";
import { outcome, request } from "../../support/metering/requests.ts";

const program = fileURLToPath(new URL("./recalling-process.ts", import.meta.url));
const [operation] = toySource().operations;
const endpoint = operation!.path;

export interface RecallDrill {
  /** Calls with prices a hundred times too high, of four accounts. */
  wrong: number;
  /** Calls of others, before, between and after them. */
  healthy: number;
  /** How often the process that pays and tells is killed with -9. */
  kills: number;
}

/**
 * Two overlapping incidents are recalled by a process that is killed again and again. Exactly the wrong calls must be
 * recalled, each paid back once, their owners told once for each incident, and nobody else anything.
 */
export async function killRecalls(
  settings: StoreSettings,
  random: Seeded,
  { wrong, healthy, kills }: RecallDrill,
): Promise<{ killed: number }> {
  const clock = new SimulatedClock(Date.now() - 3_600_000);
  const store = await openStore(settings);
  const plans = openPlan(100_000);
  const metering = createMetering({ store, clock, plans });
  const accounts = createAccounts({ store, clock, plans, metering });
  const { db } = store;
  try {
    const callers: Caller[] = [];
    for (let nth = 0; nth < 8; nth++) callers.push(await newCaller());
    const [victims, others] = [callers.slice(0, 4), callers.slice(4)];

    async function newCaller(): Promise<Caller> {
      const account = await accounts.createAccount({ email: `${randomUUID()}@people.example`, points: 100_000 });
      const { secret } = await accounts.createKey(account.id, { name: "key" });
      await db
        .updateTable("people")
        .set({ email_verified: true as never })
        .where("id", "=", account.id)
        .execute();
      await db
        .insertInto("webhook_endpoints")
        .values({
          id: randomUUID(),
          account_id: account.id,
          url: `https://${account.id}.example/`,
          events: null,
          secret: "",
          previous_secret: null,
          previous_until: null,
          status: "active",
          disabled_reason: null,
          failing_since: null,
          created_at: clock.now(),
        })
        .execute();
      return (await accounts.lookUpKey(secret)) as Caller;
    }

    /** Each keyword has its own records; the price is the site's, or a hundred times that. */
    async function call(caller: Caller, word: number, times: number): Promise<number> {
      clock.advance(1_000);
      const admitted = await metering.admit(request(caller, { endpoint, params: { keyword: `word ${word}` } }));
      if (admitted.kind !== "admitted") throw new Error(admitted.kind);
      const records = Array.from({ length: 10 }, (_, id) => ({ id: `${word}-${id}`, price: (2 + word + id) * times }));
      const answer = { status: 200, headers: {}, body: Buffer.from(JSON.stringify(records)) };
      await metering.settle(admitted.hold, outcome({ cost: 10, results: 10, answer, durable: true }));
      return Number(admitted.hold.id);
    }

    const words = 10;
    const isSpoilt = new Set<number>();
    for (let word = 0; word < words; word++) await call(others[word % 4]!, word, 1);
    const firstSeen = clock.now() + 1;
    const inOrder = Array.from({ length: wrong + healthy - words }, (_, nth) => ({ nth, place: random.next() }));
    for (const { nth } of inOrder.toSorted((a, b) => a.place - b.place)) {
      const isWrong = nth < wrong;
      const no = await call(random.pick(isWrong ? victims : others), nth % words, isWrong ? 100 : 1);
      if (isWrong) isSpoilt.add(no);
    }
    const recalls = createRecalls({ db, clock, operation: () => operation });
    const numbers: number[] = [];
    for (const field of ["price", "price"]) {
      const incidents = createIncidentStore(db);
      const details = { measure: "scale" as const, before: 8, after: 800, first_seen: firstSeen, last_well: firstSeen };
      const about = { source: "toy", operation: endpoint, kind: "drift" as const, field, blocking: false };
      const no = (await incidents.openIncident({ ...about, reason: "price: 8 -> 800.", details }, clock.now()))!;
      await incidents.closeIncident(no, clock.now());
      const { recall, added } = await recalls.create(await recalls.plan((await incidents.findIncident(no))!), {
        by: "drill",
      });
      if (added !== wrong) throw new Error(`${added} calls are recalled, ${wrong} were wrong`);
      numbers.push(recall.no);
    }
    const killed = await carryOut(settings, random, kills, wrong);
    await check(store, { isSpoilt, victims, others, recalls: numbers });
    return { killed };
  } finally {
    accounts.close();
    await metering.close();
    await store.close();
  }
}

/** Starts the process again after each kill, and lets the last one finish. */
async function carryOut(settings: StoreSettings, random: Seeded, kills: number, wrong: number): Promise<number> {
  let killed = 0;
  for (let nth = 0; nth <= kills; nth++) {
    const child = spawn(process.execPath, [program, JSON.stringify(settings)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const dieAt = nth < kills ? random.int(1, 2 * wrong) : Number.POSITIVE_INFINITY;
    for await (const line of createInterface(child.stdout)) {
      if (Number(line) < dieAt) continue;
      child.kill("SIGKILL");
      killed++;
      break;
    }
    const code = await ended;
    if (dieAt === Number.POSITIVE_INFINITY && code !== 0) throw new Error(`the last process ended with ${code}`);
  }
  return killed;
}

interface Expected {
  isSpoilt: ReadonlySet<number>;
  victims: Caller[];
  others: Caller[];
  recalls: number[];
}

async function check({ db }: Store, { isSpoilt, victims, others, recalls }: Expected): Promise<void> {
  const agree = (is: boolean, what: string) => {
    if (!is) throw new Error(what);
  };
  const entries = await db.selectFrom("ledger").selectAll().execute();
  const requests = await db.selectFrom("requests").selectAll().execute();
  const returned = entries.filter(({ kind }) => kind === "recall");
  const paid = returned.map(({ request_no }) => Number(request_no));
  agree(paid.length === isSpoilt.size && new Set(paid).size === paid.length, `${paid.length} charges were returned`);
  for (const { request_no, amount } of returned) {
    const request = requests.find(({ no }) => no === request_no);
    agree(isSpoilt.has(Number(request_no)), `request ${request_no} was well, and is paid back`);
    agree(request?.cost === amount, `request ${request_no} cost ${request?.cost} and got back ${amount}`);
  }
  for (const { no, recalled } of requests)
    agree((recalled !== null) === isSpoilt.has(no), `request ${no} has recall ${recalled}`);
  for (const { account, key } of [...victims, ...others]) {
    const own = entries.filter(({ account_id }) => account_id === account.id);
    const cost = requests.filter((one) => one.account_id === account.id && !isSpoilt.has(one.no));
    const spent = cost.reduce((sum, one) => sum + one.cost, 0);
    const { points } = await db
      .selectFrom("balances")
      .where("account_id", "=", account.id)
      .select("points")
      .executeTakeFirstOrThrow();
    const total = own.reduce((sum, { amount }) => sum + amount, 0);
    agree(points === 100_000 - spent && points === total, `${points} points, ${total} by the ledger, ${spent} spent`);
    const { spent: counted } = await db
      .selectFrom("api_keys")
      .where("id", "=", key.id)
      .select("spent")
      .executeTakeFirstOrThrow();
    agree(counted === spent, `the key has spent ${counted}, not ${spent}`);
    const told = await db.selectFrom("webhook_deliveries").where("account_id", "=", account.id).selectAll().execute();
    const mails = await db.selectFrom("mail_queue").where("person_id", "=", account.id).selectAll().execute();
    const notices = mails.reduce((sum, { about }) => sum + noticeCount(about ?? ""), 0);
    const isVictim = requests.some((one) => one.account_id === account.id && isSpoilt.has(one.no));
    const due = isVictim ? recalls.length : 0;
    agree(told.length === due && notices === due, `told ${told.length} times, mailed ${notices}, not ${due}`);
  }
}
