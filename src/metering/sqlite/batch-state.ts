import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { WindowName } from "../types.ts";
import { eachWindow, type Five } from "../windows.ts";
import { reader } from "./named-values.ts";

export interface KeyState {
  id: string;
  spending_cap: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  spent: number;
  held: number;
  starts: Five;
  usage: Five;
}

export interface AccountState {
  account_id: string;
  plan: string;
  points: number;
  granted_month: string | null;
  granted_points: number;
  granted_once: number;
}

type WindowColumns = { [Name in WindowName as `${Name}_start` | `${Name}_usage`]: number };

const startColumns = eachWindow((name) => `${name}_start` as const);
const usageColumns = eachWindow((name) => `${name}_usage` as const);

/**
 * Keys and accounts touched by one batch: read once, changed in memory, written once before the commit. Sound because a
 * batch is a write transaction from its first statement, so nobody else can change them in the meantime.
 */
export class BatchState {
  readonly #readKey;
  readonly #readAccount;
  readonly #openAccount: StatementSync;
  readonly #writeKey: StatementSync;
  readonly #writeAccount: StatementSync;
  readonly #keys = new Map<string, KeyState | null>();
  readonly #accounts = new Map<string, AccountState>();

  constructor(db: DatabaseSync) {
    this.#readKey = reader<Omit<KeyState, "starts" | "usage"> & WindowColumns>(
      db,
      `select id, spending_cap, expires_at, revoked_at, last_used_at, spent, held,
        ${startColumns}, ${usageColumns} from api_keys where id = ?`,
    );
    this.#readAccount = reader<AccountState>(
      db,
      `select b.account_id, p.plan, b.points, b.granted_month, b.granted_points, b.granted_once
        from balances b join people p on p.id = b.account_id where b.account_id = ?`,
    );
    this.#openAccount = db.prepare(
      "insert into balances (account_id, points) select id, 0 from people where id = ? on conflict do nothing",
    );
    this.#writeKey = db.prepare(
      `update api_keys set last_used_at = ?, spent = ?, held = ?,
        ${[...startColumns, ...usageColumns].map((column) => `${column} = ?`)} where id = ?`,
    );
    this.#writeAccount = db.prepare(
      `update balances set points = ?, granted_month = ?, granted_points = ?, granted_once = ? where account_id = ?`,
    );
  }

  key(id: string): KeyState | null {
    let key = this.#keys.get(id);
    if (key === undefined) {
      const row = this.#readKey.get(id);
      const numbers = (columns: Five<keyof WindowColumns>, of: WindowColumns) => eachWindow((_, at) => of[columns[at]]);
      key = row ? { ...row, starts: numbers(startColumns, row), usage: numbers(usageColumns, row) } : null;
      this.#keys.set(id, key);
    }
    return key;
  }

  account(id: string): AccountState {
    let account = this.#accounts.get(id);
    if (!account) {
      account = this.#readAccount.get(id);
      if (!account) {
        this.#openAccount.run(id);
        account = this.#readAccount.get(id);
      }
      if (!account) throw new Error(`there is no account ${id}`);
      this.#accounts.set(id, account);
    }
    return account;
  }

  flush(): void {
    for (const key of this.#keys.values()) {
      if (key) this.#writeKey.run(key.last_used_at, key.spent, key.held, ...key.starts, ...key.usage, key.id);
    }
    for (const account of this.#accounts.values()) {
      const { points, granted_month, granted_points, granted_once, account_id } = account;
      this.#writeAccount.run(points, granted_month, granted_points, granted_once, account_id);
    }
    this.forget();
  }

  forget(): void {
    this.#keys.clear();
    this.#accounts.clear();
  }
}
