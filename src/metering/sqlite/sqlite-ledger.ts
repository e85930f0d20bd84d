import type { DatabaseSync, StatementSync } from "node:sqlite";
import { findPlan, type Plans } from "../../accounts/plans.ts";
import { accountTerms } from "../../accounts/practice-account.ts";
import {
  type AccrueCommand,
  type AdmitCommand,
  type AdmitResult,
  type Command,
  type CreditCommand,
  type CreditResult,
  type ExpireCommand,
  factColumns,
  pointsDue,
  type RecallCommand,
  type Result,
  type SettleCommand,
  type SettleResult,
} from "../commands.ts";
import { currentStart, eachWindow, planLimits } from "../windows.ts";
import { type AccountState, type BatchState, createBatchState, type KeyState, type Spender } from "./batch-state.ts";
import { getWithNames, insertRow, reader } from "./named-values.ts";

/** The ledger on one SQLite connection. A batch is one transaction: it commits as a whole or leaves nothing. */
export class SqliteLedger {
  readonly #db: DatabaseSync;
  readonly #plans: Plans;
  readonly #state: BatchState;
  readonly #do: ReturnType<typeof prepareAll>;

  constructor(db: DatabaseSync, plans: Plans) {
    this.#db = db;
    this.#plans = plans;
    this.#state = createBatchState(db);
    this.#do = prepareAll(db);
  }

  /** Without commands it checks whether it could run some: it writes, since a full disk can still be read. */
  run(commands: Command[]): Result[] {
    this.#do.begin.run();
    try {
      if (commands.length === 0) this.#do.probe.run();
      const results = commands.map((command) => this.#apply(command));
      this.#state.flush();
      this.#do.commit.run();
      return results;
    } catch (error) {
      this.#state.forget();
      if (this.#db.isTransaction) this.#do.rollback.run();
      throw error;
    }
  }

  #apply(command: Command): Result {
    switch (command.do) {
      case "admit":
        return this.#admit(command);
      case "settle":
        return this.#settle(command);
      case "credit":
        return this.#credit(command);
      case "accrue":
        return this.#accrue(command);
      case "expire":
        return { resolved: this.#expire(command) };
      case "recall":
        return { returned: this.#recall(command) };
    }
  }

  #admit(command: AdmitCommand): AdmitResult {
    const { now, cost } = command;
    const key = this.#state.key(command.keyId);
    const account = this.#state.findAccount(command.accountId);
    if (!account || !key || key.revoked_at !== null) return { kind: "key_revoked" };
    if (key.expires_at !== null && key.expires_at <= now) return { kind: "key_expired" };
    this.#giveDue(account, command.month, now);
    const starts = eachWindow((_, at) => currentStart(key.starts[at], command.starts[at], now));
    const usage = eachWindow((_, at) => (starts[at] === key.starts[at] ? key.usage[at] : 0));
    const windowUsage = () => ({ plan: account.plan, points: account.points, starts, usage });

    const earlier = command.idempotencyKey === null ? null : this.#earlier(command);
    if (earlier) return earlier.kind === "replay" ? { ...earlier, ...windowUsage() } : earlier;
    const equal = command.equalSince === null ? undefined : this.#do.readEqual.get(command);
    if (equal) return { kind: "equal", no: equal.no };

    const limits = planLimits(findPlan(this.#plans, account.plan));
    if (eachWindow((_, at) => usage[at] >= limits[at]).includes(true)) return { kind: "over_window", ...windowUsage() };
    if (account.points < cost) return { kind: "not_enough_points", ...windowUsage() };
    for (const { whose, spending_cap, spent, held } of spenders(key)) {
      const left = spending_cap === null ? cost : spending_cap - spent - held;
      if (left < cost) return { kind: "over_spending_cap", whose, left: Math.max(0, left), ...windowUsage() };
    }

    key.starts = starts;
    key.usage = eachWindow((_, at) => usage[at] + 1);
    this.#free(key, -cost, 0);
    key.last_used_at = now;
    const no = Number(
      this.#do.insertRequest.run({
        request_id: command.requestId,
        account_id: command.accountId,
        key_id: command.keyId,
        endpoint: command.endpoint,
        source: command.source,
        door: command.door,
        plan: account.plan,
        held: cost,
        timeout: command.timeout,
        params: command.params,
        idempotency_key: command.idempotencyKey,
        question: command.question,
        tags: command.tags,
        started_at: now,
        expires_at: command.expiresAt,
      }).lastInsertRowid,
    );
    this.#enter(account, { keyId: key.id, no, kind: "hold", amount: -cost, now, note: null });
    if (command.idempotencyKey !== null) {
      this.#do.insertIdempotency.run(
        command.accountId,
        command.idempotencyKey,
        command.digest,
        no,
        command.idempotencyEnds,
      );
    }
    return { kind: "admitted", no, plan: account.plan, points: account.points, starts, usage: key.usage };
  }

  /** The outcome of an earlier request with this Idempotency-Key; null if there is none, or it left no response. */
  #earlier(command: AdmitCommand): Earlier | null {
    const row = this.#do.readIdempotency.get(command.accountId, command.idempotencyKey);
    if (!row || row.expires_at <= command.now) return null;
    if (row.digest !== command.digest) return { kind: "other_body" };
    if (row.has_answer === 1) return { kind: "replay", no: row.request_no };
    if (row.status === 200) return { kind: "not_kept" };
    if (row.hold_ends !== null && row.hold_ends > command.deadAt) return { kind: "running", until: row.hold_ends };
    if (row.hold_ends !== null) {
      this.#expire({ ...command, do: "expire", keyId: row.key_id, no: row.request_no });
    }
    return null;
  }

