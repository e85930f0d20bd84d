import { type Accounts, createAccounts } from "../../../src/accounts/accounts.ts";
import type { Caller } from "../../../src/accounts/types.ts";
import { SimulatedClock } from "../../../src/base/clock.ts";
import { HEARTBEAT_MS } from "../../../src/metering/hold-leases.ts";
import { createMetering, type MeteringService } from "../../../src/metering/metering.ts";
import type { AdmissionRequest, Hold, Outcome } from "../../../src/metering/types.ts";
import { type Seeded, seeded } from "../../../src/source-kit/stand-in/seeded.ts";
import type { Store } from "../../../src/store/open-store.ts";
import { type Bench, openBench, simulatedPlans } from "./parts.ts";
import { World } from "./world.ts";

export interface Simulation {
  store: Store;
  seed: number;
  events: number;
}

export type EventCounts = Record<string, number>;

/**
 * Random events on a store, from a seed. After each, the whole ledger is read and compared with the rules. Throws at the
 * first disagreement, with the seed and the event.
 */
export async function simulate({ store, seed, events }: Simulation): Promise<EventCounts> {
  const run = new Run(store, seed);
  const counts: EventCounts = {};
  try {
    await run.begin();
    for (let event = 0; event < events; ) {
      const kind = run.draw();
      try {
        const done = await run.happen(kind);
        counts[kind] = (counts[kind] ?? 0) + done;
        event += done;
        await run.audit();
      } catch (error) {
        throw new Error(`seed ${seed}, event ${event} (${kind}): ${(error as Error).message}`, { cause: error });
      }
    }
    await run.resolveAll();
    return counts;
  } finally {
    await run.end();
  }
}

const eventWeights = {
  admit: 40,
  settle: 25,
  release: 6,
  burst: 4,
  retry: 5,
  recall: 3,
  sweep: 6,
  top_up: 3,
  correction: 2,
  crash: 1,
  poison: 1,
  key_new: 1,
  key_deleted: 1,
  key_capped: 1,
  key_handed_over: 1,
  member_capped: 2,
  plan: 1,
  clock_step: 2,
  hour_end: 1,
  month_end: 0.2,
};
type EventKind = keyof typeof eventWeights;

class Run {
  readonly #clock: SimulatedClock;
  readonly #random: Seeded;
  readonly #world = new World<Caller>(simulatedPlans);
  readonly #store: Store;
  readonly #bench: Bench;
  #metering: MeteringService;
  /** When the process began. */
  #begunAt: number;
  #accounts: Accounts;
  /** Holds known to the live process; a crash forgets them. */
  #held: Hold[] = [];
  #ended: Hold[] = [];
  readonly #touched = new Set<string>();
  readonly #seed: number;

  constructor(store: Store, seed: number) {
    this.#store = store;
    this.#seed = seed;
    this.#random = seeded(`metering ${seed}`);
    this.#clock = new SimulatedClock(Date.UTC(2027, this.#random.int(0, 11), this.#random.int(1, 28), 23, 50));
    this.#bench = openBench(store);
    this.#metering = this.#newMetering();
    this.#begunAt = this.#clock.now();
    this.#accounts = this.#newAccounts();
  }

