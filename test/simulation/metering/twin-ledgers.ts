import { isDeepStrictEqual } from "node:util";
import type { Command, LedgerEngine } from "../../../src/metering/commands.ts";
import type { Store } from "../../../src/store/open-store.ts";
import type { AnyDb } from "../../../src/store/schema.ts";
import { openBench } from "./parts.ts";
import { Disagreement } from "./world.ts";

/** A result with request ids instead of the store's numbers. */
export type Answer = Record<string, unknown> & { requestId?: string };

interface Ledger {
  store: Store;
  engine: LedgerEngine;
  /** The store's number of each request, by request id, and the other way round. */
  numbers: Map<string, number>;
  ids: Map<number, string>;
  close(): void;
}

/** Everything that a ledger reads or writes, in the order in which it was written. */
const orders = {
  accounts: ["id"],
  balances: ["account_id"],
  api_keys: ["id"],
  members: ["account_id", "person_id"],
  requests: ["no"],
  ledger: ["no"],
  idempotency: ["account_id", "key"],
  answers: ["request_no"],
  returned_charges: ["request_no"],
};

/** A command whose `no` is a request id: each store has numbers of its own. */
export type Order = Command extends infer One
  ? One extends { no: number }
    ? Omit<One, "no"> & { no: string }
    : One
  : never;

/** Two ledgers that are given the same commands, and must give the same answers and leave the same rows. */
export function openTwins(stores: [Store, Store]) {
  const ledgers = stores.map((store): Ledger => {
    const bench = openBench(store);
    return { store, engine: bench.newEngine(), numbers: new Map(), ids: new Map(), close: bench.close };
  });

  async function runOn(ledger: Ledger, orders: Order[]): Promise<Answer[]> {
    const commands = orders.map((order): Command => {
      return "no" in order ? { ...order, no: ledger.numbers.get(order.no) ?? 0 } : order;
    });
    const answers = await Promise.all(
      commands.map((command) => ledger.engine.run(command).catch((error: Error) => ({ failed: error.message }))),
    );
    for (const [at, order] of orders.entries()) {
      const answer = answers[at]!;
      if (order.do !== "admit" || !("no" in answer) || answer.kind !== "admitted") continue;
      ledger.numbers.set(order.requestId, answer.no);
      ledger.ids.set(answer.no, order.requestId);
    }
    return answers.map((answer) => {
      if (!("no" in answer)) return { ...answer };
      const { no, ...rest } = answer;
      return { ...rest, requestId: ledger.ids.get(no) ?? `no request ${no}` };
    });
  }

  /** All rows of these accounts, with request ids instead of numbers. */
  async function rowsOf({ store, ids }: Ledger, accountIds: string[]): Promise<Record<string, object[]>> {
    const db: AnyDb = store.db;
    const read = Object.entries(orders).map(async ([table, order]) => {
      const owner = table === "accounts" ? "id" : "account_id";
      const all = db.selectFrom(table).where(owner, "in", accountIds).selectAll();
      const rows = await order.reduce((query, column) => query.orderBy(column), all).execute();
      const isNumbered = table === "requests" || table === "ledger";
      return [table, rows.map((row) => readable(isNumbered ? { ...row, no: null } : row, ids))];
    });
    return Object.fromEntries(await Promise.all(read));
  }

  return {
    /** Runs them at once on both, and returns what both answered. */
    async run(orders: Order[]): Promise<Answer[]> {
      const [one, other] = await Promise.all([runOn(ledgers[0]!, orders), runOn(ledgers[1]!, orders)]);
      for (const [at, order] of orders.entries()) same(`the answer to ${JSON.stringify(order)}`, one![at], other![at]);
      return one!;
    },
    /** Changes something beside the ledgers, in both stores. */
    async change(work: (store: Store, number: (requestId: string) => number) => Promise<unknown>): Promise<void> {
      for (const { store, numbers } of ledgers) await work(store, (id) => numbers.get(id)!);
    },
    /** Throws if a row differs; returns all of them. */
    async compareRows(accountIds: string[]): Promise<Record<string, object[]>> {
      const [one, other] = await Promise.all([rowsOf(ledgers[0]!, accountIds), rowsOf(ledgers[1]!, accountIds)]);
      for (const table of Object.keys(orders)) {
        const [rows, others] = [one![table]!, other![table]!];
        for (let at = 0; at < Math.max(rows.length, others.length); at++) {
          same(`row ${at + 1} of ${table}, ${JSON.stringify(rows[at])}`, rows[at], others[at]);
        }
      }
      return one!;
    },
    async close(): Promise<void> {
      for (const { engine, close } of ledgers) {
        await engine.close();
        close();
      }
    },
  };
}

function same(what: string, one: object = {}, other: object = {}): void {
  if (isDeepStrictEqual(one, other)) return;
  const [here, there] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  const names = new Set([...here.keys(), ...there.keys()]);
  const different = [...names].filter((name) => !isDeepStrictEqual(here.get(name), there.get(name)));
  const shown = (side: Map<string, unknown>) => different.map((name) => `${name} ${JSON.stringify(side.get(name))}`);
  throw new Disagreement(`${what}: SQLite says ${shown(here).join(", ")}, and PostgreSQL ${shown(there).join(", ")}`);
}

const readable = (row: Record<string, unknown>, ids: Map<number, string>): object =>
  Object.fromEntries(
    Object.entries(row)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => {
        if (value instanceof Uint8Array) return [name, Buffer.from(value).toString("hex")];
        return [name, name === "request_no" && value !== null ? (ids.get(Number(value)) ?? "unknown") : value];
      }),
  );
