import { randomUUID } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPlan } from "../../test/support/metering/open-plan.ts";
import { request } from "../../test/support/metering/requests.ts";
import { MIGRATED } from "../../test/support/store/postgres-on-demand.ts";
import { freshDatabase } from "../../test/support/store/stores.ts";
import { createAccounts } from "../accounts/accounts.ts";
import type { Caller } from "../accounts/types.ts";
import { systemClock } from "../base/clock.ts";
import { createBatchItems } from "../jobs/batches/items.ts";
import { createJobStore } from "../jobs/job-store.ts";
import { createJobFeed } from "../jobs/running/job-feed.ts";
import { createMetering } from "../metering/metering.ts";
import { lockOrder } from "./lock-order.ts";
import { openStore, type Store } from "./open-store.ts";
import { createSharedWindows } from "./shared-windows.ts";

const root = join(import.meta.dirname, "..");

/** The text of each transaction's body, by file and line. */
const transactions = globSync("**/*.ts", { cwd: root })
  .filter((file) => !file.endsWith(".test.ts"))
  .flatMap((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return [...text.matchAll(/(?:\.transaction\(\)\s*\.execute|\bchanging)\(/g)].map(({ index }) => {
      const lines = text.slice(0, index).split("\n");
      const indent = /^ */.exec(lines.at(-1)!)![0];
      const body = text.slice(index);
      return { where: `${file}:${lines.length}`, body: body.slice(0, body.search(new RegExp(`\n${indent}\\}`))) };
    });
  });

/** The table written by each function that takes a transaction; null for those that only read. */
const byHelper: Record<string, string | null> = {
  lockAccount: "accounts",
  addPersonalAccount: "accounts",
  addMember: "members",
  note: "audit_log",
  // Each has its own body here.
  change: null,
  readRole: null,
  keepAnOwner: null,
  setRole: "members",
  setMemberCap: "members",
  endMembership: "members",
  endSessions: "sessions",
  // All that a person set up, in the order of the list.
  lessen: "api_keys",
  replaceSecret: "api_keys",
  endDelegated: "api_keys",
  markWelcomed: "welcomed_accounts",
  appendAudit: "audit_log",
  noteAct: "audit_log",
  // Takes the tables of the list in its order, and those that are not on it last.
  forgetAccount: "forgotten_accounts",
  noteKey: "audit_log",
  setFound: "jobs",
  saveChanges: "schedule_changes",
  // Everything an account's watches store is written under this row's lock.
  saveWatch: "watch_usage",
  forgetWatch: "watch_usage",
  // And then the sums of their owners.
  writeItems: "recall_items",
  deleteGone: "watch_points",
  // These write to the same table as the preceding statement.
  sumEverybody: null,
  byDuration: null,
  total: null,
  refuseManyADay: null,
  recordsOf: null,
  recount: null,
  joinWaiting: "mail_queue",
  noteOpen: "alerts_sent",
  noteOver: "alerts_sent",
  queueAlert: "mail_queue",
  dropAlert: "mail_queue",
  mailOwner: "mail_queue",
  // Only the transaction that claimed a day writes its sums.
  sumTags: null,
};

test("every transaction locks its tables in one order, so that no two deadlock", () => {
  expect(transactions.length).toBeGreaterThan(8);
  const wrong = transactions.flatMap(({ where, body }) => {
    const statements =
      /(?:insertInto|updateTable|deleteFrom)\("(\w+)"|selectFrom\("(\w+)"\)[^;]*forUpdate|(\w+)\(trx, /g;
    const taken = new Set(
      [...body.matchAll(statements)].flatMap(
        ([, written, locked, helper]) =>
          written ?? locked ?? (Object.hasOwn(byHelper, helper!) ? (byHelper[helper!] ?? []) : `what ${helper} writes`),
      ),
    );
    const places = [...taken].map((table) => lockOrder.indexOf(table));
    const isRising = places.every((place, at) => place >= 0 && (at === 0 || place > places[at - 1]!));
    return isRising ? [] : [`${where}: ${[...taken].join(", ")}`];
  });
  expect(wrong).toEqual([]);
});

describe("on PostgreSQL", () => {
  let store: Store;
  let watcher: pg.Client;
  beforeAll(async () => {
    const url = await freshDatabase(MIGRATED);
    store = await openStore({ dataDir: "", url });
    watcher = new pg.Client({ connectionString: url });
    await watcher.connect();
  });
  afterAll(async () => {
    await store.close();
    await watcher.end();
  });
  const deadlocks = async (): Promise<number> => {
    const { rows } = await watcher.query(
      "select pg_stat_clear_snapshot(), deadlocks from pg_stat_database where datname = current_database()",
    );
    return Number(rows[0].deadlocks);
  };

  test("processes that count the same addresses in different orders do not deadlock", async () => {
    const names = Array.from({ length: 400 }, (_, at) => `address ${at}`);
    const processes = [names, names.toReversed()].map((order) => ({
      order,
      windows: createSharedWindows(store, systemClock),
    }));
    const rounds = processes.map(async ({ order, windows }) => {
      for (let round = 0; round < 20; round++) {
        for (const name of order) windows.use(name, 3_600_000);
        await windows.exchanged();
      }
      await windows.close();
    });
    await Promise.all(rounds);
    expect(await deadlocks()).toBe(0);
  });

  test("an account's keys can be revoked while its calls are being admitted", async () => {
    const plans = openPlan(1_000_000);
    const metering = createMetering({ store, clock: systemClock, plans });
    const accounts = createAccounts({ store, clock: systemClock, plans, metering });
    for (let round = 0; round < 10; round++) {
      const account = await accounts.createAccount({ email: `${round}@people.example` });
      const callers: Caller[] = [];
      for (let at = 0; at < 8; at++) {
        const { secret } = await accounts.createKey(account.id, { name: String(at) });
        callers.push((await accounts.lookUpKey(secret)) as Caller);
      }
      const admitting = Array.from({ length: 6 }, () => callers.map((caller) => metering.admit(request(caller))));
      await Promise.all([...admitting.flat(), accounts.revokeKeysOf(account.id)]);
    }
    await metering.close();
    accounts.close();
    expect(await deadlocks()).toBe(0);
  });

  test("jobs of dead workers return to the queue while their batch moves to another key", async () => {
    const jobs = createJobStore(store, systemClock);
    const items = createBatchItems(store, systemClock);
    const lines = Array.from({ length: 500 }, (_, line) => line);
    await jobs.insert(
      lines.map((line) => ({
        id: randomUUID(),
        account_id: "a",
        key_id: "k",
        source: "toy",
        endpoint: "/api/toy/things",
        params: "{}",
        timeout: 60,
        batch_id: "b",
        line,
      })),
      0,
    );
    const feed = createJobFeed(store, systemClock);
    const ids = (await items.openItems("b")).map(({ id }) => id);
    const lapse = () =>
      store.db
        .updateTable("jobs")
        // The last row comes first, so that the two statements meet the rows in opposite order.
        .set({ status: "running", attempt: 1, priority: sql`line` })
        .where("batch_id", "=", "b")
        .execute();
    for (let round = 0; round < 20; round++) {
      await lapse();
      await Promise.all([feed.takeBack(ids), items.handOver("b", `k${round}`), feed.takeBack(ids.toReversed())]);
    }
    expect(await deadlocks()).toBe(0);
  });
});