  #newMetering = () =>
    createMetering({
      store: this.#store,
      clock: this.#clock,
      plans: simulatedPlans,
      engine: this.#bench.newEngine(),
    });
  #newAccounts = () =>
    createAccounts({ store: this.#store, clock: this.#clock, plans: simulatedPlans, metering: this.#metering });

  async begin(): Promise<void> {
    for (let number = 0; number < 6; number++) {
      const plan = this.#random.pick(Object.keys(simulatedPlans));
      const account = await this.#accounts.createAccount({ email: `s${this.#seed}-${number}@people.example`, plan });
      this.#world.accounts.set(account.id, { points: 0, plan, once: false, month: "", given: 0 });
      this.#world.accrue(account.id, this.#clock.now());
      const at = this.#clock.now();
      const rows = this.#membersOf(account.id).map((id) => ({
        account_id: account.id,
        person_id: id,
        role: "developer" as const,
        created_at: at,
      }));
      await this.#store.db.insertInto("members").values(rows).execute();
      await this.#newKey(account.id);
    }
  }

  #membersOf = (accountId: string) => [`${accountId} one`, `${accountId} two`];

  draw(): EventKind {
    const total = Object.values(eventWeights).reduce((sum, weight) => sum + weight, 0);
    let left = this.#random.next() * total;
    for (const [kind, weight] of Object.entries(eventWeights)) {
      left -= weight;
      if (left < 0) return kind as EventKind;
    }
    return "admit";
  }

  /** Runs one event and returns its number of requests; a burst counts as many. */
  async happen(kind: EventKind): Promise<number> {
    this.#clock.advance(this.#random.int(0, 1_500));
    switch (kind) {
      case "admit":
        await this.#admit(1);
        return 1;
      case "burst":
        return this.#admit(this.#random.int(2, 12));
      case "settle":
        await this.#settle(200);
        return 1;
      case "release":
        await this.#settle(this.#random.pick([408, 412, 499, 500]));
        return 1;
      case "retry":
        await this.#settleAgain();
        return 1;
      case "recall":
        await this.#recall();
        return 1;
      case "sweep":
        await this.#sweep();
        return 1;
      case "crash":
        await this.#crash();
        return 1;
      case "poison":
        await this.#poison();
        return 1;
      case "clock_step":
        this.#clock.set(this.#clock.now() + this.#random.int(-20_000, 40_000));
        return 1;
      case "hour_end":
        this.#clock.advance(3_600_000 - (this.#clock.now() % 3_600_000) - 500);
        return 1;
      case "month_end":
        await this.#endMonth();
        return 1;
      default:
        await this.#administer(kind);
        return 1;
    }
  }

  #anyAccount = () => this.#random.pick([...this.#world.accounts.keys()]);
  #anyKey = () => this.#random.pick([...this.#world.keys.values()]);

  async #newKey(accountId: string): Promise<void> {
    const member = this.#random.pick([null, ...this.#membersOf(accountId)]);
    const { secret } = await this.#accounts.createKey(accountId, { name: "key", ...(member && { person_id: member }) });
    const caller = (await this.#accounts.lookUpKey(secret)) as Caller;
    this.#world.keys.set(caller.key.id, { caller, member, cap: null, spent: 0, held: 0, revoked: false });
  }

  /** Concurrent requests of one key, which share a batch. */
  async #admit(howMany: number): Promise<number> {
    const key = this.#anyKey();
    const accountId = key.caller.account.id;
    this.#touched.add(accountId);
    const caller = { ...key.caller, account: { ...key.caller.account, plan: this.#world.account(accountId).plan } };
    const inputs = Array.from({ length: howMany }, () => this.#request(caller));
    const admissions = await Promise.all(inputs.map((input) => this.#metering.admit(input)));
    for (const [at, admission] of admissions.entries()) {
      this.#world.admission(key, inputs[at]!.maxCost, admission, this.#clock.now());
      if (admission.kind === "admitted") this.#held.push(admission.hold);
    }
    return howMany;
  }

  #request(caller: Caller): AdmissionRequest {
    const seconds = this.#random.pick([20, 60, 300]);
    return {
      requestId: `${this.#seed}-${this.#random.int(1, 1e9)}`,
      caller,
      endpoint: "/api/nlretail/products/search",
      source: "nlretail",
      entryPoint: "http",
      maxCost: this.#random.pick([1, 5, 10, 10, 20, 50, 120]),
      timeoutSeconds: seconds,
      // A job's: a call's would be renewed while the simulation goes on.
      holdSeconds: seconds,
      params: {},
      idempotency: null,
    };
  }

  #outcome(status: number, hold: Hold): Outcome {
    const cost = status === 200 ? this.#random.pick([hold.amount, this.#random.int(0, hold.amount)]) : 0;
    return { status, cost, results: cost, errorText: null, upstreamPages: 1, answer: null };
  }

  async #settle(status: number): Promise<void> {
    if (this.#held.length === 0) return;
    const [hold] = this.#held.splice(this.#random.int(0, this.#held.length - 1), 1);
    await this.#settleOne(hold!, status);
    this.#ended.push(hold!);
    if (this.#ended.length > 50) this.#ended.shift();
  }

  /** Settles the same hold a second time with a different cost. */
  async #settleAgain(): Promise<void> {
    if (this.#ended.length > 0) await this.#settleOne(this.#random.pick(this.#ended), 200);
  }

  async #settleOne(hold: Hold, status: number): Promise<void> {
    this.#touched.add(hold.accountId);
    const outcome = this.#outcome(status, hold);
    this.#world.settled(hold, outcome.cost, await this.#metering.settle(hold, outcome));
  }

  /** Several recalls name the same request at once, ended or not. */
  async #recall(): Promise<void> {
    const holds = this.#random.chance(0.8) ? this.#ended : this.#held;
    if (holds.length === 0) return;
    const hold = this.#random.pick(holds);
    const { accountId, keyId } = hold;
    this.#touched.add(accountId);
    const recalls = Array.from({ length: this.#random.int(1, 3) }, () => this.#random.int(1, 1e6));
    const results = await Promise.all(
      recalls.map((recallNo) => this.#metering.recall({ accountId, keyId, no: Number(hold.id), recallNo })),
    );
    for (const { returned } of results) this.#world.recalled(hold, returned);
  }

  async #sweep(): Promise<void> {
    if (this.#random.chance(0.3)) this.#clock.advance(400_000);
    for (const id of this.#world.accounts.keys()) this.#touched.add(id);
    const freed = await this.#metering.maintenance.expireHolds();
    // A process whose clock was set back does not know how long the store has answered.
    const knows = this.#clock.now() >= this.#begunAt + HEARTBEAT_MS;
    this.#world.swept(knows ? this.#clock.now() : 0, freed);
  }

  async #crash(): Promise<void> {
    this.#accounts.close();
    await this.#metering.close();
    this.#metering = this.#newMetering();
    this.#begunAt = this.#clock.now();
    this.#accounts = this.#newAccounts();
    // A new process does not know whether the store was away before.
    this.#clock.advance(HEARTBEAT_MS);
    this.#held = [];
  }

  /** Puts a failing command into a batch with a valid one. */
  async #poison(): Promise<void> {
    const id = this.#anyAccount();
    this.#touched.add(id);
    const nobody = { accountId: "nobody", kind: "top_up", amount: 5, note: null } as const;
    const [good, bad] = await Promise.allSettled([
      this.#metering.credit({ accountId: id, kind: "top_up", amount: 5, note: null }),
      this.#metering.credit(nobody),
    ]);
    if (good.status !== "fulfilled" || bad.status !== "rejected") throw new Error("a bad command changed a good one");
    this.#world.account(id).points += 5;
  }

  async #endMonth(): Promise<void> {
    const now = new Date(this.#clock.now());
    this.#clock.set(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - 400);
    if (this.#random.chance(0.5)) {
      this.#clock.advance(1_000);
      await this.#metering.maintenance.giveMonthlyPoints();
      for (const [id, { plan }] of this.#world.accounts) {
        this.#touched.add(id);
        if (!simulatedPlans[plan]!.once) this.#world.accrue(id, this.#clock.now());
      }
    }
  }

  async #administer(kind: EventKind): Promise<void> {
    const id = this.#anyAccount();
    const account = this.#world.account(id);
    this.#touched.add(id);
    if (kind === "top_up") {
      const amount = this.#random.int(1, 400);
      await this.#accounts.grant(id, amount, { kind: "top_up" });
      account.points += amount;
    } else if (kind === "correction") {
      const amount = -this.#random.int(1, 300);
      const taken = await this.#accounts.grant(id, amount, { kind: "correction" }).catch(() => null);
      if ((taken === null) !== account.points + amount < 0) throw new Error(`a correction of ${amount} was misjudged`);
      if (taken) account.points += amount;
    } else if (kind === "plan") {
      account.plan = this.#random.pick(Object.keys(simulatedPlans));
      await this.#accounts.setPlan(id, account.plan);
      this.#world.accrue(id, this.#clock.now());
    } else if (kind === "key_new") await this.#newKey(id);
    else {
      const key = this.#anyKey();
      if (kind === "key_deleted") {
        if ([...this.#world.keys.values()].filter(({ revoked }) => !revoked).length < 3) return;
        key.revoked = true;
        await this.#accounts.revokeKey(key.caller.key.id);
      } else if (kind === "key_handed_over") {
        if (key.member === null) return;
        key.member = this.#random.pick(this.#membersOf(key.caller.account.id));
        const row = this.#store.db.updateTable("api_keys").where("id", "=", key.caller.key.id);
        await row.set({ person_id: key.member }).execute();
      } else if (kind === "member_capped") {
        if (key.member === null) return;
        const spent = [...this.#world.keys.values()].filter(({ member }) => member === key.member);
        const base = spent.reduce((sum, one) => sum + one.spent, 0);
        const cap = this.#random.chance(0.3) ? null : base + this.#random.int(1, 300);
        this.#world.memberCaps.set(key.member, cap);
        const row = this.#store.db.updateTable("members").where("person_id", "=", key.member);
        await row.set({ spending_cap: cap }).execute();
      } else {
        key.cap = this.#random.chance(0.4) ? null : key.spent + this.#random.int(0, 500);
        await this.#accounts.changeKey(key.caller.key.id, { spending_cap: key.cap });
      }
    }
  }

  /** After their time, no hold is left, whichever process took it. */
  async resolveAll(): Promise<void> {
    this.#clock.advance(86_400_000);
    await this.#sweep();
    await this.audit();
    const open = [...this.#world.open.values()].filter(({ charged }) => charged === null);
    if (open.length > 0) throw new Error(`seed ${this.#seed}: ${open.length} holds were never resolved`);
  }

  async audit(): Promise<void> {
    for (const id of this.#touched) this.#world.audited(id, await this.#bench.audit(id));
    this.#touched.clear();
  }

  async end(): Promise<void> {
    this.#accounts.close();
    await this.#metering.close();
    this.#bench.close();
  }
}