  #settle(command: SettleCommand): SettleResult {
    const account = this.#state.account(command.accountId);
    const back = command.held - command.cost;
    const row = this.#do.endRequest.get({
      ended_at: command.now,
      status: command.status,
      cost: command.cost,
      points_left: account.points + back,
      results: command.results,
      upstream_pages: command.upstreamPages,
      error_text: command.errorText,
      ...factColumns(command),
      no: command.no,
      held: command.held,
    });
    if (!row) {
      return { charged: this.#do.readEnded.get(command.no)?.cost ?? 0, points: account.points, resolved: false };
    }
    this.#free(this.#state.key(command.keyId), command.held, command.cost);
    const kind = command.cost > 0 ? "settle" : "release";
    this.#enter(account, { keyId: command.keyId, no: command.no, kind, amount: back, now: command.now, note: null });
    if (command.answer) this.#keepAnswer(command, command.answer, row.request_id);
    else if (row.idempotency_key !== null && !(command.keepsKey && command.status === 200)) {
      this.#do.dropIdempotency.run(command.accountId, row.idempotency_key);
    }
    return { charged: command.cost, points: account.points, resolved: true };
  }

  #keepAnswer(
    { no, accountId }: SettleCommand,
    { status, headers, body, expiresAt }: NonNullable<SettleCommand["answer"]>,
    requestId: string,
  ): void {
    this.#do.insertAnswer.run(no, accountId, requestId, status, headers, Buffer.from(body, "base64"), expiresAt);
  }

  #expire({ accountId, keyId, no, now }: ExpireCommand): boolean {
    const account = this.#state.account(accountId);
    const open = this.#do.expireRequest.get(now, account.points, no, now);
    if (!open) return false;
    this.#free(this.#state.key(keyId), open.held, 0);
    this.#enter(account, { keyId, no, kind: "expire", amount: open.held, now, note: null });
    if (open.idempotency_key !== null) this.#do.dropIdempotency.run(accountId, open.idempotency_key);
    return true;
  }

  #recall({ accountId, keyId, no, recallNo, now }: RecallCommand): number {
    const account = this.#state.account(accountId);
    const request = this.#do.markRecalled.get(recallNo, no, accountId);
    if (!request || request.cost === 0) return 0;
    if (this.#do.insertReturned.run(no, accountId, recallNo, request.cost, now).changes === 0) return 0;
    this.#free(this.#state.key(keyId), 0, -request.cost);
    this.#enter(account, { keyId, no, kind: "recall", amount: request.cost, now, note: `recall ${recallNo}` });
    return request.cost;
  }

  #credit({ accountId, kind, amount, note, now }: CreditCommand): CreditResult {
    const account = this.#state.account(accountId);
    if (account.points + amount < 0) return { kind: "below_zero", points: account.points };
    this.#enter(account, { keyId: null, no: null, kind, amount, now, note });
    return { points: account.points };
  }

  #accrue({ accountId, month, now, instead }: AccrueCommand): { points: number } {
    const account = this.#state.account(accountId);
    this.#giveDue(account, month, now, instead);
    return { points: account.points };
  }

  #giveDue(account: AccountState, month: string, now: number, instead: number | null = null): void {
    const { granted_month, granted_points, granted_once, plan } = account;
    const granted = { month: granted_month, points: granted_points, once: granted_once === 1 };
    const terms = accountTerms(account.account_id, this.#plans[plan]);
    const due = pointsDue(terms, granted, month);
    if (due === 0 || !terms) return;
    if (terms.once) account.granted_once = 1;
    else {
      account.granted_points = terms.points;
      if (granted_month === null || granted_month < month) account.granted_month = month;
    }
    const amount = instead ?? due;
    if (amount > 0) this.#enter(account, { keyId: null, no: null, kind: "grant", amount, now, note: `plan ${plan}` });
  }

  #free(key: KeyState | null, held: number, cost: number): void {
    for (const spender of key ? spenders(key) : []) {
      spender.held -= held;
      spender.spent += cost;
    }
  }

  #enter(account: AccountState, entry: Entry): void {
    account.points += entry.amount;
    this.#do.insertEntry.run({
      account_id: account.account_id,
      key_id: entry.keyId,
      request_no: entry.no,
      kind: entry.kind,
      amount: entry.amount,
      balance: account.points,
      at: entry.now,
      note: entry.note,
    });
  }
}

