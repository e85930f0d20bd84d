import type { DatabaseSync } from "node:sqlite";
import { ownerOf } from "../../store/practice-id.ts";
import type { CapOwner, WindowName } from "../types.ts";
import { eachWindow, type Five } from "../windows.ts";
import { reader } from "./named-values.ts";

/** Whatever can have a spending cap: a key, and the member whose key it is. */
export interface Spender {
  whose: CapOwner;
  spending_cap: number | null;
  spent: number;
  held: number;
}

export interface KeyState extends Spender {
  id: string;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  /** Null if the member has no cap. What a member spends is what their keys spend, so it is never written. */
  member: Spender | null;
  starts: Five;
  usage: Five;
}

export interface AccountState {
  account_id: string;
  /** Empty if the account is deleted: its calls in flight still end. */
  plan: string;
  points: number;
  granted_month: string | null;
  granted_points: number;
  granted_once: number;
}

interface KeyOwner {
  account_id: string;
  member_id: string | null;
}

type WindowColumns = { [Name in WindowName as `${Name}_start` | `${Name}_usage`]: number };

const startColumns = eachWindow((name) => `${name}_start` as const);
const usageColumns = eachWindow((name) => `${name}_usage` as const);

export type BatchState = ReturnType<typeof createBatchState>;

/**
 * Keys and accounts touched by one batch: read once, changed in memory, written once before the commit. Sound because a
 * batch is a write transaction from its first statement, so nobody else can change them in the meantime.
 */
export function createBatchState(db: DatabaseSync) {
  const keys = new Map<string, KeyState | null>();
  const members = new Map<string, Spender | null>();
  const accounts = new Map<string, AccountState>();
  const readKey = reader<Omit<KeyState, "starts" | "usage" | "member"> & WindowColumns & KeyOwner>(
    db,
    `select 'key' as whose, id, spending_cap, expires_at, revoked_at, last_used_at, spent, held, account_id,
      case mode when 'live' then person_id end as member_id, ${startColumns}, ${usageColumns} from api_keys where id = ?`,
  );
  const readMember = reader<Spender>(
    db,
    `select 'member' as whose, m.spending_cap, sum(k.spent) as spent, sum(k.held) as held
      from members m join api_keys k on k.account_id = m.account_id and k.person_id = m.person_id and k.mode = 'live'
      where m.account_id = ? and m.person_id = ? and m.spending_cap is not null group by m.person_id`,
  );
  const readAccount = reader<AccountState>(
    db,
    `select b.account_id, coalesce(a.plan, '') as plan, b.points, b.granted_month, b.granted_points, b.granted_once
      from balances b left join accounts a on a.id = ${ownerOf("b.account_id")} where b.account_id = ?`,
  );
  const openAccount = db.prepare(
    `insert into balances (account_id, points) select ?1, 0 from accounts where id = ${ownerOf("?1")} on conflict do nothing`,
  );
  const writeKey = db.prepare(
    `update api_keys set last_used_at = ?, spent = ?, held = ?,
      ${[...startColumns, ...usageColumns].map((column) => `${column} = ?`)} where id = ?`,
  );
  const writeAccount = db.prepare(
    `update balances set points = ?, granted_month = ?, granted_points = ?, granted_once = ? where account_id = ?`,
  );

  function keyOf(id: string): KeyState | null {
    let key = keys.get(id);
    if (key === undefined) {
      const row = readKey.get(id);
      const numbers = (columns: Five<keyof WindowColumns>, of: WindowColumns) => eachWindow((_, at) => of[columns[at]]);
      key = row
        ? { ...row, member: memberOf(row), starts: numbers(startColumns, row), usage: numbers(usageColumns, row) }
        : null;
      keys.set(id, key);
    }
    return key;
  }

  /** Read with the first of the member's keys, before the batch changes any of them. */
  function memberOf({ account_id, member_id }: KeyOwner): Spender | null {
    if (member_id === null) return null;
    const name = `${account_id} ${member_id}`;
    let member = members.get(name);
    if (member === undefined) {
      member = readMember.get(account_id, member_id) ?? null;
      members.set(name, member);
    }
    return member;
  }

  /** Undefined if it was deleted before it was opened. */
  function findAccount(id: string): AccountState | undefined {
    const known = accounts.get(id) ?? readAccount.get(id);
    if (!known) openAccount.run(id);
    const account = known ?? readAccount.get(id);
    if (account) accounts.set(id, account);
    return account;
  }

  function accountOf(id: string): AccountState {
    const account = findAccount(id);
    if (!account) throw new Error(`there is no account ${id}`);
    return account;
  }

  function flush(): void {
    for (const key of keys.values()) {
      if (key) writeKey.run(key.last_used_at, key.spent, key.held, ...key.starts, ...key.usage, key.id);
    }
    for (const account of accounts.values()) {
      const { points, granted_month, granted_points, granted_once, account_id } = account;
      writeAccount.run(points, granted_month, granted_points, granted_once, account_id);
    }
    forget();
  }

  function forget(): void {
    keys.clear();
    members.clear();
    accounts.clear();
  }

  return { key: keyOf, account: accountOf, findAccount, flush, forget };
}
