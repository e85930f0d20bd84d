import type { DatabaseSync, StatementSync } from "node:sqlite";
import { windowNames } from "../types.ts";
import type { Five } from "../windows.ts";

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

const startColumns = windowNames.map((name) => `${name}_start`);
const usageColumns = windowNames.map((name) => `${name}_usage`);

/**
 * Keys and accounts touched by one batch: read once, changed in memory, written once before the commit. Sound
 * because a batch is a writing transaction from its first statement, so nobody else can change them meanwhile.
 */
export class BatchState {
  readonly #readKey: StatementSync;
  readonly #readAccount: StatementSync;
  readonly #openAccount: StatementSync;
  readonly #writeKey: StatementSync;
  readonly #writeAccount: StatementSync;
  readonly #keys = new Map<string, KeyState | null>();
  readonly #accounts = new Map<string, AccountState | null>();

  constructor(db: DatabaseSync) {
    this.#readKey = db.prepare(
      `select id, spending_cap, expires_at, revoked_at, last_used_at, spent, held,
        ${startColumns}, ${usageColumns} from api_keys where id = ?`,
    );
    this.#readAccount = db.prepare(
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
      const row = this.#readKey.get(id) as any;
      key = row ? { ...row, starts: startColumns.map((c) => row[c]), usage: usageColumns.map((c) => row[c]) } : null;
      this.#keys.set(id, key!);
    }
    return key!;
  }

  account(id: string): AccountState {
    let account = this.#accounts.get(id);
    if (!account) {
      account = (this.#readAccount.get(id) as unknown as AccountState | undefined) ?? null;
      if (!account) {
        this.#openAccount.run(id);
        account = (this.#readAccount.get(id) as unknown as AccountState | undefined) ?? null;
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
      if (!account) continue;
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