type Earlier = { kind: "replay"; no: number } | Extract<AdmitResult, { kind: "other_body" | "not_kept" | "running" }>;

const spenders = (key: KeyState): Spender[] => (key.member ? [key, key.member] : [key]);

interface Entry {
  keyId: string | null;
  no: number | null;
  kind: string;
  amount: number;
  now: number;
  note: string | null;
}

/** Columns written when a request ends. */
const ending = [
  ...(["ended_at", "status", "cost", "points_left", "results", "upstream_pages", "error_text"] as const),
  ...Object.keys(factColumns({} as SettleCommand)),
] as const;

function prepareAll(db: DatabaseSync) {
  const prepare = (sql: string): StatementSync => db.prepare(sql);
  return {
    begin: prepare("begin immediate"),
    commit: prepare("commit"),
    rollback: prepare("rollback"),
    probe: prepare(`insert into store_facts (name, value) values ('probe', hex(randomblob(4096)))
      on conflict (name) do update set value = excluded.value`),
    insertRequest: insertRow(db, "requests", [
      ...(["request_id", "account_id", "key_id", "endpoint", "source", "door", "plan"] as const),
      ...(["held", "timeout", "params", "idempotency_key", "question", "tags", "started_at", "expires_at"] as const),
    ]),
    endRequest: getWithNames(
      [...ending, "no", "held"],
      reader<{ request_id: string; idempotency_key: string | null }>(
        db,
        `update requests set ${ending.map((name) => `${name} = ?`).join(", ")}
          where no = ? and ended_at is null and held = ? returning request_id, idempotency_key`,
      ),
    ),
    expireRequest: reader<{ held: number; idempotency_key: string | null }>(
      db,
      `update requests set ended_at = ?, status = 500, points_left = ? + held,
        error_text = 'the server stopped before it could answer'
        where no = ? and ended_at is null and expires_at <= ? returning held, idempotency_key`,
    ),
    markRecalled: reader<{ cost: number }>(
      db,
      `update requests set recalled = coalesce(recalled, ?) where no = ? and account_id = ? and ended_at is not null
        returning cost`,
    ),
    insertReturned: prepare(
      `insert into returned_charges (request_no, account_id, recall_no, amount, at) values (?, ?, ?, ?, ?)
        on conflict do nothing`,
    ),
    readEnded: reader<{ cost: number }>(db, "select cost from requests where no = ?"),
    insertEntry: insertRow(db, "ledger", [
      "account_id",
      "key_id",
      "request_no",
      "kind",
      "amount",
      "balance",
      "at",
      "note",
    ]),
    readIdempotency: reader<{
      digest: string | null;
      request_no: number;
      expires_at: number;
      key_id: string;
      status: number | null;
      hold_ends: number | null;
      has_answer: 0 | 1;
    }>(
      db,
      `select i.digest, i.request_no, i.expires_at, r.key_id, r.status,
        case when r.ended_at is null then r.expires_at end as hold_ends, a.request_no is not null as has_answer
        from idempotency i left join requests r on r.no = i.request_no left join answers a on a.request_no = i.request_no
        where i.account_id = ? and i.key = ?`,
    ),
    readEqual: getWithNames(
      ["accountId", "question", "now", "door", "accountId", "question", "equalSince"],
      reader<{ no: number }>(
        db,
        // Each half reads a part of the index: an account may have asked the same a million times.
        `select no from requests where account_id = ? and question = ?
            and ended_at is null and expires_at > ? and (door <> 'jobs' or ? = 'jobs')
          union all select no from requests where account_id = ? and question = ?
            and ended_at >= ? and status = 200 and results_end is not null and warnings is null
          order by no desc limit 1`,
      ),
    ),
    insertIdempotency: prepare(
      `insert into idempotency (account_id, key, digest, request_no, expires_at) values (?, ?, ?, ?, ?)
        on conflict (account_id, key) do update set digest = excluded.digest, request_no = excluded.request_no,
          expires_at = excluded.expires_at`,
    ),
    dropIdempotency: prepare("delete from idempotency where account_id = ? and key = ?"),
    insertAnswer: prepare(
      `insert into answers (request_no, account_id, request_id, status, headers, body, expires_at)
        values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing`,
    ),
  };
}
